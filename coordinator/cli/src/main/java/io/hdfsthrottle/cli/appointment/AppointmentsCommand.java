package io.hdfsthrottle.cli.appointment;

import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code appointments}: the appointments that wait or have begun. */
@Command(
        name = "appointments",
        description = "Show the appointments for I/O that wait or have begun.",
        mixinStandardHelpOptions = true)
public final class AppointmentsCommand implements Callable<Integer> {
    @Mixin
    private RemoteOptions options;

    /** Made by the command line. */
    public AppointmentsCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        return options.show("/v1/appointments", (answer, out) -> {
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
                + appointment.text("tenant") + ": " + Bytes.text(appointment.count("bytes"))
                + (begun
                        ? ", begun, " + Bytes.text(appointment.count("servedBytes")) + " served, "
                                + appointment.count("leftSeconds") + " s left"
                        : ", begins within " + appointment.count("startSeconds") + " s"));
    }
}
