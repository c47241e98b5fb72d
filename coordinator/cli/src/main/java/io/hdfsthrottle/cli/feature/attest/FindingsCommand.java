package io.hdfsthrottle.cli.feature.attest;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code findings}: what is not as promised. */
@Command(
        name = "findings",
        description = "List what is not as promised now, and since when.",
        mixinStandardHelpOptions = true)
public final class FindingsCommand implements Callable<Integer>, FeatureCommand {
    @Mixin
    private RemoteOptions options;

    @Override
    public Integer call() throws InterruptedException {
        return options.list("/v1/findings", (answer, out) -> {
            List<JsonObject> findings = answer.objects("findings", Integer.MAX_VALUE);
            if (findings.isEmpty()) {
                out.println("Everything is as promised.");
            }
            for (JsonObject finding : findings) {
                out.println(PlainText.of(Instant.ofEpochSecond(finding.count("since")) + "  " + finding.text("kind")
                        + "  " + finding.text("detail")));
            }
        });
    }
}
