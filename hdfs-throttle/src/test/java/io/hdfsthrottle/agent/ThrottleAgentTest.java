package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.fakes.LogLines;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.grant.GrantStore.Freshness;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.FakeLink;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.queue.Account;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.UsageReportJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
@Tag("slow")
final class ThrottleAgentTest {

    private static final Duration STALE = Duration.ofSeconds(30);
    private static final Duration EXPIRED = Duration.ofMinutes(10);
    private static final String SOMEBODY = "DFSClient_NONMAPREDUCE_-1_1";

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

    @Test
    void newGrant_isUsedWithinATick() throws Exception {
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), file);
        Account unused = account(agent, SOMEBODY, "DS-1");
        Client client = agent.client(SOMEBODY, "10.1.2.3");
        assertThat(client.account(Volume.of("DS-1", null)).tenant()).isEqualTo(Tenant.DEFAULT);
        int generation = agent.generation();

        link.grants(Grants.of(7, 3));

        await().until(() -> agent.generation() > generation);
        assertThat(client.account(Volume.of("DS-1", null)).tenant()).isEqualTo(Grants.BRONZE);
        assertThat(account(agent, SOMEBODY, "DS-1").tenant()).isEqualTo(Grants.BRONZE);
        await().until(() -> weight(agent, Grants.BRONZE) == 4);
        link.grants(Grants.of(7, 4));
        await().untilAsserted(() -> assertThat(agent.state().grant()).isEqualTo(GrantVersion.of(7, 4)));
        assertThat(agent.state().freshness()).isEqualTo(Freshness.FRESH);
    }

    @Test
    void termsOfTheNode_areUsedAndReported_andCostNoFileAndNoNewResolution() throws Exception {
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), file);
        link.grants(Grants.of(7, 3));
        await().until(() -> agent.state().grant().equals(GrantVersion.of(7, 3)));
        Account unused = account(agent, SOMEBODY, "DS-1");
        int generation = agent.generation();
        Instant written = Files.getLastModifiedTime(directory.resolve("grant")).toInstant();

        link.terms(NodeTerms.of(
                GrantVersion.of(7, 4),
                List.of(),
                Map.of("DS-1", List.of(Terms.of(Grants.BRONZE, 6, Rate.ZERO, Rate.parse("7m"))))));

        await().until(() -> weight(agent, Grants.BRONZE) == 6);
        assertThat(agent.generation()).isEqualTo(generation);
        assertThat(Files.getLastModifiedTime(directory.resolve("grant")).toInstant())
                .isEqualTo(written);
        await().untilAsserted(() -> assertThat(link.reports()).anySatisfy(report -> {
            assertThat(report.terms()).isEqualTo(GrantVersion.of(7, 4));
            assertThat(report.volumes().get(0).tenants())
                    .anySatisfy(tenant -> assertThat(tenant.limit()).isEqualTo(Rate.parse("7m")));
        }));
    }

    @Test
    void sharesStay_whenTheCoordinatorIsGoneAndAreEqualOnlyWhenTheGrantHasExpired() throws Exception {
        ThrottleAgent agent = agent();
        link.grants(Grants.of(7, 3));
        agent.start(Optional.of(link), file);
        await().until(() -> agent.state().freshness() == Freshness.FRESH);
        Account unused = account(agent, SOMEBODY, "DS-1");
        await().until(() -> weight(agent, Grants.BRONZE) == 4);

        link.gone(true);
        ticker.advance(STALE);
        agent.tick();
        assertThat(agent.state().freshness()).isEqualTo(Freshness.STALE);
        assertThat(agent.state().grantAge()).isEqualTo(STALE);
        assertThat(weight(agent, Grants.BRONZE)).isEqualTo(4);

        ticker.advance(EXPIRED);
        agent.tick();
        assertThat(agent.state().freshness()).isEqualTo(Freshness.EXPIRED);
        assertThat(weight(agent, Grants.BRONZE)).isEqualTo(1);
        assertThat(account(agent, SOMEBODY, "DS-1").tenant()).isEqualTo(Grants.BRONZE);
        assertThat(agent.isPassing()).isFalse();

        link.gone(false);
        link.grants(Grants.of(8, 0));
        await().until(() -> agent.state().freshness() == Freshness.FRESH);
    }

    @Test
    void grant_isKeptOnDiskAndRestoredByANewAgent() throws Exception {
        link.grants(Grants.of(7, 3));
        ThrottleAgent before = agent();
        before.start(Optional.of(link), file);
        await().until(() -> Files.exists(directory.resolve("grant")));
        before.close();

        ThrottleAgent after = agent();
        after.start(Optional.empty(), file);

        assertThat(after.state().grant()).isEqualTo(GrantVersion.of(7, 3));
        assertThat(after.state().freshness()).isEqualTo(Freshness.STALE);
        assertThat(account(after, SOMEBODY, "DS-1").tenant()).isEqualTo(Grants.BRONZE);
    }

    @Test
    void grantOfAnotherCluster_isRefused() throws Exception {
        link.grants(Grants.of("test", 9, 9));
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), file);
        await().until(() -> link.questions() > 1);
        assertThat(agent.state().freshness()).isEqualTo(Freshness.NONE);
        assertThat(file.read()).isEmpty();
    }

    @Test
    void keptGrantOfAnotherCluster_isNotUsedAndDoesNotFenceOffThisClustersCoordinator() throws Exception {
        file.write(Grants.of("test", 9_000, 9));
        link.grants(Grants.of(7, 3));
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), file);
        await().untilAsserted(() -> assertThat(agent.state().grant()).isEqualTo(GrantVersion.of(7, 3)));
    }

    @Test
    void keptGrantThatIsAltered_isNotUsedAndNobodyIsHarmed() throws Exception {
        file.write(Grants.of(7, 3));
        Files.writeString(directory.resolve("grant"), "x", java.nio.file.StandardOpenOption.APPEND);
        ThrottleAgent agent = agent();
        agent.start(Optional.empty(), file);
        assertThat(agent.state().freshness()).isEqualTo(Freshness.NONE);
        assertThat(account(agent, SOMEBODY, "DS-1").tenant()).isEqualTo(Tenant.DEFAULT);
    }

    @Test
    void grantThatCannotBeKept_isUsedAllTheSame() throws Exception {
        Files.writeString(directory.resolve("file"), "in the way");
        link.grants(Grants.of(7, 3));
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), new GrantFile(directory.resolve("file/grant")));
        await().until(() -> agent.state().freshness() == Freshness.FRESH);
        link.grants(Grants.of(7, 4));
        await().untilAsserted(() -> assertThat(agent.state().grant()).isEqualTo(GrantVersion.of(7, 4)));
        assertThat(agent.state().errors()).isZero();
    }

    @Test
    void deposedLeadersGrant_isRefused() throws Exception {
        link.grants(Grants.of(7, 3));
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), file);
        await().until(() -> agent.state().freshness() == Freshness.FRESH);
        int questions = link.questions();
        link.grants(Grants.of(6, 99));
        await().until(() -> link.questions() > questions + 1);
        assertThat(agent.state().grant()).isEqualTo(GrantVersion.of(7, 3));
    }

    @Test
    void coordinatorThatDoesNotKeepQuestionsOpen_isNotAskedWithoutPause() throws Exception {
        link.impatient();
        agent().start(Optional.of(link), file);
        await().during(Duration.ofMillis(700)).until(() -> link.questions() < 5);
        await().until(() -> link.questions() > 2);
    }

    @Test
    void coordinatorThatRepeatsItself_isNotAskedWithoutPause() throws Exception {
        link.grants(Grants.of(7, 3));
        link.repeating();
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), file);
        await().during(Duration.ofMillis(700)).until(() -> link.questions() < 6);
        assertThat(agent.state().freshness()).isEqualTo(Freshness.FRESH);
    }

    @Test
    void bugInTheLink_isCountedAndEndsNothing() throws Exception {
        link.broken(new IllegalStateException("on purpose"));
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), file);
        await().until(() -> agent.state().errors() > 2);
        link.broken(null);
        link.grants(Grants.of(7, 3));
        await().until(() -> agent.state().freshness() == Freshness.FRESH);
    }

    @Test
    void nodeWhoseNameAnotherNodeHas_saysSoOnce_withWhatToChange() throws Exception {
        link.refusing("the name is taken: give each DataNode its own hdfs.throttle.node", 409);
        try (LogLines log = new LogLines(UsageReporter.class)) {
            agent("volume.capacity", "150m").start(Optional.of(link), file);
            await().until(() -> link.refusals() > 2);
            assertThat(log.all())
                    .singleElement()
                    .asString()
                    .contains("ERROR", "another DataNode", "hdfs.throttle.node");
        }
    }

    @Test
    void usage_isReportedAboutOnceASecond() throws Exception {
        ThrottleAgent agent = agent("volume.capacity", "150m");
        agent.account(Tenant.REPLICATION, Volume.of("DS-1", null)).pass(65_536);
        agent.tick();
        agent.start(Optional.of(link), file);
        await().until(() -> link.reports().size() > 1);
        UsageReport report = link.reports().get(0);
        assertThat(report.node()).isEqualTo("dn:9866");
        assertThat(report.instance().orElseThrow())
                .startsWith(ProcessHandle.current().pid() + "-");
        assertThat(link.reports()).extracting(UsageReport::instance).containsOnly(report.instance());
        assertThat(report.pacing()).isTrue();
        assertThat(report.volumes()).singleElement().satisfies(volume -> {
            assertThat(volume.volume()).isEqualTo("DS-1");
            assertThat(volume.tenants()).singleElement().satisfies(usage -> {
                assertThat(usage.tenant()).isEqualTo(Tenant.REPLICATION);
                assertThat(usage.bytes()).isEqualTo(65_536);
            });
        });
    }

    @Test
    void timeInWhichTheControllerDidNotGetToRun_isReportedAsStalled() throws Exception {
        agent().start(Optional.of(link), file);
        await().until(() -> {
            ticker.advance(Duration.ofSeconds(1)); // perhaps while the controller works, which is not late
            return link.reports().stream().anyMatch(report -> report.faults().stalledMillis() > 500);
        });
    }

    @Test
    void moreVolumesThanADataNodeHas_shareAQueueAndFitTheReport() throws Exception {
        ThrottleAgent agent = agent();
        for (int i = 0; i < 1000; i++) {
            Account unused = account(agent, SOMEBODY, "DS-" + i);
        }
        assertThat(agent.state().volumes()).hasSize(VolumeQueues.MOST);
        assertThat(VolumeQueues.MOST).isLessThanOrEqualTo(UsageReportJson.MOST_VOLUMES);
        assertThat(account(agent, SOMEBODY, "DS-998").queue())
                .isSameAs(account(agent, SOMEBODY, "DS-999").queue());
        assertThat(account(agent, SOMEBODY, "DS-0").queue())
                .isNotSameAs(account(agent, SOMEBODY, "DS-1").queue());
    }

    @Test
    void closing_letsEverythingPassEndsTheThreadsAndMayBeDoneTwice() throws Exception {
        ThrottleAgent agent = agent();
        AtomicInteger watched = new AtomicInteger();
        agent.start(Optional.of(link), file);
        agent.watch(watched::incrementAndGet);
        await().until(() -> watched.get() > 0);
        assertThat(ours()).hasSize(4);

        agent.close();
        agent.close();

        assertThat(agent.isPassing()).isTrue();
        assertThat(agent.state().passing()).isTrue();
        assertThat(link.closed()).isTrue();
        await().until(() -> ours().isEmpty());
    }

    @Test
    void partThatHangs_doesNotKeepTheHostFromStopping() throws Exception {
        CountDownLatch hung = new CountDownLatch(1);
        ThrottleAgent agent = agent();
        agent.start(Optional.of(link), file);
        link.atClose(() -> assertThatNoException().isThrownBy(hung::await));
        Thread stop = new Thread(agent::close);
        stop.start();
        await().until(() -> !stop.isAlive());
        assertThat(agent.isPassing()).isTrue();
        assertThat(link.closed()).isFalse();
        hung.countDown();
        await().until(link::closed);
    }

    @Test
    void watchThatFails_isCountedAndWatchesOn() throws Exception {
        ThrottleAgent agent = agent();
        AtomicInteger watched = new AtomicInteger();
        agent.watch(() -> {
            watched.incrementAndGet();
            throw new IllegalStateException("on purpose");
        });
        await().until(() -> watched.get() > 2);
        assertThat(agent.state().errors()).isPositive();
    }

    @Test
    void agentThatIsClosedWithoutAStart_isAtRest() throws Exception {
        ThrottleAgent agent = agent();
        agent.close();
        assertThat(agent.isPassing()).isTrue();
    }

    @Test
    void node_isCalledWhatTheSettingsSay() throws Exception {
        assertThat(agent("node", "dn-7").state().node()).isEqualTo("dn-7");
        assertThat(agent().state().node()).isEqualTo("dn:9866");
    }

    @Test
    void aNodeKeyThatCannotBeUsed_doesNotKeepTheNodeFromPacing() throws Exception {
        Path keys = directory.resolve("keys");
        Files.writeString(keys, "k1 c2VjcmV0c2VjcmV0");

        assertThat(agent("node.key.file", keys.toString()).isPassing()).isFalse();
        assertThat(agent("node.key.file", directory.resolve("absent").toString())
                        .isPassing())
                .isFalse();
    }

    private static Account account(ThrottleAgent agent, String client, String volume) {
        return agent.client(client, "10.1.2.3").account(Volume.of(volume, null));
    }

    private ThrottleAgent agent(String... keysAndValues) throws Exception {
        Map<String, String> written = new HashMap<>(Map.of("hdfs.throttle.pacing.tick", "10ms"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            written.put("hdfs.throttle." + keysAndValues[i], keysAndValues[i + 1]);
        }
        ThrottleAgent agent = new ThrottleAgent("dn:9866", AgentSettings.parse(written), ticker, Parker.system());
        agents.add(agent);
        return agent;
    }

    private static double weight(ThrottleAgent agent, Tenant tenant) {
        return agent.state().volumes().stream()
                .flatMap(volume -> volume.tenants().stream())
                .filter(each -> each.terms().tenant().equals(tenant))
                .mapToDouble(each -> each.terms().weight())
                .findAny()
                .orElse(0);
    }

    private static List<String> ours() {
        List<String> names = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().matches("hdfs-throttle-(controller|grants|reports|watch)")) {
                names.add(thread.getName());
            }
        }
        return names;
    }
}
