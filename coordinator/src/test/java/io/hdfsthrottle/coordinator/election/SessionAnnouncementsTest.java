package io.hdfsthrottle.coordinator.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.state.Announcements.Announcement;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.identity.SigningKeys;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two coordinators tell each other something, and a stranger writes beside them. */
@Tag("slow")
final class SessionAnnouncementsTest {
    private static final String FOLDER = "/cluster/announced";
    private static final String TOPIC = "things";
    private static final URI ONE = URI.create("http://one:9900");
    private static final URI TWO = URI.create("http://two:9900");
    private static final SigningKeys KEYS = keys((byte) 1);

    private TestingServer zookeeper;
    private CuratorFramework first;
    private CuratorFramework second;
    private SessionAnnouncements one;
    private SessionAnnouncements two;

    private static SigningKeys keys(byte seed) {
        byte[] secret = new byte[32];
        secret[0] = seed;
        return SigningKeys.parse(List.of(SigningKeys.line("k1", secret)));
    }

    @BeforeEach
    void start() throws Exception {
        zookeeper = new TestingServer(true);
        first = client();
        second = client();
        one = new SessionAnnouncements(first, FOLDER, () -> ONE, () -> KEYS);
        two = new SessionAnnouncements(second, FOLDER, () -> TWO, () -> KEYS);
    }

    @AfterEach
    void stop() throws Exception {
        first.close();
        second.close();
        zookeeper.close();
    }

    private CuratorFramework client() {
        CuratorFramework client =
                CuratorFrameworkFactory.newClient(zookeeper.getConnectString(), new RetryOneTime(100));
        client.start();
        return client;
    }

    private String path(CuratorFramework of) throws Exception {
        return FOLDER + "/" + TOPIC + "/"
                + Long.toHexString(of.getZookeeperClient().getZooKeeper().getSessionId());
    }

    @Test
    void coordinators_hearEachOther_notThemselves_untilTheirSessionsEnd() throws Exception {
        assertThat(one.ofOthers(TOPIC)).isEmpty();
        one.announce(TOPIC, "a\nb");
        one.announce(TOPIC, "a\nc");
        two.announce(TOPIC, "d");

        assertThat(two.ofOthers(TOPIC)).containsExactly(new Announcement(ONE, "a\nc"));
        assertThat(one.ofOthers(TOPIC)).containsExactly(new Announcement(TWO, "d"));
        first.close();
        await().untilAsserted(() -> assertThat(two.ofOthers(TOPIC)).isEmpty());
    }

    @Test
    void whatSomebodyElseWrites_isNotHeard_andHidesNobody() throws Exception {
        one.announce(TOPIC, "true");
        byte[] told = second.getData().forPath(path(first));
        second.create().withMode(CreateMode.EPHEMERAL).forPath(path(second), told);
        second.create().forPath(FOLDER + "/" + TOPIC + "/%zz", "nonsense".getBytes(StandardCharsets.UTF_8));
        CuratorFramework stranger = client();
        try (stranger) {
            new SessionAnnouncements(stranger, FOLDER, () -> URI.create("http://three"), () -> keys((byte) 2))
                    .announce(TOPIC, "false");

            assertThat(two.ofOthers(TOPIC)).containsExactly(new Announcement(ONE, "true"));
        }
    }

    @Test
    void whatIsTooLong_isRefused_andTheLastIsKept() {
        one.announce(TOPIC, "short");
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> one.announce(TOPIC, "x".repeat(200_000)));
        assertThat(two.ofOthers(TOPIC)).containsExactly(new Announcement(ONE, "short"));
    }
}
