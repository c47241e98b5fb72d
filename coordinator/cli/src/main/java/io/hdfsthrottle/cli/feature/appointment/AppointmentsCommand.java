package io.hdfsthrottle.cli.feature.appointment;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.cli.table.Amount;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code appointments}: the appointments that wait or have begun. */
@Command(
        name = "appointments",
        description = "Show the appointments for I/O that wait or have begun.",
        mixinStandardHelpOptions = true)
public final class AppointmentsCommand extends Subcommands implements FeatureCommand {
    @Command(name = "list", description = "List them.", mixinStandardHelpOptions = true)
    int list(@Mixin RemoteOptions options) throws InterruptedException {
        return options.list("/v1/appointments", (answer, out) -> {
            if (!answer.flag("on")) {
                out.println("appointments are off; set appointment = on in the coordinator's settings");
                return;
            }
            List<JsonObject> appointments = answer.objects("appointments", Integer.MAX_VALUE);
            if (appointments.isEmpty()) {
                out.println("no appointments");
            }
            for (JsonObject appointment : appointments) {
                out.println(sentence(appointment));
            }
        });
    }

    private static String sentence(JsonObject appointment) throws MalformedJsonException {
        boolean begun = appointment.text("state").equals("begun");
        return PlainText.of("appointment " + appointment.count("appointment") + " of " + appointment.text("application")
                + ", tenant "
                + appointment.text("tenant") + ": " + Amount.bytes(appointment.count("bytes"))
                + (begun
                        ? ", begun, " + Amount.bytes(appointment.count("servedBytes")) + " served, "
                                + appointment.count("leftSeconds") + " s left"
                        : ", begins within " + appointment.count("startSeconds") + " s"));
    }
}
