package io.hdfsthrottle.cli.feature.launch;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code products}: list. */
@Command(
        name = "products",
        description = "List what can be launched on leased disks, and what is asked of who does.",
        mixinStandardHelpOptions = true)
public final class ProductsCommand extends Subcommands implements FeatureCommand {
    @Command(name = "list", description = "List them.", mixinStandardHelpOptions = true)
    int list(@Mixin RemoteOptions options) throws InterruptedException {
        return options.list("/v1/products", (answer, out) -> {
            if (!answer.flag("on")) {
                out.println(DeploymentText.OFF);
            }
            for (JsonObject product : answer.objects("products", Integer.MAX_VALUE)) {
                DeploymentText.tellProduct(product, out);
            }
        });
    }
}
