package io.hdfsthrottle.cli.policy.translate;

import io.hdfsthrottle.rule.Fact;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code capacity-scheduler.xml}: capacities of queues become priorities, queue mappings become rules. */
final class CapacityScheduler {
    private static final String PREFIX = "yarn.scheduler.capacity.";
    private static final String MAPPINGS = PREFIX + "queue-mappings";
    private static final String OF_APPLICATIONS = "yarn.scheduler.queue-placement-rules.app-name";
    private static final String CAPACITIES = "capacities of the queues in ";

    /** 30, 30.5, 2w, 40 %, 10240, 10 Gi. */
    private static final Pattern AMOUNT =
            Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,15})?)\\s*(%|w|[KMGTP]i?B?)?", Pattern.CASE_INSENSITIVE);

    private static final Pattern MEMORY =
            Pattern.compile("\\[.{0,500}\\bmemory(?:-mb)?\\s*=\\s*([^,\\]]{1,100}).{0,500}]");

    private static final double TOLERATED = 0.01;

    private final Source source;
    private final Translation translation;
    private final Map<String, Property> left = new LinkedHashMap<>();
    private Queue root;

    private record Property(String value, int line) {}

    /** What a capacity is of: of a hundred, by weight, or memory. */
    private enum Kind {
        PERCENT,
        WEIGHT,
        MEMORY
    }

    private record Capacity(double amount, Kind kind, int line) {}

    private CapacityScheduler(Source source) {
        this.source = source;
        this.translation = new Translation(source);
    }

    static Translation translate(Source source) {
        CapacityScheduler scheduler = new CapacityScheduler(source);
        scheduler.translate(XmlElement.read(source, "configuration"));
        return scheduler.translation;
    }

    private void translate(XmlElement document) {
        for (XmlElement element : document.children()) {
            String name = text(element, "name");
            if (!element.name().equals("property") || name.isEmpty()) {
                translation.comment(
                        element.line(), "<" + Source.shown(element.name()) + "> is no property, and not read");
            } else {
                left.put(name, new Property(text(element, "value"), element.line()));
            }
        }
        if (!left.containsKey(PREFIX + "root.queues")) {
            throw source.refused(
                    document.line(), "there is no property " + PREFIX + "root.queues; a good value is default,etl");
        }
        left.remove(PREFIX + "root.capacity");
        root = new Queue("", document.line(), 1, queues(""));
        root.into(translation);
        for (String key : List.of(MAPPINGS, OF_APPLICATIONS)) {
            Property mappings = left.remove(key);
            if (mappings != null) {
                Arrays.stream(mappings.value.split(",", -1))
                        .map(String::strip)
                        .filter(each -> !each.isEmpty())
                        .forEach(each -> map(key.equals(MAPPINGS) ? each : "a:" + each, mappings.line));
            }
        }
        left.forEach(this::untranslated);
    }

    private static String text(XmlElement property, String child) {
        return property.all(child).stream().findFirst().map(XmlElement::text).orElse("");
    }

    private void untranslated(String name, Property property) {
        if (name.endsWith(".state") && property.value.equalsIgnoreCase("running")) {
            return;
        }
        String instead = name.endsWith(".maximum-capacity")
                ? "; what there is, is a rate of disks: limitBytesPerSecond of the tenant"
                : "";
        translation.comment(
                property.line,
                Source.shown(name) + " = " + Source.shown(property.value) + " has no counterpart" + instead);
    }

    /** The queues in the one of that path, which is empty for the root. */
    private List<Queue> queues(String path) {
        String key = PREFIX + Queue.ROOT + (path.isEmpty() ? "" : "." + path);
        Property names = left.remove(key + ".queues");
        if (names == null) {
            return List.of();
        }
        List<Queue> queues = new ArrayList<>();
        List<Capacity> capacities = new ArrayList<>();
        for (String name : names.value.split(",", -1)) {
            if (!name.isBlank()) {
                String below = (path.isEmpty() ? "" : path + ".") + name.strip();
                translation.check(names.line, "queue", below);
                Capacity capacity = capacity(below, names.line);
                capacities.add(capacity);
                queues.add(new Queue(below, capacity.line, capacity.amount, queues(below)));
            }
        }
        check(path.isEmpty() ? Queue.ROOT : path, names.line, capacities);
        return List.copyOf(queues);
    }

    private Capacity capacity(String queue, int lineOfNames) {
        Property property = left.remove(PREFIX + Queue.ROOT + "." + queue + ".capacity");
        if (property == null) {
            translation.comment(lineOfNames, "queue " + queue + " has no capacity, and counts as with none");
            return new Capacity(0, Kind.PERCENT, lineOfNames);
        }
        Matcher memory = MEMORY.matcher(property.value);
        boolean isVector = memory.matches();
        Matcher amount = AMOUNT.matcher(isVector ? memory.group(1).strip() : property.value);
        String unit =
                amount.matches() && amount.group(2) != null ? amount.group(2).toLowerCase(Locale.ROOT) : "";
        if (!amount.matches() || (!isVector && !unit.isEmpty() && !unit.equals("w") && !unit.equals("%"))) {
            throw source.refused(
                    property.line,
                    "queue " + queue + ": capacity '" + Source.shown(property.value)
                            + "' is not understood; good values are 30, 2w and [memory=10240,vcores=10]");
        }
        if (isVector) {
            translation.comment(
                    property.line,
                    "queue " + queue + ": of capacity " + Source.shown(property.value)
                            + ", the memory counts alone, for the share among its siblings");
        }
        double number = Double.parseDouble(amount.group(1));
        if (unit.equals("w")) {
            return new Capacity(number, Kind.WEIGHT, property.line);
        }
        return isVector && !unit.equals("%")
                ? new Capacity(number * mebibytes(unit), Kind.MEMORY, property.line)
                : new Capacity(number, Kind.PERCENT, property.line);
    }

    private static double mebibytes(String unit) {
        int power = unit.isEmpty() ? 2 : "kmgtp".indexOf(unit.charAt(0)) + 1;
        return Math.pow(1024, power - 2);
    }

    private void check(String queue, int line, List<Capacity> capacities) {
        long kinds = capacities.stream()
                .filter(each -> each.amount > 0)
                .map(Capacity::kind)
                .distinct()
                .count();
        if (kinds > 1) {
            throw source.refused(
                    line,
                    CAPACITIES + queue
                            + " are percentages, weights and memory together; make them one kind in a copy of the"
                            + " file, for example percentages");
        }
        double sum = capacities.stream().mapToDouble(Capacity::amount).sum();
        boolean arePercentages = capacities.stream().allMatch(each -> each.kind == Kind.PERCENT);
        if (arePercentages && Math.abs(sum - 100) > TOLERATED) {
            translation.comment(line, CAPACITIES + queue + " sum to " + sum + ", not to 100; they count in proportion");
        }
    }

    /** A mapping: of a user, group or application, to a queue. */
    private void map(String mapping, int line) {
        String[] parts = mapping.split(":", -1);
        String what = "queue mapping " + Source.shown(mapping);
        Fact fact = parts.length != 3
                ? null
                : Map.of("u", Fact.USER, "g", Fact.GROUP, "a", Fact.APPLICATION_NAME)
                        .get(parts[0].strip());
        if (fact == null) {
            throw source.refused(line, what + " is not understood; a good one is u:alice:etl");
        }
        String from = parts[1].strip();
        String to = parts[2].strip();
        if (from.equals("%user") && to.contains("%")) {
            eachOf(to, what, line);
        } else if (to.contains("%") || (from.contains("%") && !from.equals("%user"))) {
            translation.comment(line, what + " has no counterpart");
        } else {
            Optional<Queue> queue = Queue.named(root, to);
            if (queue.isEmpty()) {
                translation.comment(line, what + " names no leaf of this file, and is left out");
                return;
            }
            boolean all = from.equals("%user");
            translation.rule(
                    line,
                    all ? "everybody" : fact.member() + "-" + from,
                    all ? Map.of() : Map.of(fact, from),
                    queue.get().path());
        }
    }

    /** Every user to the queue that has the user's or group's name: a rule for each such queue. */
    private void eachOf(String to, String what, int line) {
        String path = Queue.withoutRoot(to);
        String last = path.substring(path.lastIndexOf('.') + 1);
        Fact fact = last.equals("%user") ? Fact.USER : Fact.GROUP;
        String parent = path.substring(0, path.length() - last.length());
        if (!List.of("%user", "%primary_group", "%secondary_group").contains(last) || parent.contains("%")) {
            translation.comment(line, what + " has no counterpart");
            return;
        }
        root.leaves()
                .filter(leaf -> parent.isEmpty() || parent.equals(leaf.parent() + "."))
                .filter(leaf -> !leaf.name().equals("default"))
                .forEach(leaf -> translation.rule(
                        line, fact.member() + "-" + leaf.name(), Map.of(fact, leaf.name()), leaf.path()));
        translation.comment(
                line,
                what + " becomes a rule for each queue that there is" + (fact == Fact.GROUP ? ", and any group" : ""));
    }
}
