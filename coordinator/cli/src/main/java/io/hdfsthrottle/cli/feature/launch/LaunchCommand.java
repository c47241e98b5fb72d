package io.hdfsthrottle.cli.feature.launch;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code launch}: makes a deployment. */
@Command(name = "launch", description = "Launch a product on leased disks.", mixinStandardHelpOptions = true)
public final class LaunchCommand implements Callable<Integer>, FeatureCommand {
    @Mixin
    private RemoteOptions options;

    @Mixin
    private ChangeOptions change;

    @Parameters(paramLabel = "PRODUCT", description = "A product, as hdfs-throttle products lists them.")
    private String product;

    @Option(
            names = "--product-version",
            paramLabel = "VERSION",
            description = "Which, as the list names them; the first one if not given.")
    private String version;

    @Option(names = "--disks", paramLabel = "N", description = "Disks of each node.")
    private Integer disks;

    @Option(names = "--nodes", paramLabel = "N", description = "How many nodes.")
    private Integer nodes;

    @Option(names = "--cores", paramLabel = "N", description = "Cores of each node.")
    private Integer cores;

    @Option(names = "--memory", paramLabel = "SIZE", description = "Memory of each node, e.g. 2g.")
    private String memory;

    @Option(names = "--kind", paramLabel = "KIND", description = "Of which disks: hdd or ssd; any if not given.")
    private String kind;

    @Option(names = "--for", paramLabel = "TIME", description = "How long it may run, e.g. 8h.")
    private Duration time;

    @Option(
            names = "--argument",
            paramLabel = "NAME=VALUE",
            description = "An argument, as the product's form names it.")
    private Map<String, String> arguments = new LinkedHashMap<>();

    @Option(names = "--tenant", paramLabel = "NAME", description = "The tenant whose priority counts.")
    private String tenant;

    @Option(names = "--user", paramLabel = "NAME", description = "Whose it is to be, if not yours; for administrators.")
    private String user;

    @Override
    public Integer call() throws InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("product", product);
        Subcommands.putIfGiven(body, "version", version);
        Subcommands.putIfGiven(body, "disks", disks);
        Subcommands.putIfGiven(body, "nodes", nodes);
        Subcommands.putIfGiven(body, "cores", cores);
        Subcommands.putIfGiven(body, "memory", memory);
        Subcommands.putIfGiven(body, "kind", kind);
        Subcommands.putIfGiven(body, "forSeconds", time == null ? null : time.toSeconds());
        Subcommands.putIfGiven(body, "tenant", tenant);
        Subcommands.putIfGiven(body, "user", user);
        if (!arguments.isEmpty()) {
            body.put("arguments", arguments);
        }
        Answer answer = options.remote().request("POST", "/v1/deployments" + change.query(), body, Map.of());
        return options.print(answer, (deployment, out) -> DeploymentText.print(deployment, out, change.remark()));
    }
}
