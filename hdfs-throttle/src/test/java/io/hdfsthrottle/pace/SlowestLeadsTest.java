package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Shares on a disk of which nobody said what it gives. */
final class SlowestLeadsTest {

    private static final Tenant BRONZE = Tenant.named("bronze");
    private static final Tenant SILVER = Tenant.named("silver");
    private static final Tenant GOLD = Tenant.named("gold");
    private static final double DISK = 157_000_000;

    private static final Duration START = Duration.ofSeconds(3);
    private static final Duration WINDOW = Duration.ofSeconds(10);

    private final WatchedVolume volume = new WatchedVolume(Rate.ofBytesPerSecond((long) DISK));

    @AfterEach
    void close() {
        volume.close();
    }

    private void grant(double bronze, double silver, double gold) {
        volume.grant(Terms.ofWeight(BRONZE, bronze));
        volume.grant(Terms.ofWeight(SILVER, silver));
        volume.grant(Terms.ofWeight(GOLD, gold));
    }

    private void assertThatSharesAre(double... expected) {
        double[] rates = volume.rates(WINDOW, BRONZE, SILVER, GOLD);
        for (int i = 0; i < expected.length; i++) {
            assertThat(rates[i])
                    .as("tenant %d of %s", i, java.util.Arrays.toString(rates))
                    .isCloseTo(expected[i], within(expected[i] * 0.02));
        }
    }

    @Test
    void priorities_decide_whateverThreadsAreOpened() {
        grant(4, 8, 8);
        volume.streams(BRONZE, 8);
        volume.streams(SILVER, 2);
        volume.streams(GOLD, 1);
        volume.run(START);

        assertThatSharesAre(DISK * 0.2, DISK * 0.4, DISK * 0.4);
    }

    @Test
    void equalPriorities_giveEqualShares() {
        grant(1, 1, 1);
        volume.streams(BRONZE, 1);
        volume.streams(SILVER, 2);
        volume.streams(GOLD, 8);
        volume.run(START);

        assertThatSharesAre(DISK / 3, DISK / 3, DISK / 3);
    }

    @Test
    void oneThreadEach_givesOneToEight() {
        grant(1, 8, 1);
        volume.streams(BRONZE, 1);
        volume.streams(SILVER, 1);
        volume.run(START);

        assertThatSharesAre(DISK / 9, DISK * 8 / 9);
    }

    @Test
    void diskThatTakesSecondsOverAPieceForEverybody_isSharedAllTheSame() {
        volume.disk(Rate.ofBytesPerSecond(25_000_000));
        grant(4, 8, 8);
        volume.streams(BRONZE, 48);
        volume.streams(SILVER, 16);
        volume.streams(GOLD, 2);
        volume.run(START.multipliedBy(3));

        double[] rates = volume.rates(WINDOW.multipliedBy(2), BRONZE, SILVER, GOLD);
        double total = rates[0] + rates[1] + rates[2];
        assertThat(rates[0] / total).isCloseTo(0.2, within(0.02));
        assertThat(rates[1] / total).isCloseTo(0.4, within(0.02));
    }

    @Test
    void tenantThatReadsALittleAndThinks_idlesTheDiskForNobody() {
        grant(1, 1, 1);
        volume.thinker(BRONZE, Duration.ofMillis(5));
        volume.streams(SILVER, 2);
        volume.streams(GOLD, 8);
        volume.run(START);

        double[] rates = volume.rates(WINDOW, BRONZE, SILVER, GOLD);
        assertThat(rates[0] + rates[1] + rates[2]).isGreaterThan(DISK * 0.92);
        assertThat(rates[1]).isCloseTo(rates[2], within(DISK * 0.02));
    }

    @Test
    void tenantThatHasLeft_isDueNothing_howeverLatelyItWasHeldBack() {
        grant(1, 1, 1);
        List<WatchedVolume.Stream> leaving =
                List.of(volume.stream(BRONZE, Duration.ZERO), volume.stream(BRONZE, Duration.ZERO));
        volume.streams(SILVER, 2);
        volume.streams(GOLD, 1);
        volume.run(START);
        while (pace(BRONZE).waiting() == 0) {
            volume.run(WatchedVolume.TICK);
        }
        assertThat(pace(BRONZE).entitlement().due()).isGreaterThan(Rate.ZERO);

        leaving.forEach(WatchedVolume.Stream::leave);
        while (pace(BRONZE).waiting() > 0) {
            volume.run(WatchedVolume.TICK);
        }
        assertThat(pace(BRONZE).backlogged()).isTrue();
        assertThat(pace(BRONZE).entitlement().due()).isEqualTo(Rate.ZERO);
    }

    private TenantActivity pace(Tenant tenant) {
        return volume.pacer().activity().tenants().stream()
                .filter(each -> each.terms().tenant().equals(tenant))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void slowConsumer_wastesNothing() {
        grant(1, 1, 1);
        volume.stream(BRONZE, Duration.ofMillis(13));
        volume.streams(SILVER, 2);
        volume.streams(GOLD, 8);
        volume.run(START);

        double slow = 65_536 / 0.013;
        assertThatSharesAre(slow, (DISK - slow) / 2, (DISK - slow) / 2);
    }

    @Test
    void diskThatBecomesHalfAsFast_isSharedAsBefore() {
        grant(4, 8, 8);
        volume.streams(BRONZE, 8);
        volume.streams(SILVER, 2);
        volume.streams(GOLD, 1);
        volume.run(START);
        volume.disk(Rate.ofBytesPerSecond((long) (DISK / 2)));
        volume.run(START);

        assertThatSharesAre(DISK * 0.1, DISK * 0.2, DISK * 0.2);

        volume.disk(Rate.ofBytesPerSecond((long) DISK));
        volume.run(START);

        assertThatSharesAre(DISK * 0.2, DISK * 0.4, DISK * 0.4);
    }

    @Test
    void limit_isKept_andWhatItLeavesIsUsed() {
        grant(1, 1, 1);
        volume.grant(Terms.of(GOLD, 1, Rate.ZERO, Rate.ofBytesPerSecond(20_000_000)));
        volume.streams(BRONZE, 1);
        volume.streams(SILVER, 2);
        volume.streams(GOLD, 8);
        volume.run(START);

        assertThatSharesAre((DISK - 20e6) / 2, (DISK - 20e6) / 2, 20e6);
    }

    @Test
    void debtThatIsForgiven_letsNoneOfHundredsOfThreadsGoBeforeItsLongestRest() {
        volume.grant(Terms.of(BRONZE, 1, Rate.ZERO, Rate.ofBytesPerSecond(1_000_000)));
        volume.streams(BRONZE, 256);
        volume.streams(GOLD, 2);
        volume.run(START);

        double packetEachInItsLongestRest = 256.0 * WatchedVolume.PACKET / 2;
        assertThat(volume.rates(WINDOW, BRONZE)[0]).isLessThan(packetEachInItsLongestRest * 1.05);
    }

    @Test
    void reservation_isGiven_whateverTheWeights() {
        grant(1, 8, 8);
        volume.grant(Terms.of(BRONZE, 1, Rate.ofBytesPerSecond(60_000_000), Rate.UNLIMITED));
        volume.streams(BRONZE, 1);
        volume.streams(SILVER, 4);
        volume.streams(GOLD, 4);
        volume.run(START.multipliedBy(3)); // what the disk gives has to be known: a reservation is a part of it

        assertThatSharesAre(60e6, (DISK - 60e6) / 2, (DISK - 60e6) / 2);
    }

    @Test
    void lonelyTenant_isNeverHeldBack() {
        volume.streams(GOLD, 4);
        volume.run(START);

        assertThat(volume.rates(WINDOW, GOLD)[0]).isCloseTo(DISK, within(DISK * 0.005));
        assertThat(volume.pacer().bucket(GOLD).restedNanos()).isZero();
    }

    @Test
    void capacity_isTheDisks() {
        grant(4, 8, 8);
        volume.streams(BRONZE, 8);
        volume.streams(GOLD, 1);
        volume.run(START);

        assertThat(volume.pacer().activity().capacity())
                .hasValueSatisfying(
                        seen -> assertThat((double) seen.bytesPerSecond()).isCloseTo(DISK, within(DISK * 0.05)));
    }
}
