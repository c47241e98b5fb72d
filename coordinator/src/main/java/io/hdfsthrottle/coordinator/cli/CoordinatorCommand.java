package io.hdfsthrottle.coordinator.cli;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.coordinator.Coordinator;
import io.hdfsthrottle.coordinator.CoordinatorSettings;
import io.hdfsthrottle.coordinator.cli.SettingsFile.Written;
import io.hdfsthrottle.coordinator.election.EmbeddedZooKeeper;
import io.hdfsthrottle.coordinator.setting.RefusedSetting;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code coordinator}: runs a coordinator until it is stopped. */
@Command(name = "coordinator", description = "Run a coordinator.", mixinStandardHelpOptions = true)
final class CoordinatorCommand implements Callable<Integer> {
    private static final Duration FIRST_ELECTION = Duration.ofSeconds(20);

    @Option(names = "--config", paramLabel = "FILE", description = "Settings, see conf/coordinator.properties.")
    private Path config;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "One setting; it counts before the file's.")
    private List<String> set = List.of();

    @Option(
            names = "--embedded-zookeeper",
            paramLabel = "DIR",
            description = "Run ZooKeeper in this process, its data in DIR, on the port of zookeeper.connect.")
    private Path embedded;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CoordinatorSettings settings = settings(config, SettingsFile.parse(set, number -> "--set number " + number));
        EmbeddedZooKeeper zookeeper = null;
        if (embedded != null) {
            zookeeper = embed(settings);
            settings = settings.withZookeeper("127.0.0.1:" + zookeeper.port());
        }
        Coordinator coordinator = Coordinator.start(settings);
        EmbeddedZooKeeper server = zookeeper;
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(coordinator, server), "hdfs-throttle-stop"));
        while (!coordinator.awaitLeader(FIRST_ELECTION)) {
            String reason = coordinator.standsAside()
                    ? "this coordinator does not stand for election: another one has its URL, advertised.url = "
                            + coordinator.url() + "; give each its own, or stop the other one. Trying again."
                    : "no coordinator leads yet: ZooKeeper does not answer at zookeeper.connect = "
                            + settings.zookeeper().connect() + "; start it, or run this coordinator with"
                            + " --embedded-zookeeper DIR. Trying again.";
            command.commandLine().getErr().println("hdfs-throttle: " + reason);
        }
        PrintWriter out = command.commandLine().getOut();
        out.println("hdfs-throttle coordinator ready on " + coordinator.url());
        out.flush();
        new CountDownLatch(1).await();
        return 0;
    }

    static CoordinatorSettings settings(Path file, Map<String, Written> set) throws IOException {
        Map<String, Written> written = new LinkedHashMap<>(file == null ? Map.of() : SettingsFile.read(file));
        written.putAll(set);
        Map<String, String> given = new LinkedHashMap<>();
        written.forEach((key, value) -> given.put(key, value.value()));
        Written nowhere = new Written("", file == null ? "--set" : file + " and --set");
        try {
            return CoordinatorSettings.of(
                    given,
                    key -> written.getOrDefault(key, nowhere).place(),
                    Optional.ofNullable(file)
                            .map(named -> named.toAbsolutePath().getParent()));
        } catch (RefusedSetting refused) {
            throw Failure.wronglyAsked(refused.getMessage(), refused);
        }
    }

    private EmbeddedZooKeeper embed(CoordinatorSettings settings) throws IOException {
        String connect = settings.zookeeper().connect();
        int colon = connect.lastIndexOf(':');
        String host = connect.substring(0, colon);
        if (!host.equals("127.0.0.1") && !host.equals("localhost")) {
            throw new Failure("zookeeper.connect = " + connect
                    + " does not go with --embedded-zookeeper; a good value is 127.0.0.1:2181");
        }
        return ZooKeeperCommand.start(embedded, Integer.parseInt(connect.substring(colon + 1)));
    }

    private static void stop(Coordinator coordinator, EmbeddedZooKeeper zookeeper) {
        coordinator.close();
        if (zookeeper != null) {
            zookeeper.close();
        }
    }
}
