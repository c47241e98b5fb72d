package io.hdfsthrottle.cli.launch;

import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.json.JsonObject;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code clusters}: list, show, destroy. */
@Command(
        name = "clusters",
        description = "List what you launched; show one with the end of its log, and destroy it.",
        mixinStandardHelpOptions = true)
public final class ClustersCommand implements Callable<Integer> {
    @Mixin
    private RemoteOptions options;

    /** Made by the command line. */
    public ClustersCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        return options.show("/v1/clusters", (answer, out) -> {
            if (!answer.flag("on")) {
                out.println(ClusterText.OFF);
            }
            for (JsonObject cluster : answer.objects("clusters", Integer.MAX_VALUE)) {
                ClusterText.print(cluster, out, "");
            }
        });
    }

    @Command(name = "show", description = "Show one, with the end of its log.", mixinStandardHelpOptions = true)
    int show(
            @Mixin RemoteOptions remote,
            @Parameters(paramLabel = "CLUSTER", description = "A cluster, as the list names it.") String id,
            @Option(
                            names = "--lines",
                            paramLabel = "N",
                            defaultValue = "20",
                            description = "How many of the log (default: ${DEFAULT-VALUE}).")
                    int lines)
            throws InterruptedException {
        return remote.show(
                ClusterText.path(id) + "?lines=" + lines, (cluster, out) -> ClusterText.print(cluster, out, ""));
    }

    @Command(
            name = "destroy",
            description = "End one, and give its disks back; forget one that is over.",
            mixinStandardHelpOptions = true)
    int destroy(
            @Mixin RemoteOptions remote,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "CLUSTER", description = "A cluster, as the list names it.") String id)
            throws InterruptedException {
        Answer answer = remote.remote().request("DELETE", ClusterText.path(id) + change.query(), null, Map.of());
        return remote.print(answer, (cluster, out) -> {
            if (answer.body().isEmpty()) {
                out.println("cluster " + id + " forgotten" + change.remark());
            } else {
                ClusterText.print(cluster, out, change.remark());
            }
        });
    }
}
