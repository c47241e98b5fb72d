package io.hdfsthrottle.coordinator;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;

/** A real ZooKeeper in this process and real coordinators that elect their leader through it. */
public final class TestCluster implements AutoCloseable {
    private final TestingServer zookeeper;
    private final Path folder;
    private final List<Coordinator> coordinators = new ArrayList<>();

    /** Starts ZooKeeper, without coordinators yet; the folder holds the keys. */
    public TestCluster(Path folder) {
        this.folder = folder;
        try {
            zookeeper = new TestingServer(true);
        } catch (Exception unable) {
            throw new IllegalStateException("no ZooKeeper", unable);
        }
    }

    /** One more coordinator, standing for election; settings as {@code key, value, key, value}. */
    public Coordinator coordinator(String... settings) throws IOException {
        return coordinator(Clock.systemUTC(), settings);
    }

    /** The same on a host with that clock. */
    Coordinator coordinator(Clock clock, String... settings) throws IOException {
        Map<String, String> given = new LinkedHashMap<>();
        given.put("listen.port", "0");
        given.put("zookeeper.connect", zookeeper.getConnectString());
        given.put("zookeeper.session.timeout", "4s");
        given.put("signing.keys.file", folder.resolve("signing.keys").toString());
        for (int i = 0; i < settings.length; i += 2) {
            given.put(settings[i], settings[i + 1]);
        }
        Coordinator coordinator = Coordinator.start(CoordinatorSettings.of(given, key -> "the test"), clock);
        coordinators.add(coordinator);
        return coordinator;
    }

    /** One more coordinator, which leads when this returns. */
    public Coordinator leader(String... settings) throws IOException {
        return leading(coordinator(settings));
    }

    /** The coordinator, once it leads. */
    public static Coordinator leading(Coordinator coordinator) {
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> coordinator.leadership().term().isPresent());
        return coordinator;
    }

    /** Takes the lead from its leader, as another one does that takes it for gone. */
    public void depose() throws Exception {
        try (CuratorFramework client =
                CuratorFrameworkFactory.newClient(zookeeper.getConnectString(), new RetryOneTime(100))) {
            client.start();
            String candidates =
                    CoordinatorSettings.of(Map.of(), key -> "the test").znodes() + "/leader";
            String first = client.getChildren().forPath(candidates).stream()
                    .min(Comparator.comparing(name -> name.substring(name.lastIndexOf('-'))))
                    .orElseThrow();
            client.delete().forPath(candidates + "/" + first);
        }
    }

    /** The ZooKeeper, to stop and start. */
    public TestingServer zookeeper() {
        return zookeeper;
    }

    @Override
    public void close() throws IOException {
        coordinators.forEach(Coordinator::close);
        zookeeper.close();
    }
}
