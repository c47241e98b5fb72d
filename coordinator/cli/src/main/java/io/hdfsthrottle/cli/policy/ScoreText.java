package io.hdfsthrottle.cli.policy;

import io.hdfsthrottle.cli.table.Table;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** How right a prediction was, for people: all in all, of each tenant, and where it was worst. */
final class ScoreText {
    private ScoreText() {}

    static void print(JsonObject score, PrintWriter out) throws MalformedJsonException {
        String plan = score.optionalText("plan").map(id -> "plan " + id + ": ").orElse("");
        Optional<String> because = score.optionalText("because");
        if (because.isPresent()) {
            out.println(PlainText.of(plan + "no score, because " + because.get()));
            return;
        }
        String error = error(score);
        out.println(PlainText.of(plan
                + (error.isEmpty() ? "nothing can be compared" : "the prediction errs by " + error)
                + "; disks compared: " + score.count("disks") + ", where demand changed: " + score.count("changed")
                + ", with too few reports: " + score.count("missing")));
        Table tenants = new Table("TENANT", "PREDICTED MB/s", "GOT MB/s", "ERROR");
        for (JsonObject each : score.objects("tenants", Integer.MAX_VALUE)) {
            tenants.row(each.text("tenant"), predicted(each), got(each), error(each));
        }
        tenants.print(out);
        List<JsonObject> shares = score.objects("shares", Integer.MAX_VALUE);
        Table disks = new Table("NODE", "VOLUME", "TENANT", "PREDICTED MB/s", "GOT MB/s", "COMPARED");
        for (JsonObject each : shares.subList(0, Math.min(shares.size(), PlanText.MOST_SHOWN))) {
            disks.row(
                    each.text("node"),
                    each.text("volume"),
                    each.text("tenant"),
                    predicted(each),
                    got(each),
                    compared(each));
        }
        disks.print(out);
        if (shares.size() > PlanText.MOST_SHOWN) {
            out.println((shares.size() - PlanText.MOST_SHOWN) + " more lines, where it errs less; see --json");
        }
    }

    private static String predicted(JsonObject share) throws MalformedJsonException {
        return PlanText.mega("%.1f", share.count("predictedBytesPerSecond"));
    }

    private static String got(JsonObject share) throws MalformedJsonException {
        return PlanText.mega("%.1f", share.count("gotBytesPerSecond"));
    }

    private static String error(JsonObject scored) {
        return scored.written("errorPercent").map(percent -> percent + " %").orElse("");
    }

    private static String compared(JsonObject share) throws MalformedJsonException {
        Optional<String> wants = share.optionalText("wants");
        return share.flag("compared") ? "yes" : wants.map("no: wants "::concat).orElse("no");
    }
}
