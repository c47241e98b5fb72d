package io.hdfsthrottle.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.plan.Score.DiskScore;
import io.hdfsthrottle.coordinator.plan.Score.State;
import io.hdfsthrottle.coordinator.plan.Score.TenantScore;
import io.hdfsthrottle.coordinator.plan.Score.Wants;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The prediction of a plan that was applied, against what nodes report in the minute after. */
final class ScoreBookTest {
    private static final long MB = 1_000_000;
    private static final Policy EQUAL = policy(3, 3);

    private final List<Score> told = new ArrayList<>();
    private Optional<Policy> inForce = Optional.of(EQUAL);
    private List<NodeDemand> reports = List.of();
    private long now;
    private final ScoreBook book = new ScoreBook(() -> inForce, () -> ClusterDemand.of(reports), told::add);

    private static Policy policy(int gold, int silver) {
        return Policy.INITIAL
                .with(TenantTerms.of(Tenant.named("gold"), gold))
                .with(TenantTerms.of(Tenant.named("silver"), silver));
    }

    private static TenantUsage uses(String tenant, long rate) {
        return usage(tenant, rate, false);
    }

    private static TenantUsage waits(String tenant, long rate) {
        return usage(tenant, rate, true);
    }

    private static TenantUsage usage(String tenant, long rate, boolean backlogged) {
        Rate moves = Rate.ofBytesPerSecond(rate * MB);
        return TenantUsage.of(Tenant.named(tenant), 1, 0, moves, moves, backlogged, Duration.ZERO);
    }

    /** A node with one disk of 100 MB/s. */
    private static NodeDemand node(String name, TenantUsage... tenants) {
        VolumeUsage disk = VolumeUsage.of("DS-1", Rate.ofBytesPerSecond(100 * MB), List.of(tenants));
        return new NodeDemand(name, Duration.ZERO, true, NodeDemand.OTHERS, List.of(disk));
    }

    private void apply(NodeDemand... before) {
        reports = List.of(before);
        book.applied("p1", EQUAL, Factors.NONE, now);
        for (int second = 0; second < 29; second++) {
            pass();
        }
    }

    private void pass() {
        now += Duration.ofSeconds(1).toNanos();
        book.turn(now);
    }

    private Score afterAMinuteOf(NodeDemand... reported) {
        reports = List.of(reported);
        for (int second = 0; second < 31; second++) {
            pass();
        }
        return book.score(now);
    }

    private static DiskScore share(Score score, String tenant) {
        return score.shares().stream()
                .filter(each -> each.tenant().equals(tenant))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void predictionThatHolds_hasNoError() {
        apply(node("dn1", waits("gold", 75), waits("silver", 25)));

        Score score = afterAMinuteOf(node("dn1", waits("gold", 50), waits("silver", 50)));

        assertThat(score.state()).isEqualTo(State.SCORED);
        assertThat(score.errorPercent()).isCloseTo(0, within(0.1));
        assertThat(score.disks()).isEqualTo(1);
        assertThat(score.plan()).isEqualTo("p1");
        assertThat(told).containsExactly(score);
        assertThat(book.error()).isCloseTo(0, within(0.001));
    }

    @Test
    void whatATenantGetsBesides_isTheError_ofEachTenantAndOfAll() {
        apply(node("dn1", waits("gold", 75), waits("silver", 25)));

        Score score = afterAMinuteOf(node("dn1", waits("gold", 60), waits("silver", 40)));

        assertThat(score.errorPercent()).isCloseTo(20, within(0.1));
        assertThat(book.error()).isCloseTo(0.2, within(0.001));
        assertThat(book.lately(Duration.ofMinutes(1), now)).contains(score);
        assertThat(book.lately(Duration.ofSeconds(59), now)).isEmpty();
        assertThat(score.tenants())
                .extracting(TenantScore::tenant, TenantScore::gotBytesPerSecond)
                .containsExactlyInAnyOrder(tuple("gold", 60 * MB), tuple("silver", 40 * MB));
        assertThat(share(score, "gold").compared()).isTrue();
        assertThat(told).singleElement().extracting(Score::inWords).asString().contains("errs by 20.0 % on 1 disks");
    }

    @Test
    void meanOfTheSecondHalfOfTheMinute_isCompared() {
        apply(node("dn1", waits("gold", 75), waits("silver", 25)));
        reports = List.of(node("dn1", waits("gold", 40), waits("silver", 60)));
        for (int second = 0; second < 15; second++) {
            pass();
        }

        assertThat(afterAMinuteOf(node("dn1", waits("gold", 60), waits("silver", 40)))
                        .errorPercent())
                .isLessThan(3);
    }

    @Test
    void tenantThatWantsLess_isSaid_andItsDiskIsNoError() {
        apply(node("dn1", waits("gold", 75), waits("silver", 25)), node("dn2", waits("gold", 75), waits("silver", 25)));

        Score score = afterAMinuteOf(
                node("dn1", uses("gold", 5), waits("silver", 95)), node("dn2", waits("gold", 50), waits("silver", 50)));

        assertThat(score.changed()).isEqualTo(1);
        assertThat(score.disks()).isEqualTo(1);
        assertThat(score.errorPercent()).isLessThan(1);
        DiskScore gold = score.shares().stream()
                .filter(each -> each.tenant().equals("gold") && each.node().equals("dn1"))
                .findFirst()
                .orElseThrow();
        assertThat(gold.wants()).isEqualTo(Wants.LESS);
        assertThat(gold.compared()).isFalse();
    }

    @Test
    void tenantThatGoesAway_andTenantThatComes_areChangesOfDemand() {
        apply(node("dn1", waits("gold", 75), waits("silver", 25)), node("dn2", waits("gold", 75), waits("silver", 25)));

        Score score = afterAMinuteOf(
                node("dn1", waits("silver", 100)),
                node("dn2", waits("gold", 40), waits("silver", 40), waits("default", 20)));

        assertThat(score.changed()).isEqualTo(2);
        assertThat(score.errorPercent()).isNull();
        assertThat(book.error()).isNaN();
        assertThat(score.shares())
                .filteredOn(each -> each.wants() != null)
                .extracting(each -> each.node() + " " + each.tenant() + " " + each.wants())
                .containsExactlyInAnyOrder("dn1 gold LESS", "dn2 default MORE");
    }

    @Test
    void tenantThatTookWhatItWanted_andNowTakesMore_isAChangeOfDemand() {
        apply(node("dn1", waits("gold", 80), uses("silver", 20)));

        Score score = afterAMinuteOf(node("dn1", waits("gold", 60), uses("silver", 40)));

        assertThat(share(score, "silver").wants()).isEqualTo(Wants.MORE);
        assertThat(score.changed()).isEqualTo(1);
    }

    @Test
    void tenantThatIsHeldBackBelowWhatWasPredicted_isAnError() {
        apply(node("dn1", waits("gold", 80), uses("silver", 20)));

        Score score = afterAMinuteOf(node("dn1", waits("gold", 90), waits("silver", 10)));

        assertThat(score.changed()).isZero();
        assertThat(score.errorPercent()).isCloseTo(20, within(0.1));
    }

    @Test
    void disksOfWhichNobodyReports_areMissing() {
        apply(node("dn1", waits("gold", 75), waits("silver", 25)), node("dn2", waits("gold", 75)));

        Score score = afterAMinuteOf(node("dn1", waits("gold", 50), waits("silver", 50)));

        assertThat(score.missing()).isEqualTo(1);
        assertThat(score.disks()).isEqualTo(1);
        assertThat(score.changed()).isZero();
    }

    @Test
    void policyThatIsChangedWithinTheMinute_isNotScored() {
        apply(node("dn1", waits("gold", 75), waits("silver", 25)));
        inForce = Optional.of(policy(9, 1));

        Score score = afterAMinuteOf(node("dn1", waits("gold", 90), waits("silver", 10)));

        assertThat(score.state()).isEqualTo(State.DROPPED);
        assertThat(score.because()).contains("changed again");
        assertThat(told).singleElement().extracting(Score::inWords).asString().contains("changed again");
        assertThat(book.error()).isNaN();
    }

    @Test
    void policyThatIsChangedAfterTheMinute_keepsItsScore() {
        apply(node("dn1", waits("gold", 75), waits("silver", 25)));
        Score score = afterAMinuteOf(node("dn1", waits("gold", 60), waits("silver", 40)));
        inForce = Optional.of(policy(9, 1));
        pass();

        assertThat(book.score(now)).isEqualTo(score);
    }

    @Test
    void beforeAMinuteIsOver_andBeforeAnyPlan_itIsSaidWhyThereIsNoScore() {
        assertThat(book.score(now).state()).isEqualTo(State.NONE);
        assertThat(book.score(now).because()).contains("a new leader does not know");
        apply(node("dn1", waits("gold", 75), waits("silver", 25)));

        assertThat(book.score(now).state()).isEqualTo(State.WAITING);
        assertThat(book.score(now).because()).contains("29 s ago", "after 60 s");
        assertThat(book.error()).isNaN();
    }

    @Test
    void leaderThatEnds_losesTheScore() {
        apply(node("dn1", waits("gold", 75), waits("silver", 25)));
        inForce = Optional.empty();
        pass();
        book.clear();
        inForce = Optional.of(EQUAL);

        assertThat(afterAMinuteOf(node("dn1", waits("gold", 50), waits("silver", 50)))
                        .state())
                .isEqualTo(State.NONE);
        assertThat(told).isEmpty();
    }

    @Test
    void clusterThatNobodyReports_hasNothingToCompare() {
        apply();

        Score score = afterAMinuteOf();

        assertThat(score.state()).isEqualTo(State.SCORED);
        assertThat(score.errorPercent()).isNull();
        assertThat(score.inWords()).contains("nothing can be compared");
    }

    @Test
    void largeCluster_isObservedWhereMostIsToChange_andBounded() {
        List<NodeDemand> nodes = new ArrayList<>(IntStream.range(0, Scoring.MOST_DISKS)
                .mapToObj(i -> node("dn" + i, uses("gold", 10), uses("silver", 10)))
                .toList());
        nodes.add(node("last", waits("gold", 75), waits("silver", 25)));
        apply(nodes.toArray(NodeDemand[]::new));
        nodes.set(nodes.size() - 1, node("last", waits("gold", 60), waits("silver", 40)));

        Score score = afterAMinuteOf(nodes.toArray(NodeDemand[]::new));

        assertThat(score.missing()).isEqualTo(1);
        assertThat(score.disks()).isEqualTo(Scoring.MOST_DISKS);
        assertThat(score.shares()).hasSize(Prediction.MOST_SHARES);
        assertThat(score.shares().get(0).node()).isEqualTo("last");
    }
}
