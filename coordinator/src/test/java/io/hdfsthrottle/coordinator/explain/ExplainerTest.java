package io.hdfsthrottle.coordinator.explain;

import static io.hdfsthrottle.coordinator.explain.MadeCluster.BRONZE;
import static io.hdfsthrottle.coordinator.explain.MadeCluster.GOLD;
import static io.hdfsthrottle.coordinator.explain.MadeCluster.disk;
import static io.hdfsthrottle.coordinator.explain.MadeCluster.moves;
import static io.hdfsthrottle.coordinator.explain.MadeCluster.rate;
import static io.hdfsthrottle.coordinator.explain.MadeCluster.waits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.explain.Explanation.CausePart;
import io.hdfsthrottle.coordinator.explain.Explanation.DiskLine;
import io.hdfsthrottle.coordinator.explain.Explanation.Holder;
import io.hdfsthrottle.coordinator.explain.Explanation.Mover;
import io.hdfsthrottle.coordinator.explain.Explanation.Remark;
import io.hdfsthrottle.coordinator.explain.Explanation.Remedy;
import io.hdfsthrottle.coordinator.explain.MadeCluster.Doing;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.localio.DiskUse;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.mode.Modes;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.PathCoverage;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Made situations, each with one cause: it is named, with its part of the time. */
final class ExplainerTest {
    private static final String APP = "app-1";

    private final MadeCluster cluster = new MadeCluster();

    /** An application with one operation at a time. */
    private static Doing doing(Tenant tenant, long rate, long waitedMillis) {
        return new Doing(APP, tenant, rate, waitedMillis, 0, 1);
    }

    private static void holds(Explanation told, String cause, double percent) {
        assertThat(told.causes()).extracting(CausePart::cause).contains(cause);
        assertThat(told.causes().stream()
                        .filter(each -> each.cause().equals(cause))
                        .findFirst()
                        .orElseThrow()
                        .partPercent())
                .isCloseTo(percent, within(3.0));
        assertThat(told.causes().stream().mapToDouble(CausePart::partPercent).sum())
                .isCloseTo(100, within(1e-6));
        assertThat(told.causes().stream()
                        .filter(each -> each.cause().equals("unknown"))
                        .mapToDouble(CausePart::partPercent)
                        .sum())
                .as("residue")
                .isLessThanOrEqualTo(5);
    }

    private static List<String> remarks(Explanation told) {
        return told.remarks().stream().map(Remark::remark).toList();
    }

    private void sharedDisks() {
        for (String node : List.of("dn1", "dn2")) {
            cluster.with(
                    node,
                    disk("DS-1", 100, waits(GOLD, 3, 75), waits(BRONZE, 1, 25)),
                    doing(BRONZE, 25, 750),
                    new Doing("app-9", GOLD, 75, 0, 0, 1));
        }
    }

    @Test
    void lowerPriority_isAShareOfOthers_whoAreNamed_andTwiceAsMuchIsPredicted() {
        sharedDisks();
        Explanation told = cluster.of(APP, BRONZE);
        assertThat(told.cause()).isEqualTo("share");
        holds(told, "share", 75);
        holds(told, "moved", 25);
        assertThat(told.holders()).singleElement().satisfies(gold -> {
            assertThat(gold.tenant()).isEqualTo("gold");
            assertThat(gold.bytesPerSecond()).isEqualTo(rate(150).bytesPerSecond());
            assertThat(gold.applications()).extracting(Mover::application).containsExactly("app-9");
            assertThat(gold.sentence()).isEqualTo("gold moves 150 MB/s there, with weight 3: app-9 (150 MB/s)");
        });
        assertThat(told.sentence())
                .isEqualTo("app-1 was held back for 75 % of the 20 s that its operations took on DataNodes, summed"
                        + " over operations: 75 % for the shares that the priorities of other tenants give"
                        + " them; 25 % for the disk moving its bytes: not throttled.");
        Remedy priority = told.remedies().stream()
                .filter(each -> each.change().equals("hdfs-throttle tenants set bronze --priority 2"))
                .findFirst()
                .orElseThrow();
        assertThat(priority.beforeBytesPerSecond()).isCloseTo(50_000_000, within(1_000_000L));
        assertThat(priority.afterBytesPerSecond()).isCloseTo(80_000_000, within(1_000_000L));
        assertThat(told.remedies())
                .as("half of what gold moves, for bronze")
                .extracting(Remedy::change)
                .contains("hdfs-throttle tenants set gold --limit 75000000");
        assertThat(told.disks())
                .extracting(DiskLine::node, DiskLine::demandBytesPerSecond, DiskLine::entitlementBytesPerSecond)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("dn1", null, 25_000_000L),
                        org.assertj.core.groups.Tuple.tuple("dn2", null, 25_000_000L));
    }

    @Test
    void whatRepairsData_isNeverToBeLimited_andNoPriorityReachesItsOwn() {
        cluster.policy = cluster.policy
                .with(TenantTerms.of(BRONZE, 6))
                .with(new TenantTerms(Tenant.REPLICATION, 10, rate(40), Rate.UNLIMITED));
        cluster.with(
                "dn1",
                disk("DS-1", 100, waits(Tenant.REPLICATION, 10, 70).reserving(rate(40)), waits(BRONZE, 6, 30)),
                doing(BRONZE, 30, 700));
        assertThat(cluster.of(APP, BRONZE).remedies())
                .extracting(Remedy::change)
                .containsExactly("hdfs-throttle tenants set bronze --priority 9");
    }

    @Test
    void limitOfTheTenant_isNamed_andWhatItsAbsenceWouldGive() {
        cluster.policy = cluster.policy.with(new TenantTerms(BRONZE, 1, Rate.ZERO, rate(10)));
        cluster.with("dn1", disk("DS-1", 100, waits(BRONZE, 1, 10).limitedTo(rate(10))), doing(BRONZE, 10, 900));
        Explanation told = cluster.of(APP, BRONZE);
        assertThat(told.cause()).isEqualTo("limit");
        holds(told, "limit", 90);
        assertThat(told.holders()).isEmpty();
        assertThat(told.remedies().get(0).change()).isEqualTo("hdfs-throttle tenants set bronze --limit none");
        assertThat(told.remedies().get(0).afterBytesPerSecond()).isCloseTo(100_000_000, within(1_000_000L));
    }

    @Test
    void limitOfTheApplication_isToldApartFromItsTenants() {
        cluster.with("dn1", disk("DS-1", 100, moves(BRONZE, 1, 10)), new Doing(APP, BRONZE, 10, 900, 890, 1));
        Explanation told = cluster.of(APP, BRONZE);
        assertThat(told.cause()).isEqualTo("applicationLimit");
        holds(told, "applicationLimit", 89);
        assertThat(told.remedies())
                .extracting(Remedy::change)
                .contains("hdfs-throttle applications set app-1 --limit none");
        assertThat(told.remedies().get(0).afterBytesPerSecond()).isCloseTo(91_000_000, within(2_000_000L));
    }

    @Test
    void reservationOfAnother_isToldApartFromItsPriority() {
        cluster.policy = cluster.policy.with(new TenantTerms(GOLD, 1, rate(80), Rate.UNLIMITED));
        cluster.with(
                "dn1",
                disk("DS-1", 100, waits(GOLD, 1, 80).reserving(rate(80)), waits(BRONZE, 1, 20)),
                doing(BRONZE, 20, 800));
        Explanation told = cluster.of(APP, BRONZE);
        assertThat(told.cause()).isEqualTo("reservation");
        holds(told, "reservation", 60);
        holds(told, "share", 20);
        assertThat(told.holders().get(0).sentence()).contains("a reservation of 80 MB/s");
        assertThat(told.remedies())
                .extracting(Remedy::change)
                .contains("hdfs-throttle tenants set gold --reservation 0");
    }

    @Test
    void appointmentOfAnother_isToldApartFromItsPriority_andExplained() {
        cluster.policy = cluster.policy.with(TenantTerms.of(GOLD, 1));
        cluster.factors = Factors.of(Map.of(GOLD, 4.0));
        cluster.weights.put(GOLD, new Weight(4, 1, List.of(new Weight.Factor("appointment", 4, "until 03:30"))));
        cluster.with("dn1", disk("DS-1", 100, waits(GOLD, 4, 80), waits(BRONZE, 1, 20)), doing(BRONZE, 20, 800));
        Explanation told = cluster.of(APP, BRONZE);
        assertThat(told.cause()).isEqualTo("factors");
        holds(told, "factors", 60);
        assertThat(told.holders().get(0).sentence()).contains("weight 4 = base 1 x appointment 4 (until 03:30)");
    }

    @Test
    void dataOnOneHotNode_isNamedWhileOthersAreFree() {
        cluster.with("dn1", disk("DS-1", 100, waits(BRONZE, 1, 100)), new Doing(APP, BRONZE, 100, 3_000, 0, 4));
        cluster.with("dn2", disk("DS-1", 100));
        cluster.with("dn3", disk("DS-1", 100));
        Explanation told = cluster.of(APP, BRONZE);
        assertThat(told.cause()).isEqualTo("hotDisk");
        holds(told, "hotDisk", 75);
        assertThat(remarks(told)).contains("oneNode");
        assertThat(told.remedies().get(0).change()).startsWith("more replicas");
    }

    @Test
    void diskThatAnApplicationHasAlone_isItsOwnSpeed() {
        cluster.with("dn1", disk("DS-1", 100, waits(BRONZE, 1, 100)), new Doing(APP, BRONZE, 100, 3_000, 0, 4));
        Explanation told = cluster.of(APP, BRONZE);
        assertThat(told.cause()).isEqualTo("disk");
        holds(told, "disk", 75);
    }

    @Test
    void otherApplicationsOfItsTenant_areNamed() {
        cluster.with(
                "dn1",
                disk("DS-1", 100, waits(BRONZE, 1, 100).with(2)),
                doing(BRONZE, 25, 750),
                new Doing("app-2", BRONZE, 75, 250, 0, 1));
        Explanation told = cluster.of(APP, BRONZE);
        assertThat(told.cause()).isEqualTo("siblings");
        holds(told, "siblings", 75);
        assertThat(told.holders())
                .extracting(Holder::sentence)
                .containsExactly("other applications of bronze move 75 MB/s in the cluster: app-2 (75 MB/s)");
    }

    @Test
    void whatTheDataNodeDoesNotSee_isOutsideTheDisk() {
        cluster.with("dn1", disk("DS-1", 100, moves(BRONZE, 1, 5)), doing(BRONZE, 5, 10));
        Explanation told = cluster.of(APP, BRONZE);
        assertThat(told.cause()).isEqualTo("outside");
        holds(told, "outside", 94);
        assertThat(told.sentence()).contains("app-1 is not throttled: it was held back for 1.0 % of the");
    }

    @Test
    void slowClient_slowNetwork_andBusyProcessors_areTold_whereThreadsAreSeen() {
        cluster.with("dn1", disk("DS-1", 100, moves(BRONZE, 1, 5)), new Doing(APP, BRONZE, 5, 10, 0, 1, 9, 0, 1));
        Explanation slowClient = cluster.of(APP, BRONZE);
        assertThat(slowClient.cause()).isEqualTo("client");
        holds(slowClient, "client", 85);
        holds(slowClient, "processors", 9);
        assertThat(slowClient.sentence())
                .contains("app-1 is not throttled: it was held back for 1.0 % of the")
                .contains("for its client, which took or gave no more");

        MadeCluster busy = new MadeCluster();
        busy.with("dn1", disk("DS-1", 100, moves(BRONZE, 1, 5)), new Doing(APP, BRONZE, 5, 10, 0, 1, 0, 0, 4));
        holds(busy.of(APP, BRONZE), "processors", 94);

        MadeCluster far = new MadeCluster();
        far.with("dn1", disk("DS-1", 100, moves(BRONZE, 1, 5)), new Doing(APP, BRONZE, 5, 10, 0, 1, 1, 9, 0));
        assertThat(far.of(APP, BRONZE).cause()).isEqualTo("network");
        holds(far.of(APP, BRONZE), "network", 85);
    }

    @Test
    void applicationThatTheDiskServesAtOnce_isNotThrottled() {
        cluster.with("dn1", disk("DS-1", 100, moves(BRONZE, 1, 95)), doing(BRONZE, 95, 0));
        Explanation told = cluster.of(APP, BRONZE);
        assertThat(told.cause()).isEqualTo("moved");
        holds(told, "moved", 95);
        assertThat(told.sentence()).contains("is not throttled");
    }

    @Test
    void waitOfATenantThatGetsAllItAsksFor_isItsTurn() {
        cluster.with("dn1", disk("DS-1", 100, waits(GOLD, 3, 80), moves(BRONZE, 1, 20)), doing(BRONZE, 20, 300));
        holds(cluster.of(APP, BRONZE), "turn", 30);
    }

    @Test
    void unmatchedRule_saysWhichPatternFails_andThatTheClaimDoesNotCount() {
        cluster.policy = cluster.policy
                .withRule(TenantRule.of("etl", Map.of(Fact.USER, "etl-*"), GOLD), OptionalInt.empty())
                .withRule(TenantRule.of("team", Map.of(Fact.GROUP, "finance"), GOLD), OptionalInt.empty())
                .withRule(TenantRule.of("rest", Map.of(), Tenant.DEFAULT), OptionalInt.empty())
                .withRule(TenantRule.of("all", Map.of(Fact.USER, "*"), BRONZE), OptionalInt.empty());
        Explanation told = cluster.of(APP, Tenant.DEFAULT, Optional.of(GOLD));
        assertThat(told.rules())
                .containsExactly(
                        new RuleVerdict(1, "etl", "gold", "no", List.of("user")),
                        new RuleVerdict(2, "team", "gold", "open", List.of("group")),
                        new RuleVerdict(3, "rest", "default", "decides", List.of()),
                        new RuleVerdict(4, "all", "bronze", "late", List.of()));
        assertThat(remarks(told)).contains("otherTenant");
    }

    @Test
    void applicationWithoutATag_isSeenByNoDataNode() {
        sharedDisks();
        Explanation told = cluster.of("app-7", BRONZE);
        assertThat(told.cause()).isEqualTo("none");
        assertThat(remarks(told)).contains("unseen");
    }

    @Test
    void workOfHdfs_needsNoRule() {
        Explanation told = cluster.explainer().tenant(Tenant.BALANCER);
        assertThat(remarks(told)).isEmpty();
        assertThat(told.sentence())
                .isEqualTo("No DataNode reports anything of hdfs.balancer: HDFS does no such work now.");
        assertThat(remarks(cluster.explainer().tenant(GOLD))).containsExactly("noRule");
    }

    @Test
    void modeOfTheTenant_isSaid() {
        sharedDisks();
        cluster.modes = Modes.of(Optional.empty(), Map.of(), Map.of(GOLD, Mode.OFF, BRONZE, Mode.ENFORCE));
        assertThat(cluster.explainer().tenant(GOLD).remarks())
                .extracting(Remark::sentence)
                .contains("Tenant gold is in mode off: no DataNode delays it");
        assertThat(remarks(cluster.of("app-9", GOLD))).contains("tenantMode");
        assertThat(remarks(cluster.of(APP, BRONZE))).doesNotContain("tenantMode");
    }

    @Test
    void shortCircuitReads_areSaidToPassUnpaced() {
        cluster.policy = cluster.policy.with(new TenantTerms(BRONZE, 1, Rate.ZERO, Rate.UNLIMITED, ShortCircuit.FREE));
        sharedDisks();
        assertThat(remarks(cluster.of(APP, BRONZE))).contains("shortCircuit");
    }

    @Test
    void staleGrant_mode_andLayerThatIsOff_areFound() {
        sharedDisks();
        cluster.changed = report -> report.node().equals("dn1")
                ? UsageReport.of(
                        "dn1",
                        GrantVersion.of(1, 4),
                        true,
                        report.volumes().stream()
                                .map(volume -> volume.coveredBy(
                                        List.of(new PathCoverage("writes", List.of(), "no native calls"))))
                                .toList())
                : report.inMode(Mode.SHADOW);
        Explanation told = cluster.of(APP, BRONZE);
        assertThat(told.remarks())
                .extracting(Remark::sentence)
                .contains(
                        "dn1 goes by policy 1.4, not 1.5: after ten minutes without a coordinator, tenants are equal"
                                + " there",
                        "Disk dn1 DS-1 holds back no writes: no native calls",
                        "dn2 is in mode shadow: it delays nobody");
    }

    @Test
    void slowDisk_andForeignIo_areFound() {
        VolumeUsage slow =
                disk("DS-1", 30, waits(BRONZE, 1, 30)).sharedBy(new DiskUse("8:0", rate(60), rate(30), Rate.ZERO));
        cluster.with("dn1", slow, doing(BRONZE, 30, 0));
        cluster.with("dn2", disk("DS-1", 100));
        cluster.with("dn3", disk("DS-1", 100));
        Explanation told = cluster.explainer().disk("dn1", "DS-1").orElseThrow();
        assertThat(remarks(told)).containsExactly("slowDisk", "foreignIo");
        holds(told, "slowDisk", 70);
        holds(told, "hotDisk", 30);
        assertThat(told.sentence())
                .isEqualTo("Disk dn1 DS-1 moves 30 MB/s of 30 MB/s that it can give; it holds back bronze.");
    }

    @Test
    void tenant_isExplainedByWhatHoldsItBackNow() {
        sharedDisks();
        cluster.with("dn3", disk("DS-1", 100, moves(GOLD, 3, 99), moves(BRONZE, 1, 1)));
        Explanation told = cluster.explainer().tenant(BRONZE);
        assertThat(told.cause()).isEqualTo("share");
        holds(told, "share", 100);
        assertThat(told.sentence())
                .startsWith("bronze is held back on 2 of 3 disks and moves 51 MB/s of the 51 MB/s that it is due: ");
        assertThat(told.disks().get(2).cause()).isNull();
        assertThat(cluster.explainer().tenant(Tenant.named("nobody")).sentence())
                .isEqualTo("No DataNode reports anything of nobody: it rests, or no rule gives it a caller.");
    }

    @Test
    void nodesThatDelayNobody_holdNobodyBack() {
        sharedDisks();
        for (UnaryOperator<UsageReport> idle : List.<UnaryOperator<UsageReport>>of(
                report -> report.inMode(Mode.SHADOW),
                report -> report.inMode(Mode.OFF),
                report -> UsageReport.of(report.node(), report.grant(), false, report.volumes()))) {
            cluster.changed = idle;
            Explanation told = cluster.explainer().tenant(BRONZE);
            assertThat(told.cause()).isEqualTo("none");
            assertThat(told.sentence())
                    .isEqualTo("bronze is not held back on any of 2 disks and moves 50 MB/s; it would use more, and no"
                            + " DataNode delays it there.");
            assertThat(told.disks()).extracting(DiskLine::cause).containsOnlyNulls();
            assertThat(cluster.explainer().disk("dn1", "DS-1").orElseThrow().sentence())
                    .endsWith("; it holds nobody back.");
        }
    }

    @Test
    void lessThanWhatIsDue_isAResidueThatHasAName() {
        TenantUsage due50 = TenantUsage.of(BRONZE, 1, 0, rate(25), rate(50), true, Duration.ZERO);
        cluster.with("dn1", disk("DS-1", 100, waits(GOLD, 1, 50), due50), doing(BRONZE, 25, 750));
        Explanation told = cluster.of(APP, BRONZE);
        assertThat(told.causes()).extracting(CausePart::cause).contains("unknown", "share", "moved");
    }

    @Test
    void diskOfUnknownCapacity_leavesTheCauseUnknown() {
        cluster.with("dn1", VolumeUsage.of("DS-1", null, List.of(waits(BRONZE, 1, 25))), doing(BRONZE, 25, 500));
        assertThat(cluster.of(APP, BRONZE).causes())
                .extracting(CausePart::cause)
                .containsExactly("outside", "unknown");
    }
}
