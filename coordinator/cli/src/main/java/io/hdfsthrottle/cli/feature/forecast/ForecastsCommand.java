package io.hdfsthrottle.cli.feature.forecast;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.cli.table.Table;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code forecasts}: what tenants are forecast to read and write, and how good that was. */
@Command(
        name = "forecasts",
        description = "Show what the busiest tenants are forecast to read and write, and how good forecasts were."
                + " INFLUENCE, 0 to 1, is how far the class may move the weight: as far as it came true."
                + " SKILL is how much smaller the error is than that of naive forecasts: of the next second,"
                + " of the mean of the next 15 s, and of each of them; turns need the last to be above 0.",
        mixinStandardHelpOptions = true)
public final class ForecastsCommand extends Subcommands implements FeatureCommand {
    private static final double MEGA = 1e6;

    @Command(name = "list", description = "List them.", mixinStandardHelpOptions = true)
    int list(@Mixin RemoteOptions options) throws InterruptedException {
        return options.list("/v1/forecasts", (answer, out) -> {
            if (!answer.flag("on")) {
                out.println("forecasts are off; set forecast = on in the coordinator's settings");
                return;
            }
            Table table = new Table(
                    "TENANT", "MB/s", "CLASS", "INFLUENCE", "NEXT", "15 s", "MODEL", "SKILL", "TURN", "WEIGHT TIMES");
            for (JsonObject each : answer.objects("tenants", Integer.MAX_VALUE)) {
                table.row(
                        each.text("tenant"),
                        mega(each, "bytesPerSecond"),
                        each.text("ioClass"),
                        String.format(Locale.ROOT, "%.2f", each.number("influence")),
                        mega(each, "nextBytesPerSecond"),
                        mega(each, "stretchBytesPerSecond"),
                        each.optionalText("model").orElse("-"),
                        skill(each, "ofNext") + " " + skill(each, "ofStretch") + " " + skill(each, "ofAhead"),
                        each.flag("turn") ? "yes" : "-",
                        String.format(Locale.ROOT, "%.2f", each.number("factor")));
            }
            table.print(out);
        });
    }

    private static String mega(JsonObject of, String field) throws MalformedJsonException {
        return of.optionalCount(field).isPresent() ? String.format(Locale.ROOT, "%.1f", of.count(field) / MEGA) : "-";
    }

    private static String skill(JsonObject of, String kind) throws MalformedJsonException {
        return String.format(Locale.ROOT, "%.2f", of.object(kind).number("skill"));
    }
}
