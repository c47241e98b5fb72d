package io.hdfsthrottle.cli.feature.credit;

import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.math.BigDecimal;

/** The REST paths of a tenant's credits, and the text of the answers. */
final class CreditAnswers {
    private CreditAnswers() {}

    static String of(String tenant, String what) {
        return "/v1/tenants/" + Subcommands.encoded(tenant) + "/" + what;
    }

    static String sentence(JsonObject standing) throws MalformedJsonException {
        String level = standing.optionalText("level").orElse(null);
        long boost = standing.count("boostSeconds");
        BigDecimal credits = BigDecimal.valueOf(standing.number("credits")).stripTrailingZeros();
        StringBuilder daily = new StringBuilder();
        for (JsonObject time : standing.objects("daily", Integer.MAX_VALUE)) {
            daily.append(", daily " + time.text("level") + " from " + time.text("from") + " to " + time.text("until")
                    + " " + time.text("zone"));
        }
        return PlainText.of("tenant " + standing.text("tenant") + ": "
                + (credits.signum() == 0 ? "0" : credits.toPlainString())
                + " credits"
                + (level == null ? "" : ", yields " + level + " for " + standing.count("yieldSeconds") + " s more")
                + daily
                + (boost == 0 ? "" : ", high priority for " + boost + " s more"));
    }
}
