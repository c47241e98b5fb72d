package io.hdfsthrottle.coordinator.offer;

import static io.hdfsthrottle.coordinator.offer.Cluster.GOLD;
import static io.hdfsthrottle.coordinator.offer.Cluster.IRON;
import static io.hdfsthrottle.coordinator.offer.Cluster.mib;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.offer.Decision.Admitted;
import io.hdfsthrottle.coordinator.offer.Decision.NotNow;
import io.hdfsthrottle.coordinator.offer.Headroom.Bound;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class OfferingTest {
    private final Cluster cluster = new Cluster();

    private NotNow notNow(Claim claim) {
        return (NotNow) cluster.offering().decide(claim);
    }

    @Test
    void volume_offersNineTenthsOfItsCapacity_lessWhatIsReserved_andSeparatelyWhatItDoesNotMove() {
        cluster.node("a:1", 100, 50).node("b:1", 150).tenant(GOLD, 4, 30);
        VolumeOffer large = cluster.volumes(0).get(0);
        assertThat(large.reserved()).isEqualTo(mib(10));
        assertThat(large.freeToReserve()).contains(mib(80));
        assertThat(large.moved()).isEqualTo(mib(7));
        assertThat(large.freeNow()).contains(mib(93));
        assertThat(cluster.volumes(0).get(1).freeToReserve()).contains(mib(40));
    }

    @Test
    void volume_thatPromisesNothing_saysSo() {
        cluster.node("unknown:1", -1).node("silent:1", false, true, 100).node("passing:1", true, false, 100);
        assertThat(cluster.volumes(0).get(0).freeToReserve()).isEmpty();
        assertThat(cluster.volumes(0).get(0).freeNow()).isEmpty();
        assertThat(cluster.volumes(1).get(0).freeToReserve()).contains(Rate.ZERO);
        assertThat(cluster.volumes(2).get(0).freeToReserve()).contains(Rate.ZERO);
        assertThat(cluster.volumes(2).get(0).freeNow()).contains(mib(93));
        cluster.tenant(GOLD, 4, 30);
        assertThat(notNow(cluster.asks("x", GOLD, 1)).room()).isEqualTo(new Headroom(Rate.ZERO, Bound.UNKNOWN));
    }

    @Test
    void applicationsOfATenant_getNineTenthsOfWhatItHasReserved() {
        cluster.node("a:1", 100).tenant(GOLD, 4, 20).holds("one", GOLD, 10);
        assertThat(cluster.offering().decide(cluster.asks("two", GOLD, 8))).isInstanceOf(Admitted.class);
        NotNow refused = notNow(cluster.asks("two", GOLD, 9));
        assertThat(refused.room()).isEqualTo(new Headroom(mib(8), Bound.TENANT));
        assertThat(refused.ahead()).isZero();
        assertThat(refused.earliest()).contains(Duration.ofSeconds(10));
        assertThat(Offering.most(mib(20))).isEqualTo(mib(18));
    }

    @Test
    void whatIsReservedOnNodesThatAreNotNamed_doesNotMatter() {
        cluster.node("a:1", 100).node("b:1", 100).tenant(GOLD, 4, 100).tenant(IRON, 1, 20);
        cluster.holds("one", GOLD, 70, "a:1");
        // On each node iron holds 10 of 100; on a, gold's application holds 70: more than gold's own 50.
        assertThat(notNow(cluster.asks("two", GOLD, 11, "a:1")).room()).isEqualTo(new Headroom(mib(10), Bound.DISKS));
        assertThat(cluster.offering().decide(cluster.asks("two", GOLD, 20, "b:1")))
                .isInstanceOf(Admitted.class);
        assertThat(notNow(cluster.asks("two", GOLD, 21)).room().free()).isEqualTo(mib(20));
        assertThat(cluster.volumes(0).get(0).reserved()).isEqualTo(mib(80));
        assertThat(cluster.volumes(1).get(0).reserved()).isEqualTo(mib(60));
    }

    @Test
    void moreReservedThanThereIs_leavesNothing() {
        cluster.node("a:1", 20).tenant(GOLD, 4, 20).tenant(IRON, 1, 20);
        NotNow refused = notNow(cluster.asks("one", GOLD, 1));
        assertThat(refused.room()).isEqualTo(new Headroom(Rate.ZERO, Bound.DISKS));
        assertThat(refused.earliest()).isEmpty();
    }

    @Test
    void whoWaits_isNotPassedByWhoNeedsTheSame_butByWhoNeedsNoneOfIt() {
        cluster.node("a:1", 100).node("b:1", 100).tenant(GOLD, 4, 150).tenant(IRON, 4, 20);
        cluster.holds("one", GOLD, 60, "a:1").waits("two", GOLD, 70, 5_000, "a:1");
        assertThat(cluster.offering().admissible()).isEmpty();
        NotNow third = notNow(cluster.asks("three", GOLD, 5, "a:1"));
        assertThat(third.room()).isEqualTo(new Headroom(Rate.ZERO, Bound.DISKS));
        assertThat(third.ahead()).isOne();
        assertThat(cluster.offering().decide(cluster.asks("three", GOLD, 5, "b:1")))
                .isInstanceOf(Admitted.class);
    }

    @Test
    void whoAsksForMoreThanThereEverIs_holdsNobodyUp() {
        cluster.node("a:1", 100).tenant(GOLD, 4, 50).waits("greedy", GOLD, 200, 1);
        assertThat(cluster.offering().admissible()).isEmpty();
        assertThat(cluster.offering().decide(cluster.asks("modest", GOLD, 40))).isInstanceOf(Admitted.class);
    }

    @Test
    void amongThoseThatWait_aStepOfPriorityIsWorthAMinute() {
        cluster.node("a:1", 1000).tenant(GOLD, 10, 100).tenant(IRON, 1, 100);
        cluster.waits("early", IRON, 10, 1_000);
        cluster.waits("soon", GOLD, 10, 1_000 + 9 * 60 - 1);
        cluster.waits("late", GOLD, 10, 1_000 + 9 * 60 + 1);
        assertThat(cluster.offering().admissible()).containsExactly("soon", "early", "late");
    }

    @Test
    void earliest_isWhenEnoughLeasesEnd_notWhenTheFirstDoes() {
        cluster.node("a:1", 1000).tenant(GOLD, 1, 100);
        cluster.holds("one", GOLD, 30).holds("two", GOLD, 30).holds("three", GOLD, 30);
        assertThat(notNow(cluster.asks("four", GOLD, 50)).earliest()).contains(Duration.ofSeconds(20));
    }

    @Test
    void whatSomebodyHas_isConfirmed_whoeverWaits() {
        cluster.node("a:1", 1000).tenant(GOLD, 1, 100).holds("one", GOLD, 80).waits("two", GOLD, 50, 1);
        Claim held = cluster.asks("one", GOLD, 0);
        Claim confirming = new Claim(
                        "one", GOLD, 1, held.nodes(), mib(80), held.wanted(), held.since(), held.leaseLeft())
                .confirming();
        assertThat(cluster.offering().decide(confirming)).isEqualTo(new Admitted(new Headroom(mib(90), Bound.TENANT)));
    }
}
