package io.hdfsthrottle.coordinator.cli;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.coordinator.CoordinatorSettings;
import io.hdfsthrottle.coordinator.access.NewSecretFile;
import io.hdfsthrottle.coordinator.application.SigningKeyFile;
import io.hdfsthrottle.identity.NodeKey;
import io.hdfsthrottle.identity.SigningKeys;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code node-key}: makes the keys of DataNodes from the coordinators' signing keys. */
@Command(
        name = "node-key",
        description = {
            "Make the keys of DataNodes, one file a host: HOST.key, to be copied to that host alone.",
            "With it a DataNode verifies tags and reports as itself; it can sign nothing and speak for no other node.",
            "Run it on a coordinator. A file that is there is replaced; keys that were made before remain valid."
        },
        mixinStandardHelpOptions = true)
final class NodeKeyCommand implements Callable<Integer> {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            defaultValue = "/etc/hdfs-throttle/coordinator.properties",
            description = "The coordinator's settings (default: ${DEFAULT-VALUE}).")
    private Path config;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Where the files are made (default: nodes beside the signing keys).")
    private Path directory;

    @Parameters(
            arity = "1..*",
            paramLabel = "HOST",
            description = "The DataNode's name as the NameNode lists it, without its port: dn1.example.com.")
    private List<String> hosts;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException {
        List<String> wrong =
                hosts.stream().filter(host -> !NodeKey.isHost(host)).toList();
        if (!wrong.isEmpty()) {
            throw Failure.wronglyAsked(
                    "HOST " + wrong.get(0) + " is no name of a host, such as dn1.example.com: " + NodeKey.HOST_RULE,
                    null);
        }
        CoordinatorSettings settings = CoordinatorCommand.settings(config, Map.of());
        Path keys = settings.signingKeysFile().toAbsolutePath();
        SigningKeys signing = SigningKeyFile.read(keys).get();
        Path folder = directory == null ? keys.resolveSibling("nodes") : directory;
        PrintWriter out = command.commandLine().getOut();
        long now = Instant.now().getEpochSecond(); // the wall clock: when the key is issued
        for (String host : hosts) {
            Path file = folder.resolve(host + ".key");
            List<String> lines = signing.nodeKey(settings.cluster(), host, now).lines();
            try {
                NewSecretFile.replace(file, String.join("\n", lines));
            } catch (IOException unable) {
                throw new Failure(
                        "cannot write in --directory " + folder + ": " + unable.getMessage()
                                + "; name a folder of your own, such as --directory node-keys",
                        unable);
            }
            out.println("made " + file);
        }
        out.println("Copy each to its host alone, for example:");
        String host = hosts.get(0);
        out.println("  ssh " + host + " mkdir -p /etc/hdfs-throttle && scp -p " + folder.resolve(host + ".key") + " "
                + host + ":/etc/hdfs-throttle/node.key && ssh " + host + " chown hdfs: /etc/hdfs-throttle/node.key");
        out.flush();
        return 0;
    }
}
