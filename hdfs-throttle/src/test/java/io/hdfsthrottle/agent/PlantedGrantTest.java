package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.grant.GrantStore.Freshness;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.link.FakeLink;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.queue.Account;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.unit.Parker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A forged grant in the file where the node keeps its own: it has no effect once a coordinator answers. */
@Timeout(30)
final class PlantedGrantTest {

    private static final String SOMEBODY = "DFSClient_NONMAPREDUCE_-1_1";

    @TempDir
    Path directory;

    private final FakeLink link = new FakeLink();
    private final List<ThrottleAgent> agents = new ArrayList<>();
    private GrantFile file;

    @BeforeEach
    void choosePath() {
        file = new GrantFile(directory.resolve("grant"));
    }

    @AfterEach
    void close() {
        agents.forEach(ThrottleAgent::close);
    }

    @Test
    void plantedGrant_pinsNothing_whateverItsEpochIs() throws Exception {
        file.write(Grants.of(Long.MAX_VALUE, 9));
        link.grants(Grants.of(7, 3));
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), file);
        await().untilAsserted(() -> assertThat(agent.state().grant()).isEqualTo(GrantVersion.of(7, 3)));
        await().untilAsserted(() -> assertThat(file.read())
                .hasValueSatisfying(kept -> assertThat(kept.version()).isEqualTo(GrantVersion.of(7, 3))));
    }

    @Test
    void plantedGrantOfTheVersionThatTheCoordinatorHas_isReplacedByTheCoordinators() throws Exception {
        file.write(Grants.of("default", 7, 3).withEqualWeights());
        link.grants(Grants.of(7, 3));
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), file);
        await().until(() -> agent.state().freshness() == Freshness.FRESH);
        Account unused = agent.client(SOMEBODY, "10.1.2.3").account(Volume.of("DS-1", null));
        await().until(() -> agent.state().volumes().stream()
                .flatMap(volume -> volume.tenants().stream())
                .anyMatch(each -> each.terms().weight() == 4));
    }

    @Test
    void folderThatOthersMayWrite_keepsNothing_andTheNodePacesByItsCoordinator() throws Exception {
        file.write(Grants.of(9_000, 9));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        link.grants(Grants.of(7, 3));
        ThrottleAgent agent = agent();
        agent.start(Optional.empty(), file);
        assertThat(agent.state().freshness()).isEqualTo(Freshness.NONE);
        ThrottleAgent other = agent();
        other.start(Optional.of(link), file);
        await().untilAsserted(() -> assertThat(other.state().grant()).isEqualTo(GrantVersion.of(7, 3)));
        assertThat(other.isPassing()).isFalse();
    }

    private ThrottleAgent agent() throws Exception {
        AgentSettings settings = AgentSettings.parse(Map.of("hdfs.throttle.pacing.tick", "10ms"));
        ThrottleAgent agent = new ThrottleAgent("dn:9866", settings, new HandSetTicker(), Parker.system());
        agents.add(agent);
        return agent;
    }
}
