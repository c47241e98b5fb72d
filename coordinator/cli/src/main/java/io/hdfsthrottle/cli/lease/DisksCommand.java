package io.hdfsthrottle.cli.lease;

import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.table.Table;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code disks}: what disks there are, and whose. */
@Command(
        name = "disks",
        description = "List the disks of all nodes: what they are, who has leased them, and until when.",
        mixinStandardHelpOptions = true)
public final class DisksCommand implements Callable<Integer> {
    private static final double GIGABYTE = 1e9;

    @Mixin
    private RemoteOptions options;

    @Option(names = "--node", paramLabel = "NODE", description = "Only those of that node, host:port.")
    private String node;

    /** Made by the command line. */
    public DisksCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        return options.show("/v1/disks", this::list);
    }

    private void list(JsonObject answer, PrintWriter out) throws MalformedJsonException {
        Table table = new Table(
                "NODE", "VOLUMES", "KIND", "SIZE GB", "BYTES/s", "STATE", "LEASE", "USER", "UNTIL", "OTHERS B/s");
        for (JsonObject disk : answer.objects("disks", Integer.MAX_VALUE)) {
            if (node == null || node.equals(disk.text("node"))) {
                String trouble = disk.optionalText("trouble")
                        .map(why -> " (" + why + ")")
                        .orElse("");
                table.row(
                        disk.text("node"),
                        String.join(", ", disk.texts("volumes", Integer.MAX_VALUE)),
                        disk.text("kind"),
                        disk.optionalCount("bytes")
                                .map(bytes -> String.valueOf(Math.round(bytes / GIGABYTE)))
                                .orElse("-"),
                        disk.optionalCount("bytesPerSecond")
                                .map(String::valueOf)
                                .orElse("unknown"),
                        disk.text("state") + trouble,
                        disk.optionalText("lease").orElse("-"),
                        disk.optionalText("user").orElse("-"),
                        disk.optionalCount("until").map(Leases::time).orElse("-"),
                        disk.count("strangers"));
            }
        }
        table.print(out);
    }
}
