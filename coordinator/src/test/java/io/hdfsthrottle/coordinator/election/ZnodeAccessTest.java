package io.hdfsthrottle.coordinator.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.state.Term;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster's znodes in a ZooKeeper that others use, too. */
@Tag("slow")
final class ZnodeAccessTest {
    private static final String ROOT = "/hdfs-throttle/test";
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final List<Election> candidates = new ArrayList<>();
    private TestingServer zookeeper;
    private CuratorFramework stranger;

    @BeforeEach
    void start() throws Exception {
        zookeeper = new TestingServer(true);
        stranger = CuratorFrameworkFactory.newClient(zookeeper.getConnectString(), new RetryOneTime(100));
        stranger.start();
    }

    @AfterEach
    void stop() throws Exception {
        candidates.forEach(Election::close);
        stranger.close();
        zookeeper.close();
    }

    private Optional<Path> identity(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Optional.of(Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------")));
    }

    private Election candidate(Optional<Path> identity, boolean creatorOnly) throws IOException {
        Election election = new Election(
                new ZooKeeperSettings(
                        zookeeper.getConnectString(),
                        "/hdfs-throttle",
                        Duration.ofSeconds(4),
                        identity,
                        creatorOnly,
                        Optional.empty(),
                        Optional.empty()),
                ROOT,
                Optional.empty(),
                Clock.systemUTC());
        candidates.add(election);
        election.start(URI.create("http://127.0.0.1:" + candidates.size()), new Silent());
        return election;
    }

    private static Term leading(Election election) {
        await().atMost(SOON).until(() -> election.term().isPresent());
        return election.term().orElseThrow();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void stranger_canNeitherReadNorChangeWhatCoordinatorsKeep() throws Exception {
        Election leader = candidate(identity("zk", "coordinators:secret\n"), true);
        leader.snapshots().write(leading(leader), "policy", bytes("p"));

        for (String znode : List.of(ROOT, ROOT + "/policy", ROOT + "/epoch", ROOT + "/leader")) {
            assertThatExceptionOfType(KeeperException.NoAuthException.class)
                    .as(znode)
                    .isThrownBy(() -> stranger.getData().forPath(znode));
            assertThatExceptionOfType(KeeperException.NoAuthException.class)
                    .as(znode)
                    .isThrownBy(() -> stranger.setData().forPath(znode, bytes("x")));
            assertThatExceptionOfType(KeeperException.NoAuthException.class)
                    .as(znode)
                    .isThrownBy(() -> stranger.create().forPath(znode + "/mine"));
        }
        assertThat(stranger.getChildren().forPath("/hdfs-throttle")).containsExactly("test");
    }

    @Test
    void coordinatorWithTheSameIdentity_takesOver() throws Exception {
        Optional<Path> identity = identity("zk", "coordinators:secret\n");
        Election first = candidate(identity, true);
        first.snapshots().write(leading(first), "policy", bytes("p"));
        first.close();
        Election second = candidate(identity, true);
        Term unused = leading(second);

        assertThat(second.snapshots().load("policy")).contains(bytes("p"));
    }

    @Test
    void clusterThatBeganOpen_isClosedByTheFirstLeaderWithAnIdentity() throws Exception {
        Election open = candidate(Optional.empty(), false);
        open.snapshots().write(leading(open), "policy", bytes("p"));
        open.close();
        assertThat(stranger.getData().forPath(ROOT + "/policy")).isEqualTo(bytes("p"));

        Election closing = candidate(identity("zk", "coordinators:secret\n"), true);
        Term unused = leading(closing);

        assertThatExceptionOfType(KeeperException.NoAuthException.class)
                .isThrownBy(() -> stranger.getData().forPath(ROOT + "/policy"));
        assertThat(closing.snapshots().load("policy")).contains(bytes("p"));
    }

    /** A takeover must not wait for an answer for each of a thousand shards. */
    @Test
    void takeoverOfAClosedCluster_visitsNoZnodeAgain() throws Exception {
        Optional<Path> identity = identity("zk", "coordinators:secret\n");
        Election first = candidate(identity, true);
        first.snapshots().write(leading(first), "policy", bytes("p"));
        first.close();
        stranger.getZookeeperClient().getZooKeeper().addAuthInfo("digest", bytes("coordinators:secret"));
        int before = stranger.checkExists().forPath(ROOT + "/policy").getAversion();

        Term unused = leading(candidate(identity, true));

        assertThat(stranger.checkExists().forPath(ROOT + "/policy").getAversion())
                .isEqualTo(before);
    }

    @Test
    void coordinatorDoesNotLead_overZnodesThatAStrangerPlanted() throws Exception {
        stranger.getZookeeperClient().getZooKeeper().addAuthInfo("digest", bytes("stranger:s"));
        stranger.create()
                .creatingParentsIfNeeded()
                .withACL(ZooDefs.Ids.CREATOR_ALL_ACL)
                .forPath(ROOT + "/policy", bytes("planted"));
        Election wary = candidate(identity("zk", "coordinators:secret\n"), true);

        await().during(Duration.ofSeconds(3)).atMost(SOON).until(() -> wary.term()
                .isEmpty());
    }

    @Test
    void fileThatIsNoIdentity_isRefusedWithoutShowingIt() throws IOException {
        Optional<Path> malformed = identity("zk", "justonesecret\n");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> candidate(malformed, true))
                .withMessageContainingAll("zookeeper.auth.file", "USER:PASSWORD")
                .withMessageNotContaining("justonesecret");
    }
}
