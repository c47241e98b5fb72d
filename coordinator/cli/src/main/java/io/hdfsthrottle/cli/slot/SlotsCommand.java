package io.hdfsthrottle.cli.slot;

import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code slots}: the appointments that wait or have begun. */
@Command(
        name = "slots",
        description = "Show the appointments for I/O that wait or have begun.",
        mixinStandardHelpOptions = true)
public final class SlotsCommand implements Callable<Integer> {
    @Mixin
    private RemoteOptions options;

    /** Made by the command line. */
    public SlotsCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        return options.show("/v1/slots", (answer, out) -> {
            if (!answer.flag("on")) {
                out.println("appointments are off; set slot = on in the coordinator's settings");
                return;
            }
            List<JsonObject> slots = answer.objects("slots", Integer.MAX_VALUE);
            if (slots.isEmpty()) {
                out.println("no appointments");
            }
            for (JsonObject slot : slots) {
                out.println(sentence(slot));
            }
        });
    }

    private static String sentence(JsonObject slot) throws MalformedJsonException {
        boolean begun = slot.text("state").equals("begun");
        return PlainText.of("appointment " + slot.count("slot") + " of " + slot.text("application") + ", tenant "
                + slot.text("tenant") + ": " + Bytes.text(slot.count("bytes"))
                + (begun
                        ? ", begun, " + Bytes.text(slot.count("servedBytes")) + " served, " + slot.count("leftSeconds")
                                + " s left"
                        : ", begins within " + slot.count("startSeconds") + " s"));
    }
}
