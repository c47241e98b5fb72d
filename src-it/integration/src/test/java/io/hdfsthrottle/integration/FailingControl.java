package io.hdfsthrottle.integration;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.control.Coordinator;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * An HDFS whose DataNode has the hook, ZooKeeper, and two coordinators of which one leads, all by TLS: what fails here
 * comes back.
 */
final class FailingControl implements AutoCloseable {

    static final String GOLD = "gold";

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String READ_AGAIN = " has changed and was read again";

    private final Cluster cluster;

    private FailingControl(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Starts it all in a folder of that name, with one tenant beyond the built-in ones and a volume of that capacity;
     * the DataNode holds the leader's grant when this returns.
     */
    static FailingControl start(String folder, Duration lease, Duration session, String capacity) throws IOException {
        Cluster cluster = Cluster.in(RigFolders.folder(folder))
                .hadoop(Versions.ofHadoop())
                .tls()
                .coordinators(2)
                .coordinator(Map.of(
                        "application.expiry", lease.toSeconds() + "s",
                        "zookeeper.session.timeout", session.toSeconds() + "s"))
                .dataNode(Map.of("hdfs.throttle.volume.capacity", capacity, "hdfs.throttle.charge", "transferred"))
                .start();
        cluster.leader().putTenant(GOLD, 8);
        cluster.awaitGrants();
        return new FailingControl(cluster);
    }

    /** Starts again what was ended, and waits until one leads. */
    void repair() {
        cluster.repairControl();
    }

    /** What a Spark application of {@link #GOLD} needs to register here. */
    Map<String, String> applications() {
        Map<String, String> own = new LinkedHashMap<>(cluster.secureControl().applications());
        own.put("spark.hdfs.throttle.tenant", GOLD);
        own.put("spark.hdfs.throttle.coordinator", cluster.addresses());
        return own;
    }

    NameNode nameNode() {
        return cluster.nameNode();
    }

    JavaProcess zooKeeper() {
        return cluster.zooKeeper().process();
    }

    Coordinator leader() {
        return cluster.leader();
    }

    Coordinator leaderInsteadOf(Coordinator former) {
        return cluster.leaderInsteadOf(former);
    }

    /**
     * The living application of this name, as that coordinator lists it, but for what it does; empty where it does
     * not answer.
     */
    static Optional<Map<String, Object>> application(Coordinator coordinator, String name) {
        try {
            Optional<Map<String, Object>> listed = coordinator.application(name).map(LinkedHashMap::new);
            listed.ifPresent(
                    application -> application.keySet().removeAll(Set.of("waitedMillis", "bytes", "bytesPerSecond")));
            return listed;
        } catch (IOException away) {
            return Optional.empty();
        }
    }

    HookFigures figures() {
        return cluster.figures();
    }

    /** Gives every process one more key, which verifies; then signs with it. Nothing is restarted. */
    void rotateKey() throws IOException {
        Path file = Coordinator.signingKeys(cluster.rig());
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
        awaitReadAgain(leader.process(), () -> {
            Path fresh = Files.write(file.resolveSibling("signing.keys.new"), lines);
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
            return Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        });
        awaitReadAgain(cluster.dataNode().process(), () -> Coordinator.nodeKey(cluster.rig(), "default"));
    }

    private static void awaitReadAgain(JavaProcess reader, Callable<Path> change) throws IOException {
        long before = readAgain(reader);
        try {
            Path unused = change.call();
        } catch (IOException failed) {
            throw failed;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
        await().atMost(PATIENCE).until(() -> readAgain(reader) > before);
    }

    private static long readAgain(JavaProcess process) {
        try {
            return Files.readAllLines(process.log()).stream()
                    .filter(line -> line.contains("key") && line.contains(READ_AGAIN))
                    .count();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
