package io.hdfsthrottle.cli.feature.lease;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.cli.table.Table;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code disks}: lists disks and their holders. */
@Command(
        name = "disks",
        description =
                "List the disks of all nodes: what they are, who has leased them, and until when. Or, for Spark, the"
                        + " folders of this host that lie on disks which a tenant has leased.",
        subcommands = DisksCommand.Listing.class,
        mixinStandardHelpOptions = true)
public final class DisksCommand extends Subcommands implements FeatureCommand {
    /** {@code disks list}. */
    @Command(
            name = "list",
            description =
                    "List the disks of all nodes: what they are, who has leased them, and until when. Or, for Spark,"
                            + " the folders of this host that lie on disks which a tenant has leased.",
            mixinStandardHelpOptions = true)
    static final class Listing implements Callable<Integer> {
        private static final double GIGABYTE = 1e9;

        @Mixin
        private RemoteOptions options;

        @Option(names = "--node", paramLabel = "NODE", description = "Only those of that node, host:port.")
        private String node;

        @ArgGroup(exclusive = false)
        private Folders folders;

        /** Options for the folders that executors of this host may use. */
        private static final class Folders {
            @Option(
                    names = "--folder",
                    paramLabel = "DATA=FOLDER",
                    required = true,
                    description =
                            "A directory of dfs.datanode.data.dir on this host, and a folder for executors on the same"
                                    + " disk; repeatable.")
            private Map<Path, Path> places = new LinkedHashMap<>();

            @Option(names = "--tenant", paramLabel = "TENANT", required = true, description = "Whose leases are meant.")
            private String tenant;

            @ArgGroup(multiplicity = "1")
            private Format format;
        }

        /** The output format of the folders. */
        private static final class Format {
            @Option(
                    names = "--spark-resource",
                    paramLabel = "NAME",
                    description =
                            "Print what a resource discovery script of Spark prints, for a resource of that name.")
            private String resource;

            @Option(names = "--spark-local-dirs", description = "Print them as SPARK_LOCAL_DIRS has them.")
            private boolean localDirs;

            @Option(
                    names = "--kubernetes-pod",
                    paramLabel = "HOST",
                    description =
                            "Print a pod template for spark.kubernetes.executor.podTemplateFile: executors run on that"
                                    + " host, with the folders as their local directories.")
            private String host;
        }

        @Override
        public Integer call() throws InterruptedException {
            return options.list("/v1/disks", folders == null ? this::list : this::offer);
        }

        private void offer(JsonObject answer, PrintWriter out) throws MalformedJsonException {
            List<String> leased =
                    LeasedFolders.of(folders.places, folders.tenant, answer.objects("disks", Integer.MAX_VALUE));
            if (leased.isEmpty()) {
                throw new Failure("tenant " + folders.tenant + " has leased none of the disks of "
                        + folders.places.keySet() + "; `hdfs-throttle leases` shows who has which");
            }
            if (folders.format.localDirs) {
                out.println(String.join(",", leased));
            } else if (folders.format.host != null) {
                out.println(JsonObject.write(PodTemplate.of(folders.format.host, leased)));
            } else {
                Map<String, Object> resource = new LinkedHashMap<>();
                resource.put("name", folders.format.resource);
                resource.put("addresses", leased);
                out.println(JsonObject.write(resource));
            }
        }

        private void list(JsonObject answer, PrintWriter out) throws MalformedJsonException {
            Table table = new Table(
                    "NODE",
                    "VOLUMES",
                    "KIND",
                    "SIZE GB",
                    "BYTES/s",
                    "STATE",
                    "LEFT",
                    "LEASE",
                    "USER",
                    "UNTIL",
                    "OTHERS B/s");
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
                            disk.optionalCount("leftBytes").map(String::valueOf).orElse("-"),
                            disk.optionalText("lease").orElse("-"),
                            disk.optionalText("user").orElse("-"),
                            disk.optionalCount("until").map(Leases::time).orElse("-"),
                            disk.count("othersBytesPerSecond"));
                }
            }
            table.print(out);
        }
    }
}
