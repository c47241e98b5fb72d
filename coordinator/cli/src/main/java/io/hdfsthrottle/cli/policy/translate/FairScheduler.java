package io.hdfsthrottle.cli.policy.translate;

import io.hdfsthrottle.rule.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code fair-scheduler.xml}: weights of queues become priorities, and some placement rules become rules. */
final class FairScheduler {
    private static final double USUAL_WEIGHT = 1;

    /** What there is instead, for what has no counterpart. */
    private static final Map<String, String> INSTEAD = Map.of(
            "minResources", "; what there is, is a rate of disks: reservationBytesPerSecond of the tenant",
            "maxResources", "; what there is, is a rate of disks: limitBytesPerSecond of the tenant");

    private final Source source;
    private final Translation translation;
    private Queue root;
    private boolean mayAsk;
    private boolean placesAll;

    private FairScheduler(Source source) {
        this.source = source;
        this.translation = new Translation(source);
    }

    static Translation translate(Source source) {
        FairScheduler scheduler = new FairScheduler(source);
        scheduler.translate(XmlElement.read(source, "allocations"));
        return scheduler.translation;
    }

    private void translate(XmlElement document) {
        List<Queue> queues = new ArrayList<>();
        List<XmlElement> placements = new ArrayList<>();
        for (XmlElement element : document.children()) {
            if (isQueue(element) && name(element).equals(Queue.ROOT)) {
                queues.addAll(queues(element, ""));
            } else if (isQueue(element)) {
                queues.add(queue(element, ""));
            } else if (element.name().equals("queuePlacementPolicy")) {
                placements.addAll(element.all("rule"));
            } else {
                untranslated(element, "");
            }
        }
        if (queues.isEmpty()) {
            throw source.refused(document.line(), "there is no <queue>; a good file has one in <allocations>");
        }
        root = new Queue("", document.line(), USUAL_WEIGHT, List.copyOf(queues));
        root.into(translation);
        placements.forEach(this::place);
        if (placements.isEmpty()) {
            translation.commentOnAll("there is no placement policy, so there are no rules");
        }
    }

    private static boolean isQueue(XmlElement element) {
        return element.name().equals("queue") || element.name().equals("pool");
    }

    private String name(XmlElement queue) {
        String name = queue.attribute("name").orElse("");
        if (name.isEmpty() || name.contains(".")) {
            throw source.refused(
                    queue.line(),
                    "a queue's name is '" + Source.shown(name)
                            + "'; it has to have one, without dots, for example name=\"etl\"");
        }
        return name;
    }

    private Queue queue(XmlElement element, String above) {
        String path = above + name(element);
        translation.check(element.line(), "queue", path);
        double weight = element.all("weight").stream()
                .mapToDouble(each -> weight(each, path))
                .findFirst()
                .orElse(USUAL_WEIGHT);
        return new Queue(path, element.line(), weight, queues(element, path + "."));
    }

    /** Those in it; what else is in it is told. */
    private List<Queue> queues(XmlElement element, String above) {
        List<Queue> queues = new ArrayList<>();
        for (XmlElement child : element.children()) {
            if (isQueue(child)) {
                queues.add(queue(child, above));
            } else if (!child.name().equals("weight")) {
                untranslated(
                        child, above.isEmpty() ? "queue root: " : "queue " + above.replaceFirst("\\.$", "") + ": ");
            }
        }
        if (queues.isEmpty()
                && element.attribute("type").filter("parent"::equals).isPresent()) {
            translation.comment(
                    element.line(),
                    "queue " + name(element) + " is for queues that are made for users: they are one tenant together");
        }
        return List.copyOf(queues);
    }

    private double weight(XmlElement element, String queue) {
        try {
            double weight = Double.parseDouble(element.text());
            if (weight >= 0 && weight <= Integer.MAX_VALUE) {
                return weight;
            }
        } catch (NumberFormatException none) {
            // refused below, like a number out of bounds
        }
        throw source.refused(
                element.line(),
                "queue " + queue + ": weight '" + Source.shown(element.text()) + "' is no weight; a good value is 2.0");
    }

    private void untranslated(XmlElement element, String where) {
        String what =
                element.name() + element.attribute("name").map(" "::concat).orElse("") + " " + element.text();
        translation.comment(
                element.line(),
                where + Source.shown(what) + " has no counterpart" + INSTEAD.getOrDefault(element.name(), ""));
    }

    private void place(XmlElement rule) {
        String name = rule.attribute("name").orElse("");
        String what = "placement rule " + Source.shown(name);
        if (placesAll) {
            translation.comment(rule.line(), what + " is never reached");
            return;
        }
        if (!rule.children().isEmpty()) {
            translation.comment(rule.line(), what + " with a rule in it has no counterpart");
            return;
        }
        switch (name) {
            case "specified" -> {
                mayAsk = true;
                translation.comment(
                        rule.line(),
                        what
                                + " is no rule: an application gets the tenant that it asks for, spark.hdfs.throttle.tenant,"
                                + " if no rule matches it and claims.unverified is accept");
            }
            case "user" -> {
                match(rule, Fact.USER);
                if (rule.attribute("create").filter("false"::equals).isEmpty()) {
                    translation.comment(
                            rule.line(), what + " makes queues for other users, who are charged to default");
                }
            }
            case "primaryGroup", "secondaryGroupExistingQueue" -> {
                match(rule, Fact.GROUP);
                translation.comment(rule.line(), what + " becomes rules for any group of a user");
            }
            case "default" -> all(rule, what);
            case "reject" ->
                translation.comment(
                        rule.line(), what + " has no counterpart: for whom no rule matches is charged to default");
            default -> translation.comment(rule.line(), what + " has no counterpart");
        }
    }

    /** A rule for each leaf below the root, which is of the user or group of its name. */
    private void match(XmlElement rule, Fact fact) {
        for (Queue queue : root.queues()) {
            if (queue.queues().isEmpty() && !queue.path().equals("default")) {
                translation.rule(
                        rule.line(), fact.member() + "-" + queue.path(), Map.of(fact, queue.path()), queue.path());
            }
        }
    }

    private void all(XmlElement rule, String what) {
        String queue = rule.attribute("queue").orElse("default");
        if (Queue.withoutRoot(queue).equals("default")) {
            return;
        }
        Optional<Queue> tenant = Queue.named(root, queue);
        if (tenant.isEmpty()) {
            translation.comment(
                    rule.line(),
                    what + " of queue " + Source.shown(queue) + " names no leaf of this file, and is left out");
            return;
        }
        if (mayAsk) {
            translation.comment(
                    rule.line(),
                    what + " of queue " + tenant.get().path()
                            + " is no rule: behind specified, it would match applications that"
                            + " ask for a tenant, too");
            return;
        }
        translation.rule(rule.line(), "everybody", Map.of(), tenant.get().path());
        placesAll = true;
    }
}
