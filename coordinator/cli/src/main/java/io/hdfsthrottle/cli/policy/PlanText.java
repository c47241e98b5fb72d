package io.hdfsthrottle.cli.policy;

import io.hdfsthrottle.cli.table.Amount;
import io.hdfsthrottle.cli.table.Table;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** A plan for people: what changes, then who gains and who loses. */
public final class PlanText {
    private static final double MEGA = 1e6;

    /** So many disks, and applications, are shown; the plan has more. */
    static final int MOST_SHOWN = 20;

    private PlanText() {}

    static void print(JsonObject plan, PrintWriter out) throws MalformedJsonException {
        List<JsonObject> changes = plan.objects("changes", Integer.MAX_VALUE);
        for (JsonObject change : changes) {
            out.println(PlainText.of(line(change)));
        }
        if (changes.isEmpty()) {
            out.println("nothing changes");
            return;
        }
        moved(plan, out);
        Optional<JsonObject> prediction = plan.optionalObject("prediction");
        if (prediction.isPresent()) {
            predicted(prediction.get(), out);
            tellRules(changes, out);
        }
    }

    /** What a dry run says that its change would do; nothing if nobody uses a disk. */
    public static void foreseen(JsonObject answer, PrintWriter out) throws MalformedJsonException {
        moved(answer, out);
        Optional<JsonObject> prediction = answer.optionalObject("prediction");
        if (prediction.isPresent()
                && !prediction.get().objects("tenants", Integer.MAX_VALUE).isEmpty()) {
            predicted(prediction.get(), out);
            tellRules(answer.objects("changes", Integer.MAX_VALUE), out);
        }
    }

    private static void tellRules(List<JsonObject> changes, PrintWriter out) {
        if (changes.stream().anyMatch(PlanText::isOfRules)) {
            out.println("callers whom rules move to another tenant count where they are now");
        }
    }

    private static void moved(JsonObject plan, PrintWriter out) throws MalformedJsonException {
        List<JsonObject> moved = plan.objects("applications", Integer.MAX_VALUE);
        for (JsonObject each : moved.subList(0, Math.min(moved.size(), MOST_SHOWN))) {
            out.println(PlainText.of("application " + each.text("application") + " of " + each.text("user")
                    + " changes its tenant: " + each.text("before") + " -> " + each.text("after") + ", moves "
                    + Amount.rate(each.count("bytesPerSecond"))));
        }
        if (moved.size() > MOST_SHOWN) {
            out.println((moved.size() - MOST_SHOWN) + " more applications change their tenant; see --json or --out");
        }
    }

    private static boolean isOfRules(JsonObject change) {
        return !change.written("entry").orElse("").startsWith("tenant ");
    }

    private static String line(JsonObject change) throws MalformedJsonException {
        Optional<JsonObject> before = change.optionalObject("before");
        Optional<JsonObject> after = change.optionalObject("after");
        Map<String, Object> was = before.map(JsonObject::members).orElse(Map.of());
        Map<String, Object> is = after.map(JsonObject::members).orElse(Map.of());
        Set<String> names = new LinkedHashSet<>(was.keySet());
        names.addAll(is.keySet());
        List<String> said = new ArrayList<>();
        for (String name : names) {
            if (before.isPresent() && after.isPresent() && !Objects.equals(was.get(name), is.get(name))) {
                said.add(name + " " + value(was.get(name)) + " -> " + value(is.get(name)));
            } else if (before.isEmpty() || after.isEmpty()) {
                said.add(name + " " + value((before.isEmpty() ? is : was).get(name)));
            }
        }
        said.remove(change.text("entry"));
        String verb = before.isEmpty() ? "create " : after.isEmpty() ? "delete " : "change ";
        return verb + change.text("entry") + ": " + String.join(", ", said);
    }

    private static String value(Object value) {
        return value == null ? "none" : value.toString();
    }

    private static void predicted(JsonObject prediction, PrintWriter out) throws MalformedJsonException {
        if (prediction.count("nodes") == 0) {
            out.println("no DataNode reports at the moment, so nothing is predicted");
            return;
        }
        if (prediction.count("disks") == 0) {
            out.println("all nodes are in shadow or off: nothing is predicted; see hdfs-throttle shadow");
            return;
        }
        out.println("predicted by the last report of " + prediction.count("nodes") + " DataNodes with "
                + prediction.count("disks") + " disks:");
        Table tenants = new Table("TENANT", "NOW MB/s", "BEFORE MB/s", "AFTER MB/s", "CHANGE MB/s");
        for (JsonObject each : prediction.objects("tenants", Integer.MAX_VALUE)) {
            List<Object> row = new ArrayList<>(List.of(each.text("tenant")));
            row.addAll(rates(each));
            tenants.row(row.toArray());
        }
        tenants.print(out);
        Table disks = new Table("NODE", "VOLUME", "TENANT", "NOW MB/s", "BEFORE MB/s", "AFTER MB/s", "CHANGE MB/s");
        List<JsonObject> shares = prediction.objects("shares", Integer.MAX_VALUE);
        int shown = Math.min(shares.size(), MOST_SHOWN);
        for (JsonObject each : shares.subList(0, shown)) {
            List<Object> row = new ArrayList<>(List.of(each.text("node"), each.text("volume"), each.text("tenant")));
            row.addAll(rates(each));
            disks.row(row.toArray());
        }
        disks.print(out);
        long left = shares.size() - shown + prediction.count("missing");
        if (left > 0) {
            out.println(left + " more lines, where less changes; --json and --out have up to 1000");
        }
    }

    private static List<String> rates(JsonObject share) throws MalformedJsonException {
        long before = share.count("beforeBytesPerSecond");
        long after = share.count("afterBytesPerSecond");
        return List.of(
                mega("%.1f", share.count("nowBytesPerSecond")),
                mega("%.1f", before),
                mega("%.1f", after),
                before == after ? "-" : mega("%+.1f", after - before));
    }

    static String mega(String format, long bytesPerSecond) {
        return String.format(Locale.ROOT, format, bytesPerSecond / MEGA);
    }
}
