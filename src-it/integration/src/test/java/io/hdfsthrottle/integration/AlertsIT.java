package io.hdfsthrottle.integration;

import static io.hdfsthrottle.integration.WatchedCluster.CAPACITY;
import static io.hdfsthrottle.integration.WatchedCluster.CAPACITY_MEBIBYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.gaps.AskedMetrics;
import io.hdfsthrottle.integration.WatchedCluster.Action;
import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** Each alert by its cause: a real Prometheus watches a real cluster to which it is done. */
@Tag("alone")
@Tag("all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class AlertsIT {

    private static final Duration HEALTHY = Duration.ofSeconds(20);

    /** A prediction is compared a minute after its plan was applied. */
    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private static final String BLKIO = "hdfs.throttle.kernel.blkio";

    /** On two volumes more lines than a DataNode shows; fewer than the tenants that there may be. */
    private static final int CROWD = 520;

    private static final int MOST_SHOWN = 1_000;

    private final Set<String> fired = new TreeSet<>();
    private WatchedCluster cluster;
    private Prometheus prometheus;

    /** Something is done to the cluster; returns what ends it. */
    @FunctionalInterface
    private interface Cause {
        Action begin() throws Exception;
    }

    @BeforeAll
    void startEverything() throws Exception {
        Needs.tool("prometheus");
        Needs.slowDisk();
        Path unused = Needs.threadLimits();
        cluster = WatchedCluster.start(RigFolders.folder("alerts").toAbsolutePath());
        prometheus = cluster.prometheus();
    }

    @AfterEach
    void stopStreams() {
        cluster.stopStreams();
    }

    @AfterAll
    void stopEverything() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    @Order(1)
    void busyHealthyCluster_firesNone_andHasEveryMetricThatIsAskedFor() throws IOException {
        cluster.busy();
        cluster.write();
        await().during(HEALTHY).atMost(HEALTHY.plusSeconds(5)).untilAsserted(() -> assertThat(prometheus.firing())
                .isEmpty());
        cluster.check();
        Set<String> missing = new TreeSet<>();
        Path conf = Repository.find().root().resolve("conf");
        for (String metric : AskedMetrics.of(AskedMetrics.expressions(conf)).keySet()) {
            if (Double.isNaN(prometheus.value("count(" + metric + ")"))) {
                missing.add(metric);
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    @Order(2)
    void diskThatGivesLessThanItIsSaidToGive_leavesTenantsBelowTheirEntitlement() throws Exception {
        assertFires(lasting(cluster::busySlowDisk), "BelowEntitlement");
    }

    @Test
    @Order(3)
    void planForADiskThatGivesLess_isWronglyPredicted() throws Exception {
        assertFires(
                () -> {
                    cluster.busySlowDisk();
                    String demand = "max by (tenant) (hdfs_throttle_coordinator_tenant_demand{tenant=~'gold|etl'})";
                    await().atMost(PATIENCE).until(() -> prometheus.value("count(" + demand + " > 10 * 2^20)") == 2);
                    Map<String, Object> policy = cluster.coordinator().get("/v1/policy");
                    entries(policy, "tenants").stream()
                            .filter(each -> each.get("tenant").equals("gold"))
                            .forEach(each -> each.put("priority", 4));
                    cluster.coordinator().put("/v1/policy", policy);
                    return Action.NONE;
                },
                "PredictionWrong");
    }

    @Test
    @Order(4)
    void diskThatAnswersNothing_hasStopped_andIsTrouble() throws Exception {
        cluster.busySlowDisk();
        assertFires(cluster::hangingDisk, "DiskStopped", "DiskTrouble");
    }

    @Test
    @Order(5)
    void coordinatorThatStops_leavesNoLeader_andDataNodesWithStaleGrants() throws Exception {
        assertFires(cluster::noCoordinator, "NoLeader", "GrantStale");
    }

    @Test
    @Order(6)
    void coordinatorOnAPathOfItsOwn_isASecondLeader_ofNoNodes() throws Exception {
        assertFires(cluster::stranger, "NoNodes", "TwoLeaders");
    }

    @Test
    @Order(7)
    void changesWhileZooKeeperHangs_areServerErrors() throws Exception {
        assertFires(
                () -> {
                    Action end = cluster.hangingZooKeeper();
                    return again(500, cluster::change).then(end);
                },
                "ServerErrors");
    }

    @Test
    @Order(8)
    void somebodyWhoGuessesTokens_showsWrongCredentials() throws Exception {
        assertFires(() -> again(50, cluster::guess), "WrongCredentials");
    }

    /** Changes cost most. It stops: Prometheus comes from the same address. */
    @Test
    @Order(9)
    void callerWhoChangesTooMuch_isRefused() throws Exception {
        assertFires(
                () -> {
                    for (int i = 0; i < 300; i++) {
                        quietly(cluster::change);
                    }
                    return Action.NONE;
                },
                "CallersRefused");
    }

    @Test
    @Order(10)
    void dataNodeThatHangs_isSilent() throws Exception {
        assertFires(cluster::hangingDataNode, "NodeSilent");
    }

    @Test
    @Order(11)
    void canaryThatHangs_hasFailed() throws Exception {
        assertFires(
                () -> {
                    Action end = cluster.canary();
                    return cluster.hangingDataNode().then(end);
                },
                "CanaryFailed");
    }

    @Test
    @Order(12)
    void dataNodeThatMayHaveNoMoreThreads_makesErrorsOfItsHook_whichNeedsOneForAHangingDisk() throws Exception {
        cluster.busySlowDisk();
        assertFires(
                () -> {
                    Action end = cluster.noMoreThreads();
                    return end.then(cluster.hangingDisk());
                },
                "HookErrors");
    }

    @Test
    @Order(13)
    void tagWithAWrongSignature_isRefused() throws Exception {
        assertFires(lasting(cluster::forge), "TagsRefused");
    }

    @Test
    @Order(14)
    void ruleThatMatchesNobody_isWithoutEffect() throws Exception {
        cluster.busy();
        assertFires(
                () -> {
                    Map<String, ?> rule = Map.of("match", Map.of("user", "nobody-*"), "tenant", "gold");
                    cluster.coordinator().put("/v1/rules/nobody", rule);
                    return () -> cluster.coordinator().delete("/v1/rules/nobody");
                },
                "PolicyWithoutEffect");
    }

    @Test
    @Order(15)
    void crowdThatTakesEveryTransferThread_leavesTheDataNodeShort() throws Exception {
        assertFires(lasting(cluster::crowd), "ThreadsShort");
    }

    @Test
    @Order(16)
    void hookWithAWrongSetting_doesNotPace() throws Exception {
        assertFires(
                () -> cluster.restarted(Map.of(CAPACITY, "fast"), Map.of(CAPACITY, CAPACITY_MEBIBYTES + "m")),
                "NotPacing");
    }

    @Test
    @Order(17)
    void layerWithoutControlGroups_fallsBack() throws Exception {
        Path none = Files.createDirectories(cluster.folder().resolve("no-groups"));
        assertFires(
                () -> {
                    Action end = cluster.restarted(
                            Map.of(BLKIO, "backstop", "hdfs.throttle.kernel.cgroup.root", none.toString()),
                            Map.of(BLKIO, "off"));
                    cluster.busy();
                    return end;
                },
                "LayerFellBack");
    }

    /** Last: a DataNode shows tenants until it needs their places. */
    @Test
    @Order(18)
    void moreTenantsThanMetricsShow_areDropped() throws Exception {
        List<String> names =
                IntStream.range(0, CROWD).mapToObj(each -> "crowd-" + each).toList();
        Map<String, Object> before = cluster.coordinator().get("/v1/policy");
        List<Map<String, Object>> tenants = new ArrayList<>(entries(before, "tenants"));
        names.forEach(name -> tenants.add(Map.of("tenant", name, "priority", 1)));
        List<Map<String, Object>> rules = names.stream()
                .map(name -> Map.<String, Object>of(
                        "rule", name, "match", Map.of("clientName", "DFSClient_" + name + "_*"), "tenant", name))
                .toList();
        assertFires(
                () -> {
                    cluster.coordinator().put("/v1/policy", Map.of("tenants", tenants, "rules", rules));
                    await().atMost(PATIENCE).until(() -> {
                        cluster.read(names.stream()
                                .map(name -> "DFSClient_" + name + "_1_1")
                                .toList());
                        return cluster.figures().rows("Tenants").size() > MOST_SHOWN;
                    });
                    return () -> cluster.coordinator().put("/v1/policy", before);
                },
                "RowsDropped");
    }

    /** A new one needs its cause here. */
    @Test
    @Order(19)
    void everyAlertOfTheFile_firedByItsCause() {
        assertThat(fired).containsExactlyElementsOf(prometheus.alerts());
    }

    /** None of these fires before its cause, and all do while it lasts. */
    private void assertFires(Cause cause, String... names) throws Exception {
        List<String> alerts = Stream.of(names).map("HdfsThrottle"::concat).toList();
        await().atMost(PATIENCE).until(() -> Collections.disjoint(prometheus.firing(), alerts));
        long from = System.nanoTime();
        Action end = cause.begin();
        try {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(prometheus.firing()).containsAll(alerts));
            System.out.printf("%s after %.1f s%n", alerts, (System.nanoTime() - from) / 1e9);
        } finally {
            end.run();
        }
        fired.addAll(alerts);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> entries(Map<String, Object> document, String member) {
        return (List<Map<String, Object>>) document.get(member);
    }

    /** What goes on until the end of the test. */
    private static Cause lasting(Action begin) {
        return () -> {
            begin.run();
            return Action.NONE;
        };
    }

    /** Does that again and again, with that pause, until it ends. */
    private static Action again(long millis, Action action) {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        var unused = timer.scheduleWithFixedDelay(() -> quietly(action), 0, millis, TimeUnit.MILLISECONDS);
        return timer::shutdownNow;
    }

    /** It is meant to be refused. */
    private static void quietly(Action action) {
        try {
            action.run();
        } catch (Exception refused) {
            System.out.println(refused);
        }
    }
}
