package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.fakes.LogLines;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.grant.GrantStore.Freshness;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.FakeLink;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.unit.Parker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which tags a node accepts with the keys that it currently has. */
final class NodeKeysTest {

    private static final String OLD = SigningKeys.line("k1", new byte[32]);
    private static final String NEW = SigningKeys.line("k2", new byte[40]);
    private static final Grant GRANT = Grants.of(7, 3);
    private static final GrantedApplication APPLICATION =
            GrantedApplication.of("app-1", "alice", Grants.GOLD, 1_763_600_000);

    @TempDir
    private Path folder;

    private final HandSetTicker ticker = new HandSetTicker();
    private int version;

    /** Writes the key that a coordinator with these signing keys issues for this node. */
    private Path write(String... lines) throws IOException {
        return store(
                SigningKeys.parse(List.of(lines)).nodeKey("default", "dn", 7).lines());
    }

    private Path store(List<String> lines) throws IOException {
        Path file = Files.write(folder.resolve("keys"), lines);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return Files.setLastModifiedTime(file, FileTime.fromMillis(1_000L * ++version));
    }

    private static AppTag signedWith(String line) {
        return SigningKeys.parse(List.of(line)).sign(GRANT.cluster(), "app-1", "alice", 1_763_600_000);
    }

    @Test
    void keysAreReplacedWithoutARestart() throws IOException {
        NodeKeys keys = NodeKeys.of(Optional.of(write(OLD)), ticker);
        assertThat(keys.believe(signedWith(OLD), APPLICATION, GRANT)).isTrue();
        assertThat(keys.believe(signedWith(NEW), APPLICATION, GRANT)).isFalse();

        write(NEW, OLD);
        ticker.advance(Duration.ofSeconds(1));
        assertThat(keys.believe(signedWith(OLD), APPLICATION, GRANT)).isTrue();
        assertThat(keys.believe(signedWith(NEW), APPLICATION, GRANT)).isTrue();

        write(NEW);
        ticker.advance(Duration.ofSeconds(1));
        assertThat(keys.believe(signedWith(OLD), APPLICATION, GRANT)).isFalse();
        assertThat(keys.believe(signedWith(NEW), APPLICATION, GRANT)).isTrue();
    }

    @Test
    void fileThatCannotBeUsed_refusesEveryTagUntilItCan_andSaysSo() throws IOException {
        Path file = store(List.of("k1 tooshort"));
        try (LogLines log = new LogLines(NodeKeys.class)) {
            assertRefusesUntil(file, log, "the first line of a node's key");
        }
    }

    @Test
    void fileThatIsMissing_refusesEveryTagUntilItIsThere_andSaysSo() throws IOException {
        try (LogLines log = new LogLines(NodeKeys.class)) {
            assertRefusesUntil(folder.resolve("keys"), log, "keys is missing");
        }
    }

    @Test
    void fileThatOthersMayRead_refusesEveryTagUntilTheyMayNot_andSaysSo() throws IOException {
        Path file = write(OLD);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        try (LogLines log = new LogLines(NodeKeys.class)) {
            assertRefusesUntil(file, log, "chmod 600");
        }
    }

    private void assertRefusesUntil(Path file, LogLines log, String reason) throws IOException {
        NodeKeys keys = NodeKeys.of(Optional.of(file), ticker);
        assertThat(keys.believe(signedWith(OLD), APPLICATION, GRANT)).isFalse();
        assertThat(keys.key()).isEmpty();
        assertThat(log.all()).singleElement().asString().contains("ERROR", "No tag is believed", reason);
        ticker.advance(Duration.ofSeconds(10));
        assertThat(keys.believe(signedWith(OLD), APPLICATION, GRANT)).isFalse();
        assertThat(log.all()).hasSize(2);

        write(OLD);
        ticker.advance(Duration.ofSeconds(10));
        assertThat(keys.believe(signedWith(OLD), APPLICATION, GRANT)).isTrue();
        assertThat(log.all()).hasSize(2);
    }

    @Test
    void nodeWhoseFileIsMissing_pacesTaggedClientsAsUntagged() throws Exception {
        ThrottleAgent agent = agent("hdfs.throttle.node.key.file", folder.resolve("absent"));
        FakeLink link = new FakeLink();
        link.grants(GRANT);
        agent.start(Optional.of(link), new GrantFile(folder.resolve("grant")));
        await().until(() -> agent.state().freshness() == Freshness.FRESH);
        String client = "DFSClient_" + signedWith(OLD) + "_-1_1";
        assertThat(agent.client(client, "192.168.0.1")
                        .account(Volume.of("DS-1", null))
                        .tenant())
                .isEqualTo(Tenant.DEFAULT);
        assertThat(agent.state().refusedTags().total()).isEqualTo(1);
        assertThat(agent.isPassing()).isFalse();
        agent.close();
    }

    @Test
    void nodeWithoutAFile_believesAnyTagOfALivingApplication_andWarnsAtEveryStart() throws Exception {
        NodeKeys keys = NodeKeys.of(Optional.empty(), ticker);
        assertThat(keys.believe(signedWith(OLD), APPLICATION, GRANT)).isTrue();

        for (int start = 0; start < 2; start++) {
            try (LogLines log = new LogLines(NodeKeys.class)) {
                ThrottleAgent agent = agent("hdfs.throttle.volume.capacity", "100m");
                agent.start(Optional.of(new FakeLink()), new GrantFile(folder.resolve("grant")));
                agent.close();
                assertThat(log.all())
                        .singleElement()
                        .asString()
                        .contains("WARN", "no node key", "set hdfs.throttle.node.key.file");
            }
        }
    }

    @Test
    void tagThatWasVerified_isNotBelievedForAnotherUserOrStart() throws IOException {
        NodeKeys keys = NodeKeys.of(Optional.of(write(OLD)), ticker);
        assertThat(keys.believe(signedWith(OLD), APPLICATION, GRANT)).isTrue();

        for (GrantedApplication other : List.of(
                GrantedApplication.of("app-1", "bob", Grants.GOLD, 1_763_600_000),
                GrantedApplication.of("app-1", "alice", Grants.GOLD, 1_763_600_001))) {
            assertThat(keys.believe(signedWith(OLD), other, GRANT)).isFalse();
        }
        assertThat(keys.believe(signedWith(OLD), APPLICATION, GRANT)).isTrue();
    }

    @Test
    void keyOfAnotherNode_isSaidAtTheStart() throws IOException {
        NodeKeys keys = NodeKeys.of(Optional.of(write(OLD)), ticker);
        try (LogLines log = new LogLines(NodeKeys.class)) {
            keys.warn("dn:9866");
            assertThat(log.all()).isEmpty();
            keys.warn("dn2:9866");
            assertThat(log.all())
                    .singleElement()
                    .asString()
                    .contains("ERROR", "key of node dn", "this node is dn2:9866", "hdfs-throttle node-key");
        }
    }

    private ThrottleAgent agent(String key, Object value) throws Exception {
        AgentSettings settings = AgentSettings.parse(Map.of(key, value.toString()));
        return new ThrottleAgent("dn:9866", settings, ticker, Parker.system());
    }
}
