package io.hdfsthrottle.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.plan.Prediction.DiskShare;
import io.hdfsthrottle.coordinator.plan.Prediction.TenantShare;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a change of the policy is said to give and take. */
final class PredictionTest {
    private static final long MB = 1_000_000;
    private static final Policy NOW = policy(gold(3), silver(1));

    private static TenantTerms gold(int priority) {
        return TenantTerms.of(Tenant.named("gold"), priority);
    }

    private static TenantTerms silver(int priority) {
        return TenantTerms.of(Tenant.named("silver"), priority);
    }

    private static TenantTerms limited(String tenant, int priority, long limit) {
        return new TenantTerms(Tenant.named(tenant), priority, Rate.ZERO, Rate.ofBytesPerSecond(limit));
    }

    private static Policy policy(TenantTerms... tenants) {
        Policy policy = Policy.INITIAL;
        for (TenantTerms terms : tenants) {
            policy = policy.with(terms);
        }
        return policy;
    }

    private static TenantUsage uses(String tenant, long rate) {
        return usage(tenant, rate, false);
    }

    private static TenantUsage waits(String tenant, long rate) {
        return usage(tenant, rate, true);
    }

    private static TenantUsage usage(String tenant, long rate, boolean backlogged) {
        Rate moves = Rate.ofBytesPerSecond(rate);
        return TenantUsage.of(Tenant.named(tenant), 1, 0, moves, moves, backlogged, Duration.ZERO);
    }

    /** A node with one disk of 100 MB/s. */
    private static NodeDemand node(String name, TenantUsage... tenants) {
        VolumeUsage disk = VolumeUsage.of("DS-1", Rate.ofBytesPerSecond(100 * MB), List.of(tenants));
        return new NodeDemand(name, Duration.ZERO, true, NodeDemand.OTHERS, List.of(disk));
    }

    private static Prediction predict(Policy before, Policy after, NodeDemand... nodes) {
        return Prediction.of(before, after, Factors.NONE, ClusterDemand.of(List.of(nodes)));
    }

    private static void holds(Prediction told, String tenant, long now, long before, long after) {
        TenantShare share = told.tenants().stream()
                .filter(each -> each.tenant().equals(tenant))
                .findFirst()
                .orElseThrow();
        assertThat(share.nowBytesPerSecond()).isEqualTo(now * MB);
        assertThat(share.beforeBytesPerSecond()).isCloseTo(before * MB, within(MB));
        assertThat(share.afterBytesPerSecond()).isCloseTo(after * MB, within(MB));
    }

    @Test
    void priorityThatIsRaised_givesToItsTenant_andTakesFromTheOther() {
        Prediction told = predict(
                NOW,
                policy(gold(3), silver(3)),
                node("dn1", waits("gold", 75 * MB), waits("silver", 25 * MB)),
                node("dn2", waits("gold", 75 * MB), waits("silver", 25 * MB)));

        assertThat(told.nodes()).isEqualTo(2);
        assertThat(told.disks()).isEqualTo(2);
        holds(told, "gold", 150, 150, 100);
        holds(told, "silver", 50, 50, 100);
        assertThat(told.shares()).extracting(DiskShare::node).hasSize(4).containsOnly("dn1", "dn2");
    }

    @Test
    void whoGainsOrLosesMost_comesFirst() {
        Prediction told = predict(
                NOW,
                policy(gold(3), silver(9)),
                node("dn1", waits("gold", 75 * MB), waits("silver", 20 * MB), uses("default", 5 * MB)),
                node("dn2", uses("gold", 10 * MB), uses("silver", 10 * MB)));

        assertThat(told.tenants()).extracting(TenantShare::tenant).hasSize(3).endsWith("default");
        assertThat(told.shares().subList(0, 2)).extracting(DiskShare::node).containsOnly("dn1");
        assertThat(told.shares())
                .extracting(share -> Math.abs(share.afterBytesPerSecond() - share.beforeBytesPerSecond()))
                .isSortedAccordingTo((one, other) -> Long.compare(other, one));
    }

    @Test
    void tenantThatIsSatisfied_keepsWhatItMoves_untilItsShareIsLess() {
        NodeDemand node = node("dn1", waits("gold", 80 * MB), uses("silver", 20 * MB));

        holds(predict(NOW, policy(gold(4), silver(1)), node), "silver", 20, 20, 20);
        holds(predict(NOW, policy(gold(19), silver(1)), node), "silver", 20, 20, 5);
    }

    @Test
    void limitThatIsLifted_givesTheDisk() {
        TenantUsage atLimit = waits("gold", 20 * MB).limitedTo(Rate.ofBytesPerSecond(20 * MB));

        Prediction told = predict(policy(limited("gold", 3, 20 * MB)), policy(gold(3)), node("dn1", atLimit));

        holds(told, "gold", 20, 20, 100);
    }

    @Test
    void limitThatIsSet_isOfTheWholeCluster_andLeavesTheRestToOthers() {
        NodeDemand[] nodes = {
            node("dn1", waits("gold", 75 * MB), waits("silver", 25 * MB)),
            node("dn2", waits("gold", 75 * MB), waits("silver", 25 * MB))
        };

        Prediction told = predict(NOW, policy(limited("gold", 3, 40 * MB), silver(1)), nodes);

        holds(told, "gold", 150, 150, 40);
        holds(told, "silver", 50, 50, 160);
    }

    @Test
    void reservationThatIsSet_isMet() {
        TenantTerms reserved =
                new TenantTerms(Tenant.named("silver"), 1, Rate.ofBytesPerSecond(60 * MB), Rate.UNLIMITED);

        Prediction told =
                predict(NOW, policy(gold(3), reserved), node("dn1", waits("gold", 75 * MB), waits("silver", 25 * MB)));

        holds(told, "silver", 25, 25, 60);
    }

    @Test
    void factorsOfPriorities_stayAsTheyAre() {
        Factors thrice = Factors.of(Map.of(Tenant.named("silver"), 3.0));
        NodeDemand node = node("dn1", waits("gold", 50 * MB), waits("silver", 50 * MB));

        Prediction told = Prediction.of(NOW, policy(gold(1), silver(1)), thrice, ClusterDemand.of(List.of(node)));

        holds(told, "silver", 50, 50, 75);
    }

    @Test
    void tenantThatIsDeleted_countsAsDefault() {
        Prediction told = predict(NOW, policy(gold(3)), node("dn1", waits("gold", 75 * MB), waits("silver", 25 * MB)));

        assertThat(told.tenants())
                .extracting(TenantShare::tenant)
                .containsExactlyInAnyOrder("gold", "silver", "default");
        holds(told, "default", 0, 0, 25);
        holds(told, "silver", 25, 25, 0);
    }

    @Test
    void nodeThatDoesNotAnswer_isLeftOut() {
        NodeDemand live = node("dn1", waits("gold", 75 * MB), waits("silver", 25 * MB));
        NodeDemand gone = new NodeDemand("dn0", Duration.ofMinutes(1), false, NodeDemand.NOTHING, live.volumes());

        Prediction told = predict(NOW, policy(gold(3), silver(3)), gone, live);

        assertThat(told.nodes()).isEqualTo(1);
        assertThat(told.shares()).extracting(DiskShare::node).containsOnly("dn1");
    }

    @Test
    void clusterThatNobodyReports_hasNoPrediction() {
        assertThat(predict(NOW, policy(gold(9)))).isEqualTo(new Prediction(0, 0, List.of(), List.of(), 0));
    }

    @Test
    void largeCluster_isToldWhereMostChanges() {
        List<NodeDemand> nodes = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            nodes.add(node("dn" + i, uses("gold", 10 * MB), uses("silver", 10 * MB)));
        }
        nodes.add(node("last", waits("gold", 75 * MB), waits("silver", 25 * MB)));

        Prediction told = Prediction.of(NOW, policy(gold(3), silver(9)), Factors.NONE, ClusterDemand.of(nodes));

        assertThat(told.shares()).hasSize(Prediction.MOST_SHARES);
        assertThat(told.missing()).isEqualTo(2 * 601 - Prediction.MOST_SHARES);
        assertThat(told.shares().subList(0, 2)).extracting(DiskShare::node).containsOnly("last");
    }

    @Test
    void samePolicy_changesNothing_andTheSameIsToldAgain_andNoDiskGivesMoreThanItCan() {
        Random random = new Random(7);
        for (int trial = 0; trial < 50; trial++) {
            NodeDemand[] nodes = new NodeDemand[1 + random.nextInt(4)];
            for (int n = 0; n < nodes.length; n++) {
                List<TenantUsage> tenants = new ArrayList<>();
                for (String tenant : List.of("gold", "silver", "default", "unheard-of")) {
                    if (random.nextBoolean()) {
                        tenants.add(usage(tenant, random.nextInt(30) * MB, random.nextBoolean()));
                    }
                }
                nodes[n] = node("dn" + n, tenants.toArray(TenantUsage[]::new));
            }
            Policy other = policy(gold(1 + random.nextInt(20)), limited("silver", 5, (1 + random.nextInt(50)) * MB));

            assertThat(predict(other, other, nodes).shares())
                    .allMatch(share -> share.beforeBytesPerSecond() == share.afterBytesPerSecond());
            Prediction told = predict(NOW, other, nodes);
            assertThat(told).isEqualTo(predict(NOW, other, nodes));
            for (NodeDemand node : nodes) {
                assertThat(told.shares().stream()
                                .filter(share -> share.node().equals(node.node()))
                                .mapToLong(DiskShare::afterBytesPerSecond)
                                .sum())
                        .isLessThanOrEqualTo(120 * MB);
            }
        }
    }
}
