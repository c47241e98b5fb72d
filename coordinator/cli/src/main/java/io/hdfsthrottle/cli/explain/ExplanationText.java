package io.hdfsthrottle.cli.explain;

import io.hdfsthrottle.cli.table.Amount;
import io.hdfsthrottle.cli.table.Table;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is behind the sentence of an explanation: causes, who has it, what would help, and the figures. */
final class ExplanationText {
    /** More does not fit on a screen; the answer has more. */
    private static final int MOST_SHOWN = 15;

    private ExplanationText() {}

    static void print(JsonObject explanation, PrintWriter out) throws MalformedJsonException {
        Table causes = new Table("CAUSE", "PART", "TIME");
        List<JsonObject> parts = all(explanation, "causes");
        for (JsonObject part : parts) {
            causes.row(
                    part.text("cause"),
                    digits(part.number("partPercent")) + " %",
                    part.optionalCount("partMillis")
                            .map(millis -> digits(millis / 1e3) + " s")
                            .orElse("-"));
        }
        show(parts, causes, out);
        Optional<JsonObject> runs = explanation.optionalObject("runs");
        if (runs.isPresent()) {
            out.println(PlainText.of(runs.get().text("sentence")));
        }
        rules(explanation, out);
        disks(explanation, out);
        sentences("who has it", explanation, "holders", out);
        sentences("remarkable", explanation, "remarks", out);
        sentences("would help", explanation, "remedies", out);
    }

    private static void rules(JsonObject explanation, PrintWriter out) throws MalformedJsonException {
        Table table = new Table("POSITION", "RULE", "TENANT", "VERDICT");
        List<JsonObject> rules = all(explanation, "rules");
        for (JsonObject rule : rules) {
            List<String> missed = rule.texts("missed", Integer.MAX_VALUE);
            table.row(
                    rule.count("position"),
                    rule.text("rule"),
                    rule.text("tenant"),
                    rule.text("verdict") + (missed.isEmpty() ? "" : ": " + String.join(", ", missed)));
        }
        show(rules, table, out);
    }

    private static void disks(JsonObject explanation, PrintWriter out) throws MalformedJsonException {
        Table table = new Table("NODE", "VOLUME", "TENANT", "WEIGHT", "CAPACITY", "DEMAND", "DUE", "GIVEN", "CAUSE");
        List<JsonObject> lines = all(explanation, "disks");
        int shown = Math.min(MOST_SHOWN, lines.size());
        for (JsonObject line : lines.subList(0, shown)) {
            table.row(
                    line.text("node"),
                    line.text("volume"),
                    line.text("tenant"),
                    Amount.number(line.number("weight")),
                    rate(line.optionalCount("capacityBytesPerSecond"), "?"),
                    rate(line.optionalCount("demandBytesPerSecond"), "all"),
                    Amount.rate(line.count("entitlementBytesPerSecond")),
                    Amount.rate(line.count("bytesPerSecond")),
                    line.optionalText("cause").orElse("-"));
        }
        show(lines, table, out);
        long left = lines.size() - shown + explanation.count("disksLeftOut");
        if (left > 0) {
            out.println(left + " more disks; --json has up to 50");
        }
    }

    private static String rate(Optional<Long> known, String otherwise) {
        return known.map(Amount::rate).orElse(otherwise);
    }

    private static void show(List<JsonObject> lines, Table table, PrintWriter out) {
        if (!lines.isEmpty()) {
            table.print(out);
        }
    }

    private static void sentences(String what, JsonObject explanation, String member, PrintWriter out)
            throws MalformedJsonException {
        for (JsonObject each : all(explanation, member)) {
            out.println(what + ": " + PlainText.of(each.text("sentence")));
        }
    }

    private static List<JsonObject> all(JsonObject explanation, String member) throws MalformedJsonException {
        return explanation.objects(member, Integer.MAX_VALUE);
    }

    private static String digits(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
