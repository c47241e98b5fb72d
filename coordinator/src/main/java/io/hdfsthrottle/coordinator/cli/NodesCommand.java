package io.hdfsthrottle.coordinator.cli;

import io.hdfsthrottle.json.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code nodes}: what DataNodes report. */
@Command(name = "nodes", description = "List the nodes and what they report.", mixinStandardHelpOptions = true)
final class NodesCommand implements Callable<Integer> {
    @Mixin
    private RemoteOptions options;

    @Override
    public Integer call() throws InterruptedException {
        return options.show("/v1/nodes", (answer, out) -> {
            Table table = new Table("NODE", "STATE", "GRANT", "AGE ms", "VOLUMES", "BYTES/s");
            for (JsonObject node : answer.objects("nodes", Integer.MAX_VALUE)) {
                long bytesPerSecond = 0;
                int volumes = 0;
                for (JsonObject volume : node.objects("volumes", Integer.MAX_VALUE)) {
                    volumes++;
                    for (JsonObject tenant : volume.objects("tenants", Integer.MAX_VALUE)) {
                        bytesPerSecond += tenant.count("bytesPerSecond");
                    }
                }
                table.row(
                        node.text("node"),
                        node.flag("answering") ? node.text("state") : "silent",
                        node.count("epoch") + "." + node.count("sequence"),
                        node.count("ageMillis"),
                        volumes,
                        bytesPerSecond);
            }
            table.print(out);
        });
    }
}
