package io.hdfsthrottle.cli;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.cli.remote.Waiting;
import io.hdfsthrottle.cli.table.Table;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code nodes}: what DataNodes report. */
@Command(
        name = "nodes",
        description = "List the nodes and what they report; show one.",
        mixinStandardHelpOptions = true)
final class NodesCommand extends Subcommands {
    private static final String PACING = "pacing";
    private static final String ENFORCE = "enforce";

    @Command(name = "list", description = "List the nodes and what they report.", mixinStandardHelpOptions = true)
    int list(
            @Mixin RemoteOptions options,
            @Mixin Waiting waiting,
            @Option(
                            names = "--at-least",
                            paramLabel = "N",
                            defaultValue = "0",
                            description =
                                    "Exit code 1 if fewer nodes than N pace, or pass as their mode says; with --wait, wait for them.")
                    int least)
            throws InterruptedException {
        Predicate<Answer> enough = answer -> answer.read(NodesCommand::asTold) >= least;
        Answer all = waiting.request(() -> options.remote().list("/v1/nodes"), enough);
        int code = options.print(all, NodesCommand::list);
        if (!enough.test(all)) {
            throw new Failure(
                    "fewer than " + least
                            + " nodes pace, or pass as their mode says; hdfs-throttle nodes shows which do, and --wait waits for more");
        }
        return code;
    }

    @Command(
            name = "show",
            description = "Show what covers the volumes of a node, and who uses its disks and executors there.",
            mixinStandardHelpOptions = true)
    int show(
            @Mixin RemoteOptions options,
            @Parameters(paramLabel = "NODE", description = "A node, as the list names it.") String node)
            throws InterruptedException {
        return options.show("/v1/nodes/" + encoded(node), NodesCommand::coverage);
    }

    /** How many nodes pace, or are in a mode in which they do not. */
    private static int asTold(JsonObject answer) throws MalformedJsonException {
        int count = 0;
        for (JsonObject each : answer.objects("nodes", Integer.MAX_VALUE)) {
            if (each.flag("answering")
                    && (each.text("state").equals(PACING) || !mode(each).equals(ENFORCE))) {
                count++;
            }
        }
        return count;
    }

    private static String mode(JsonObject node) throws MalformedJsonException {
        return node.optionalText("mode").orElse(ENFORCE);
    }

    private static void list(JsonObject answer, PrintWriter out) throws MalformedJsonException {
        Table table = new Table("NODE", "STATE", "GRANT", "AGE ms", "KEYS", "VOLUMES", "BYTES/s", "READS HELD BY");
        for (JsonObject node : answer.objects("nodes", Integer.MAX_VALUE)) {
            long bytesPerSecond = 0;
            int volumes = 0;
            Set<String> readsHeldBy = new TreeSet<>();
            for (JsonObject volume : node.objects("volumes", Integer.MAX_VALUE)) {
                volumes++;
                for (JsonObject tenant : volume.objects("tenants", Integer.MAX_VALUE)) {
                    bytesPerSecond += tenant.count("bytesPerSecond");
                }
                for (JsonObject cover : volume.objects("coverage", Integer.MAX_VALUE)) {
                    if (cover.text("path").equals("reads")) {
                        readsHeldBy.add(layers(cover));
                    }
                }
            }
            table.row(
                    node.text("node"),
                    node.flag("answering") ? state(node) : "silent",
                    node.count("epoch") + "." + node.count("sequence"),
                    node.count("ageMillis"),
                    keys(node.optionalText("keys").orElse("")),
                    volumes,
                    bytesPerSecond,
                    String.join(" | ", readsHeldBy));
        }
        table.print(out);
    }

    /** Whether a node paces, and by which mode it does not. */
    private static String state(JsonObject node) throws MalformedJsonException {
        String mode = mode(node);
        return mode.equals(ENFORCE) ? node.text("state") : node.text("state") + ": " + mode;
    }

    /** The state of a node's signing keys, with its consequence unless they are the coordinator's own. */
    private static String keys(String reported) {
        return switch (reported) {
            case "none" -> "none: believes any tag";
            case "unusable" -> "unusable: believes no tag";
            case "different" -> "different: believes no tag of this coordinator";
            default -> reported;
        };
    }

    private static void coverage(JsonObject node, PrintWriter out) throws MalformedJsonException {
        Table table = new Table("VOLUME", "PATH", "HELD BY", "WHY NOT MORE");
        for (JsonObject volume : node.objects("volumes", Integer.MAX_VALUE)) {
            for (JsonObject cover : volume.objects("coverage", Integer.MAX_VALUE)) {
                table.row(
                        volume.text("volume"),
                        cover.text("path"),
                        layers(cover),
                        cover.optionalText("reason").orElse(""));
            }
        }
        table.print(out);
        disks(node, out);
        executors(node, out);
    }

    private static void disks(JsonObject node, PrintWriter out) throws MalformedJsonException {
        Table table = new Table("VOLUME", "DISK", "BYTES/s", "HDFS", "EXECUTORS", "NOBODY'S");
        boolean known = false;
        for (JsonObject volume : node.objects("volumes", Integer.MAX_VALUE)) {
            Optional<JsonObject> disk = volume.optionalObject("disk");
            if (disk.isPresent()) {
                known = true;
                table.row(
                        volume.text("volume"),
                        disk.get().text("device"),
                        disk.get().count("totalBytesPerSecond"),
                        disk.get().count("hdfsBytesPerSecond"),
                        disk.get().count("executorsBytesPerSecond"),
                        disk.get().count("unclaimedBytesPerSecond"));
            }
        }
        print(table, known, out);
    }

    private static void executors(JsonObject node, PrintWriter out) throws MalformedJsonException {
        Table table = new Table("APPLICATION", "EXECUTOR", "TENANT", "LOCAL I/O", "BYTES/s", "WHY NOT MORE");
        List<JsonObject> executors = node.objects("executors", Integer.MAX_VALUE);
        for (JsonObject executor : executors) {
            table.row(
                    executor.text("application"),
                    executor.text("executor"),
                    executor.text("tenant"),
                    executor.text("state"),
                    executor.count("bytesPerSecond"),
                    executor.optionalText("reason").orElse(""));
        }
        print(table, !executors.isEmpty(), out);
    }

    private static void print(Table table, boolean known, PrintWriter out) {
        if (known) {
            out.println();
            table.print(out);
        }
    }

    private static String layers(JsonObject cover) throws MalformedJsonException {
        String layers = String.join(", ", cover.texts("coveredBy", Integer.MAX_VALUE));
        return layers.isEmpty() ? "nobody" : layers;
    }
}
