package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coverage.KernelLayers;
import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.FakeLink;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.mode.Modes;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.queue.Account;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.setting.SettingException;
import io.hdfsthrottle.unit.Parker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node goes by the last mode that it was told, and by its settings before the first. */
@Timeout(30)
@Tag("slow")
final class ModeTest {

    private static final Volume DISK = Volume.of("DS-1", null);

    @TempDir
    Path directory;

    private final HandSetTicker ticker = new HandSetTicker();
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

    private ThrottleAgent agent(String... keysAndValues) throws SettingException, IOException {
        Map<String, String> written = new HashMap<>(Map.of("hdfs.throttle.pacing.tick", "10ms"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            written.put("hdfs.throttle." + keysAndValues[i], keysAndValues[i + 1]);
        }
        ThrottleAgent agent = new ThrottleAgent("dn:9866", AgentSettings.parse(written), ticker, Parker.system());
        agents.add(agent);
        return agent;
    }

    private static Grant grant(long sequence, Mode cluster, Map<String, Mode> nodes) {
        return Grants.of(7, sequence).withModes(Modes.of(Optional.ofNullable(cluster), nodes, Map.of()));
    }

    private static void awaitMode(ThrottleAgent agent, Mode mode) {
        await().until(() -> agent.state().mode() == mode);
    }

    @Test
    void modeOfTheCluster_isFollowedAtOnce_andReported() throws Exception {
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), file);
        link.grants(grant(1, Mode.OFF, Map.of()));
        awaitMode(agent, Mode.OFF);
        assertThat(agent.isPassing()).isTrue();
        assertThat(agent.isScheduling()).isFalse();
        link.grants(grant(2, Mode.SHADOW, Map.of()));
        awaitMode(agent, Mode.SHADOW);
        assertThat(agent.isPassing()).as("it is counted").isFalse();
        assertThat(agent.isScheduling()).isFalse();
        assertThat(agent.state().passing()).isTrue();
        await().untilAsserted(() -> assertThat(link.reports()).anySatisfy(report -> {
            assertThat(report.mode()).contains(Mode.SHADOW);
            assertThat(report.pacing()).isFalse();
        }));
        link.grants(grant(3, Mode.ENFORCE, Map.of()));
        awaitMode(agent, Mode.ENFORCE);
        assertThat(agent.isScheduling()).isTrue();
    }

    @Test
    void modeOfAnotherNode_isNotThisOnes() throws Exception {
        ThrottleAgent agent = agent("mode", "shadow");
        agent.start(Optional.of(link), file);
        link.grants(grant(1, null, Map.of("other:9866", Mode.OFF)));
        await().until(() -> agent.state().grant().sequence() == 1);
        assertThat(agent.state().mode()).as("of its settings").isEqualTo(Mode.SHADOW);
        link.grants(grant(2, Mode.SHADOW, Map.of("dn:9866", Mode.ENFORCE)));
        awaitMode(agent, Mode.ENFORCE);
    }

    @Test
    void lastMode_staysWithoutACoordinator_underAnOlderOne_andOverARestart() throws Exception {
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), file);
        link.grants(grant(1, Mode.OFF, Map.of()));
        awaitMode(agent, Mode.OFF);
        link.grants(Grants.of(7, 2)); // it knows no modes
        await().until(() -> agent.state().grant().sequence() == 2);
        link.gone(true);
        ticker.advance(Duration.ofDays(1));
        agent.tick();
        assertThat(agent.state().mode()).isEqualTo(Mode.OFF);
        await().until(() ->
                file.read().filter(kept -> kept.version().sequence() == 2).isPresent());
        agent.close();

        ThrottleAgent after = agent();
        after.start(Optional.empty(), file);
        assertThat(after.state().mode()).isEqualTo(Mode.OFF);
        assertThat(Files.readString(directory.resolve("grant"))).contains("\"off\"");
    }

    @Test
    void accounts_areAskedForAgain_whenTheModeChanges() throws Exception {
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), file);
        link.grants(grant(1, null, Map.of()));
        await().until(() -> agent.state().grant().sequence() == 1);
        Account account = agent.account(Tenant.BALANCER, DISK);
        assertThat(account.isScheduled()).isTrue();
        int generation = agent.generation();
        link.grants(grant(2, Mode.SHADOW, Map.of()));
        await().until(() -> !account.isScheduled());
        await().until(() -> agent.generation() > generation + 1); // of the grant, and of the streams that ended
        assertThat(agent.account(Tenant.BALANCER, DISK)).isSameAs(account);
    }

    @Test
    void memory_isCounted_andNoDiskIsSharedThere() throws Exception {
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), file);
        Account inMemory = agent.account(Tenant.BALANCER, Volume.inMemory("DS-2", null));
        assertThat(inMemory.isScheduled()).isFalse();
        assertThat(agent.account(Tenant.BALANCER, DISK).isScheduled()).isTrue();
    }

    @Test
    void leases_decideNothingWhileNothingIsScheduled() throws Exception {
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), file);
        Grant leased = Grants.of(7, 1).withLeases(Map.of("DS-1", Grants.GOLD), Set.of("DS-1"));
        link.grants(leased);
        await().until(() -> agent.leases().size() == 1);
        link.grants(Grants.of(7, 2)
                .withLeases(leased.leases(), leased.draining())
                .withModes(Modes.of(Optional.of(Mode.SHADOW), Map.of(), Map.of())));
        awaitMode(agent, Mode.SHADOW);
        assertThat(agent.leases()).isEmpty();
        assertThat(agent.draining()).isEmpty();
    }

    @Test
    void kernelLayers_endWithTheMode_andBeginAnewAfterIt() throws Exception {
        ThrottleAgent agent = agent("kernel.ioprio", "on");
        agent.start(Optional.of(link), file);
        KernelLayers before = agent.layers();
        link.grants(grant(1, Mode.SHADOW, Map.of()));
        await().until(before::isClosed);
        link.grants(grant(2, Mode.ENFORCE, Map.of()));
        await().until(() -> agent.layers() != before && !agent.layers().isClosed());
    }
}
