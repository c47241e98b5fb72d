package io.hdfsthrottle.cli.feature.launch;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.json.JsonObject;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code deployments}: list, show, end, delete. */
@Command(
        name = "deployments",
        description = "List what you launched; show one with the end of its log, end it, and forget it.",
        mixinStandardHelpOptions = true)
public final class DeploymentsCommand extends Subcommands implements FeatureCommand {
    @Command(name = "list", description = "List them.", mixinStandardHelpOptions = true)
    int list(@Mixin RemoteOptions options) throws InterruptedException {
        return options.list("/v1/deployments", (answer, out) -> {
            List<JsonObject> deployments = answer.objects("deployments", Integer.MAX_VALUE);
            if (!answer.flag("on") && deployments.isEmpty()) {
                out.println(DeploymentText.OFF);
            }
            for (JsonObject deployment : deployments) {
                DeploymentText.print(deployment, out, "");
            }
        });
    }

    @Command(name = "show", description = "Show one, with the end of its log.", mixinStandardHelpOptions = true)
    int show(
            @Mixin RemoteOptions remote,
            @Parameters(paramLabel = "DEPLOYMENT", description = "A deployment, as the list names it.") String id,
            @Option(
                            names = "--lines",
                            paramLabel = "N",
                            defaultValue = "20",
                            description = "How many of the log (default: ${DEFAULT-VALUE}).")
                    int lines)
            throws InterruptedException {
        return remote.show(
                DeploymentText.path(id) + "?lines=" + lines,
                (deployment, out) -> DeploymentText.print(deployment, out, ""));
    }

    @Command(name = "end", description = "End one, and give its disks back.", mixinStandardHelpOptions = true)
    int end(
            @Mixin RemoteOptions remote,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "DEPLOYMENT", description = "A deployment, as the list names it.") String id)
            throws InterruptedException {
        Answer answer =
                remote.remote().request("POST", DeploymentText.path(id) + "/end" + change.query(), null, Map.of());
        return remote.print(answer, (deployment, out) -> DeploymentText.print(deployment, out, change.remark()));
    }

    @Command(name = "delete", description = "Forget one that is over, and its log.", mixinStandardHelpOptions = true)
    int delete(
            @Mixin RemoteOptions remote,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "DEPLOYMENT", description = "A deployment, as the list names it.") String id)
            throws InterruptedException {
        Answer answer = remote.remote().request("DELETE", DeploymentText.path(id) + change.query(), null, Map.of());
        return remote.print(answer, (none, out) -> out.println("deployment " + id + " forgotten" + change.remark()));
    }
}
