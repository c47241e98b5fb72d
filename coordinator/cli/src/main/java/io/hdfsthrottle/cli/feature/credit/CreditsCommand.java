package io.hdfsthrottle.cli.feature.credit;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code credits}: who has how many, who yields and who has high priority. */
@Command(
        name = "credits",
        description = "Show which tenants yield, boost and have credits.",
        mixinStandardHelpOptions = true)
public final class CreditsCommand extends Subcommands implements FeatureCommand {
    @Command(name = "list", description = "List them.", mixinStandardHelpOptions = true)
    int list(@Mixin RemoteOptions options) throws InterruptedException {
        return options.list("/v1/credits", (answer, out) -> {
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
