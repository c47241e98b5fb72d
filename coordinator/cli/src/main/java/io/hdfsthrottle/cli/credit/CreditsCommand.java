package io.hdfsthrottle.cli.credit;

import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.json.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code credits}: who has how many, who yields and who has high priority. */
@Command(
        name = "credits",
        description = "Show which tenants yield, boost and have credits.",
        mixinStandardHelpOptions = true)
public final class CreditsCommand implements Callable<Integer> {
    @Mixin
    private RemoteOptions options;

    /** Made by the command line. */
    public CreditsCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        return options.show("/v1/credits", (answer, out) -> {
            if (!answer.flag("on")) {
                out.println("credits are off; set credit = on in the coordinator's settings");
                return;
            }
            for (JsonObject standing : answer.objects("tenants", Integer.MAX_VALUE)) {
                out.println(CreditAnswers.sentence(standing));
            }
        });
    }
}
