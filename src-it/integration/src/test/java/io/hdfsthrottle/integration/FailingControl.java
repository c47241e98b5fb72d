package io.hdfsthrottle.integration;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.testkit.cluster.Nodes;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.SecureControl;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An HDFS whose DataNode has the hook, ZooKeeper, and two coordinators of which one leads, all by TLS: what fails here
 * comes back.
 */
final class FailingControl implements AutoCloseable {

    static final String GOLD = "gold";

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String READ_AGAIN = "signing.keys has changed and was read again";

    private final Nodes nodes;
    private final SecureControl secure;
    private final Map<String, String> settings;
    private final int[] ports;
    private final int zooKeeperPort;
    private final Coordinator[] coordinators = new Coordinator[2];
    private final DataNode dataNode;
    private ZooKeeper zooKeeper;

    private FailingControl(Nodes nodes, Duration lease, Duration session, String capacity) throws IOException {
        this.nodes = nodes;
        this.secure = SecureControl.in(nodes.rig());
        this.settings = new LinkedHashMap<>(secure.coordinators());
        settings.put("application.expiry", lease.toSeconds() + "s");
        settings.put("zookeeper.session.timeout", session.toSeconds() + "s");
        this.ports = new int[] {nodes.rig().ports().free(), nodes.rig().ports().free()};
        this.zooKeeperPort = nodes.rig().ports().free();
        repair();
        Map<String, String> site = new LinkedHashMap<>(secure.dataNodes());
        site.put("hdfs.throttle.volume.capacity", capacity);
        site.put("hdfs.throttle.charge", "transferred");
        site.put("hdfs.throttle.coordinator", addresses());
        this.dataNode = nodes.hooked("datanode", site, List.of());
    }

    /**
     * Starts it all, with one tenant beyond the built-in ones; the DataNode holds the leader's grant when this returns.
     */
    static FailingControl start(String hadoop, Duration lease, Duration session) throws IOException {
        return start("identity", hadoop, lease, session, "400m");
    }

    /** The same in a folder of that name, with a volume of that capacity. */
    static FailingControl start(String folder, String hadoop, Duration lease, Duration session, String capacity)
            throws IOException {
        Nodes nodes = Nodes.start(RigFolders.folder(folder), hadoop, Map.of());
        FailingControl control = new FailingControl(nodes, lease, session, capacity);
        control.leader().putTenant(GOLD, 8);
        await().atMost(PATIENCE)
                .until(() -> control.figures().text("GrantFreshness").equals("FRESH"));
        return control;
    }

    /** Starts again what was ended, and waits until one leads. */
    void repair() {
        if (zooKeeper == null || !zooKeeper.process().isAlive()) {
            zooKeeper = secure.zooKeeper(zooKeeperPort);
        }
        for (int i = 0; i < coordinators.length; i++) {
            if (coordinators[i] == null || !coordinators[i].process().isAlive()) {
                coordinators[i] = secure.coordinator("coordinator-" + i, zooKeeper, ports[i], settings);
            }
        }
        Coordinator unused = leader();
    }

    /** Both addresses, as DataNodes and drivers are told. */
    private String addresses() {
        return "https://127.0.0.1:" + ports[0] + ",https://127.0.0.1:" + ports[1];
    }

    /** What a Spark application of {@link #GOLD} needs to register here. */
    Map<String, String> applications() {
        Map<String, String> own = new LinkedHashMap<>(secure.applications());
        own.put("spark.hdfs.throttle.tenant", GOLD);
        own.put("spark.hdfs.throttle.coordinator", addresses());
        return own;
    }

    NameNode nameNode() {
        return nodes.nameNode();
    }

    JavaProcess zooKeeper() {
        return zooKeeper.process();
    }

    /** The leader, as soon as there is one. */
    Coordinator leader() {
        return await().atMost(PATIENCE)
                .until(() -> leading(List.of(coordinators)), Optional::isPresent)
                .orElseThrow();
    }

    /** The leader other than that one, as soon as there is one. */
    Coordinator leaderInsteadOf(Coordinator former) {
        List<Coordinator> others = new ArrayList<>(List.of(coordinators));
        others.remove(former);
        return await().atMost(PATIENCE)
                .until(() -> leading(others), Optional::isPresent)
                .orElseThrow();
    }

    private static Optional<Coordinator> leading(List<Coordinator> asked) {
        return asked.stream().filter(FailingControl::leads).findFirst();
    }

    static boolean leads(Coordinator coordinator) {
        try {
            return Boolean.TRUE.equals(coordinator.get("/v1/status").get("leading"));
        } catch (IOException away) {
            return false;
        }
    }

    /** The living application of this name, as that coordinator lists it. */
    @SuppressWarnings("unchecked")
    static Optional<Map<String, Object>> application(Coordinator coordinator, String name) {
        try {
            List<Map<String, Object>> living = (List<Map<String, Object>>)
                    coordinator.get("/v1/applications").get("applications");
            return living.stream().filter(each -> name.equals(each.get("name"))).findFirst();
        } catch (IOException away) {
            return Optional.empty();
        }
    }

    HookFigures figures() {
        return HookFigures.of(dataNode);
    }

    /** Gives every process one more key, which verifies; then signs with it. Nothing is restarted. */
    void rotateKey() throws IOException {
        Path file = Coordinator.signingKeys(nodes.rig());
        List<String> lines = Files.readAllLines(file);
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        String former = lines.get(0);
        String fresh = SigningKeys.line("n" + System.nanoTime() % 1_000_000, secret);
        Coordinator leader = leader();
        replace(file, List.of(former, fresh), leader);
        replace(file, List.of(fresh, former), leader);
    }

    private void replace(Path file, List<String> lines, Coordinator leader) throws IOException {
        List<JavaProcess> readers = List.of(leader.process(), dataNode.process());
        List<Long> before = readers.stream().map(FailingControl::readAgain).toList();
        Path fresh = Files.write(file.resolveSibling("signing.keys.new"), lines);
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        await().atMost(PATIENCE).until(() -> {
            for (int i = 0; i < readers.size(); i++) {
                if (readAgain(readers.get(i)) <= before.get(i)) {
                    return false;
                }
            }
            return true;
        });
    }

    private static long readAgain(JavaProcess process) {
        try {
            return Files.readAllLines(process.log()).stream()
                    .filter(line -> line.contains(READ_AGAIN))
                    .count();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public void close() {
        nodes.close();
    }
}
