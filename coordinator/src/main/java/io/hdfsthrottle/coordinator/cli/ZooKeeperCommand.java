package io.hdfsthrottle.coordinator.cli;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.coordinator.election.EmbeddedZooKeeper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code zookeeper}: runs one ZooKeeper server on the loopback address until it is stopped. */
@Command(
        name = "zookeeper",
        description = "Run one ZooKeeper server on 127.0.0.1, for trying things out.",
        mixinStandardHelpOptions = true)
final class ZooKeeperCommand implements Callable<Integer> {
    @Option(names = "--data", paramLabel = "DIR", required = true, description = "Where its data lie.")
    private Path data;

    @Option(names = "--port", paramLabel = "N", defaultValue = "2181", description = "Where it listens; 0 for any.")
    private int port;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException, InterruptedException {
        EmbeddedZooKeeper server = start(data, port);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "hdfs-throttle-stop"));
        PrintWriter out = command.commandLine().getOut();
        out.println("hdfs-throttle zookeeper ready on 127.0.0.1:" + server.port());
        out.flush();
        new CountDownLatch(1).await();
        return 0;
    }

    static EmbeddedZooKeeper start(Path data, int port) throws IOException {
        if (port < 0 || port > 65_535) {
            throw new Failure("port " + port + " is refused; a good value is 2181");
        }
        try {
            return EmbeddedZooKeeper.start(data, port);
        } catch (IOException unable) {
            throw new IOException(
                    "cannot run ZooKeeper on 127.0.0.1:" + port + " with its data in " + data + ": "
                            + unable.getMessage(),
                    unable);
        }
    }
}
