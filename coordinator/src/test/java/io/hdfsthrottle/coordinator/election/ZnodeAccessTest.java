package io.hdfsthrottle.coordinator.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.setting.SettingsReader;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.login.Configuration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.client.ZKClientConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster's znodes in a ZooKeeper that others use, too. */
@Tag("slow")
final class ZnodeAccessTest {
    private static final String ROOT = "/hdfs-throttle/test";
    private static final String JAAS = "java.security.auth.login.config";
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

    /** Its znodes would be the only ones that anybody may write. */
    @Test
    void coordinatorThatIsSetToOpen_followsAClusterThatIsClosed_alsoWhileItRuns() throws Exception {
        Optional<Path> identity = identity("zk", "coordinators:secret\n");
        Election open = candidate(identity, false);
        open.snapshots().write(leading(open), "policy", bytes("p"));
        assertThat(stranger.getData().forPath(ROOT + "/policy")).isEqualTo(bytes("p"));
        Election closing = candidate(identity, true);
        await().atMost(SOON)
                .until(() -> stranger.getChildren().forPath(ROOT + "/leader").size() == 2);
        open.resign(leading(open));
        Term unused = leading(closing);
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertEverythingIsClosed());

        closing.close();
        open.snapshots().write(leading(open), "applications-0001", bytes("a"));
        Election late = candidate(identity, false);
        await().atMost(SOON).until(() -> late.leader().isPresent());
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertEverythingIsClosed());
        assertThatExceptionOfType(KeeperException.NoAuthException.class)
                .isThrownBy(() -> stranger.getData().forPath(ROOT + "/applications-0001"));
    }

    @Test
    void followingThatFails_isTriedAgain_untilEverythingIsClosed() throws Exception {
        String epoch = ROOT + "/epoch";
        String own = ROOT + "/urls";
        stranger.create().creatingParentsIfNeeded().forPath(own);
        stranger.create().forPath(ROOT + "/leader");
        stranger.getZookeeperClient().getZooKeeper().addAuthInfo("digest", bytes("stranger:s"));
        stranger.create().withACL(ZooDefs.Ids.CREATOR_ALL_ACL).forPath(own + "/planted");
        try (CuratorFramework coordinator = CuratorFrameworkFactory.builder()
                .connectString(zookeeper.getConnectString())
                .retryPolicy(new RetryOneTime(100))
                .authorization("digest", bytes("coordinators:secret"))
                .build()) {
            coordinator.start();
            coordinator.create().withACL(ZooDefs.Ids.CREATOR_ALL_ACL).forPath(epoch);
            ZnodeAccess access =
                    ZnodeAccess.of(ZooKeeperSettings.open(zookeeper.getConnectString(), "/hdfs-throttle", SOON), ROOT);
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> access.follow(coordinator, epoch, own, ROOT + "/leader"))
                    .withMessageContaining(own + "/planted");
            coordinator.delete().forPath(own + "/planted");
            access.follow(coordinator, epoch, own, ROOT + "/leader");
            assertThat(coordinator.getACL().forPath(ROOT + "/leader"))
                    .allMatch(acl -> acl.getId().getScheme().equals("digest"));
        }
    }

    /** As the coordinators see it, who alone may list znodes. */
    private void assertEverythingIsClosed() throws Exception {
        try (CuratorFramework coordinator = CuratorFrameworkFactory.builder()
                .connectString(zookeeper.getConnectString())
                .retryPolicy(new RetryOneTime(100))
                .authorization("digest", bytes("coordinators:secret"))
                .build()) {
            coordinator.start();
            List<String> paths = new ArrayList<>(List.of(ROOT));
            for (int i = 0; i < paths.size(); i++) {
                String path = paths.get(i);
                coordinator.getChildren().forPath(path).forEach(child -> paths.add(path + "/" + child));
                assertThat(coordinator.getACL().forPath(path))
                        .as(path)
                        .allMatch(acl -> acl.getId().getScheme().equals("digest"));
            }
            assertThat(paths).hasSizeGreaterThan(4);
        }
    }

    private static boolean isClosed(Map<String, String> more) {
        Map<String, String> given = new HashMap<>(
                Map.of("zookeeper.connect", "zk1:2181", "zookeeper.path", "/p", "zookeeper.session.timeout", "15s"));
        given.putAll(more);
        return ZooKeeperSettings.of(new SettingsReader(given, Map.of(), key -> "", Optional.empty()))
                .creatorOnly();
    }

    @Test
    void whoHasAnIdentity_keepsTheZnodesToIt_unlessToldToLeaveThemOpen() throws Exception {
        assertThat(isClosed(Map.of())).isFalse();
        assertThat(isClosed(Map.of("zookeeper.auth.file", "/za"))).isTrue();
        assertThat(isClosed(Map.of("zookeeper.auth.file", "/za", "zookeeper.acl", "open")))
                .isFalse();
        Path login = Files.writeString(
                folder.resolve("jaas"), "Client { com.sun.security.auth.module.Krb5LoginModule required; };");
        String before = System.getProperty(JAAS);
        try {
            System.setProperty(JAAS, login.toString());
            Configuration.setConfiguration(null);
            assertThat(isClosed(Map.of())).isTrue();
            Files.writeString(
                    login, "Client { com.sun.security.auth.module.Krb5LoginModule required principal=\"svc@R\"; };");
            Configuration.setConfiguration(null);
            assertThat(isClosed(Map.of())).as("a common principal").isTrue();
            System.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
            assertThat(isClosed(Map.of())).as("no SASL").isFalse();
            assertThat(ZooKeeperSettings.open("zk1:2181", "/p", SOON)
                            .openness(ROOT)
                            .orElseThrow())
                    .contains(ZKClientConfig.ENABLE_CLIENT_SASL_KEY);
            System.clearProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY);
            Files.writeString(
                    login,
                    "Client { com.sun.security.auth.module.Krb5LoginModule required principal=\"svc/host1@R\"; };");
            Configuration.setConfiguration(null);
            assertThat(isClosed(Map.of())).as("a host's principal").isFalse();
            assertThat(isClosed(Map.of("zookeeper.acl", "creator"))).isTrue();
            assertThat(ZooKeeperSettings.open("zk1:2181", "/p", SOON)
                            .openness(ROOT)
                            .orElseThrow())
                    .contains("one common principal");
            Files.writeString(login, "Server { com.sun.security.auth.module.Krb5LoginModule required; };");
            Configuration.setConfiguration(null);
            assertThat(isClosed(Map.of())).as("another program's login").isFalse();
        } finally {
            System.clearProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY);
            if (before == null) {
                System.clearProperty(JAAS);
            } else {
                System.setProperty(JAAS, before);
            }
            Configuration.setConfiguration(null);
        }
    }

    @Test
    void openZnodes_areSaidWithWhatTheyMean_andWithTheRemedy() throws Exception {
        ZooKeeperSettings open = ZooKeeperSettings.open("zk1:2181", "/hdfs-throttle", SOON);
        assertThat(open.openness(ROOT).orElseThrow())
                .contains("zk1:2181", ROOT + "/policy", "administrator", "zookeeper.auth.file");
        ZooKeeperSettings chosen = new ZooKeeperSettings(
                "zk1:2181", "/p", SOON, identity("zk", "a:b\n"), false, Optional.empty(), Optional.empty());
        assertThat(chosen.openness(ROOT).orElseThrow()).contains("Remove zookeeper.acl = open");
        ZooKeeperSettings closed = new ZooKeeperSettings(
                "zk1:2181", "/p", SOON, Optional.empty(), true, Optional.empty(), Optional.empty());
        assertThat(closed.openness(ROOT)).isEmpty();
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
