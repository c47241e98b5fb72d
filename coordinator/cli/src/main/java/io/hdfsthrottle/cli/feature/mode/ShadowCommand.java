package io.hdfsthrottle.cli.feature.mode;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code shadow}: what enforcing would give. */
@Command(
        name = "shadow",
        description = "Say what each tenant gets where something is in shadow, and what enforcing would give it.",
        mixinStandardHelpOptions = true)
public final class ShadowCommand implements Callable<Integer>, FeatureCommand {
    @Mixin
    private RemoteOptions options;

    @Override
    public Integer call() throws InterruptedException {
        return options.list("/v1/shadow", (answer, out) -> {
            out.println(PlainText.of(answer.text("summary")));
            for (JsonObject tenant : answer.objects("tenants", Integer.MAX_VALUE)) {
                out.println(PlainText.of(tenant.text("sentence")));
            }
        });
    }
}
