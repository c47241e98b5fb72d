package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What tenants move when their threads never tire, on virtual time: the production pacer and nothing but. */
final class SharesOverTimeTest {

    private static final long CAPACITY = 200_000_000;
    private static final Tenant BRONZE = Tenant.named("bronze");
    private static final Tenant SILVER = Tenant.named("silver");
    private static final Tenant GOLD = Tenant.named("gold");
    private static final Duration FAST = Duration.ofNanos(100_000);
    private static final Duration SETTLING = Duration.ofSeconds(1);

    private final PacedVolume volume = new PacedVolume(Rate.ofBytesPerSecond(CAPACITY));

    @AfterEach
    void end() {
        volume.close();
    }

    @Test
    void shares_followPrioritiesHoweverManyThreadsEachTenantHas() {
        prioritiesFourEightEight();
        streams(BRONZE, 8);
        streams(SILVER, 2);
        streams(GOLD, 1);
        volume.run(SETTLING);

        long[] rates = volume.rates(Duration.ofSeconds(10), BRONZE, SILVER, GOLD);

        assertThat(rates[0]).isCloseTo(40_000_000, withinPercentage(1));
        assertThat(rates[1]).isCloseTo(80_000_000, withinPercentage(1));
        assertThat(rates[2]).isCloseTo(80_000_000, withinPercentage(1));
        assertThat(Arrays.stream(rates).sum()).isCloseTo(CAPACITY, withinPercentage(1));
    }

    @Test
    void idleTenantsShare_isUsedByTheOthersWithin300MillisAndIsBackWithin300() {
        prioritiesFourEightEight();
        streams(BRONZE, 8);
        streams(SILVER, 2);
        List<PacedVolume.Stream> gold = streams(GOLD, 1);
        volume.run(SETTLING);

        gold.forEach(stream -> stream.idle(true));
        volume.run(Duration.ofMillis(300));
        long[] alone = volume.rates(Duration.ofSeconds(1), BRONZE, SILVER, GOLD);
        assertThat(alone[0]).isCloseTo(CAPACITY / 3, withinPercentage(2));
        assertThat(alone[1]).isCloseTo(CAPACITY * 2 / 3, withinPercentage(2));
        assertThat(alone[2]).isZero();

        gold.forEach(stream -> stream.idle(false));
        volume.run(Duration.ofMillis(300));
        long[] back = volume.rates(Duration.ofSeconds(1), BRONZE, SILVER, GOLD);
        assertThat(back[0]).isCloseTo(40_000_000, withinPercentage(2));
        assertThat(back[1]).isCloseTo(80_000_000, withinPercentage(2));
        assertThat(back[2]).isCloseTo(80_000_000, withinPercentage(2));
    }

    @Test
    void newPriority_isPacedWithinTwoTicks() {
        prioritiesFourEightEight();
        streams(BRONZE, 8);
        streams(SILVER, 2);
        streams(GOLD, 1);
        volume.run(SETTLING);

        volume.grant(Terms.ofWeight(BRONZE, 16));
        volume.run(PacedVolume.TICK.multipliedBy(2));

        long[] rates = volume.rates(Duration.ofMillis(500), BRONZE, SILVER, GOLD);
        assertThat(rates[0]).isCloseTo(100_000_000, withinPercentage(3));
        assertThat(rates[1]).isCloseTo(50_000_000, withinPercentage(3));
        assertThat(rates[2]).isCloseTo(50_000_000, withinPercentage(3));
    }

    @Test
    void slowConsumer_wastesNothing() {
        prioritiesFourEightEight();
        streams(BRONZE, 8);
        streams(SILVER, 2);
        volume.stream(GOLD, Duration.ofMillis(10)); // 6.5 MB/s, whatever it may have
        volume.run(SETTLING);

        long[] rates = volume.rates(Duration.ofSeconds(5), BRONZE, SILVER, GOLD);

        assertThat(rates[2]).isCloseTo(6_550_000, withinPercentage(1));
        assertThat(Arrays.stream(rates).sum()).isCloseTo(CAPACITY, withinPercentage(1));
        assertThat(rates[1]).isCloseTo(2 * rates[0], withinPercentage(1));
    }

    @Test
    void loneTenant_hasTheWholeDisk() {
        volume.grant(Terms.ofWeight(BRONZE, 0.5));
        streams(BRONZE, 3);
        volume.run(SETTLING);
        assertThat(volume.rates(Duration.ofSeconds(5), BRONZE)[0]).isCloseTo(CAPACITY, withinPercentage(1));
    }

    @Test
    void limit_holdsThoughTheDiskHasMore() {
        volume.grant(Terms.of(BRONZE, 8, Rate.ZERO, Rate.ofBytesPerSecond(30_000_000)));
        streams(BRONZE, 4);
        streams(GOLD, 1);
        volume.run(SETTLING);

        long[] rates = volume.rates(Duration.ofSeconds(5), BRONZE, GOLD);

        assertThat(rates[0]).isCloseTo(30_000_000, withinPercentage(1));
        assertThat(rates[1]).isCloseTo(170_000_000, withinPercentage(1));
    }

    @Test
    void reservation_holdsAgainstAnyWeight() {
        volume.grant(Terms.of(BRONZE, 1, Rate.ofBytesPerSecond(90_000_000), Rate.UNLIMITED));
        volume.grant(Terms.ofWeight(GOLD, 100));
        streams(BRONZE, 1);
        streams(GOLD, 10);
        volume.run(SETTLING);

        long[] rates = volume.rates(Duration.ofSeconds(5), BRONZE, GOLD);

        assertThat(rates[0]).isCloseTo(90_000_000, withinPercentage(1));
        assertThat(rates[1]).isCloseTo(110_000_000, withinPercentage(1));
    }

    @Test
    void volumeWithoutACapacity_countsAndHoldsNobody() {
        try (PacedVolume unbounded = new PacedVolume(null)) {
            unbounded.grant(Terms.of(BRONZE, 1, Rate.ZERO, Rate.ofBytesPerSecond(1_000_000)));
            unbounded.stream(BRONZE, FAST);
            unbounded.stream(GOLD, FAST);
            unbounded.run(SETTLING);

            long[] rates = unbounded.rates(Duration.ofSeconds(2), BRONZE, GOLD);

            long unhindered = PacedVolume.PACKET * 1_000_000_000L / FAST.toNanos();
            assertThat(rates[0]).isCloseTo(unhindered, withinPercentage(1));
            assertThat(rates[1]).isCloseTo(unhindered, withinPercentage(1));
            assertThat(unbounded.pacer().activity().tenants()).allSatisfy(tenant -> {
                assertThat(tenant.backlogged()).isFalse();
                assertThat(tenant.waited()).isZero();
                assertThat(tenant.bytes()).isPositive();
                assertThat(tenant.rate().bytesPerSecond()).isCloseTo(unhindered, withinPercentage(2));
            });
        }
    }

    @Test
    void openGate_letsEverybodyThrough() {
        streams(BRONZE, 4);
        volume.run(SETTLING);

        volume.gate().open();
        volume.run(Duration.ofMillis(20));

        long unhindered = 4 * PacedVolume.PACKET * 1_000_000_000L / FAST.toNanos();
        assertThat(volume.rates(SETTLING, BRONZE)[0]).isCloseTo(unhindered, withinPercentage(1));
    }

    @Test
    void whatIsDue_neverSumsToMoreThanTheCapacity() {
        prioritiesFourEightEight();
        streams(BRONZE, 3);
        List<PacedVolume.Stream> gold = streams(GOLD, 2);
        volume.stream(SILVER, Duration.ofMillis(5));
        for (int i = 0; i < 100; i++) {
            boolean idle = i % 7 < 3;
            gold.forEach(stream -> stream.idle(idle));
            volume.run(PacedVolume.TICK);
            assertThat(volume.pacer().activity().tenants().stream()
                            .mapToLong(tenant -> tenant.entitlement().due().bytesPerSecond())
                            .sum())
                    .isLessThanOrEqualTo(CAPACITY);
        }
    }

    @Test
    void figures_tellWhoIsHeldBackAndWhatEachIsDue() {
        prioritiesFourEightEight();
        streams(BRONZE, 2);
        streams(GOLD, 2);
        volume.stream(SILVER, Duration.ofMillis(10));
        volume.run(Duration.ofSeconds(3));

        for (TenantActivity tenant : volume.pacer().activity().tenants()) {
            boolean slow = tenant.terms().tenant().equals(SILVER);
            assertThat(tenant.backlogged()).isEqualTo(!slow);
            assertThat(tenant.waited().isZero()).isEqualTo(slow);
            assertThat((double) tenant.rate().bytesPerSecond())
                    .isCloseTo((double) tenant.entitlement().due().bytesPerSecond(), withinPercentage(5));
            assertThat(tenant.bytes()).isCloseTo(volume.moved(tenant.terms().tenant()), withinPercentage(1));
        }
    }

    private void prioritiesFourEightEight() {
        volume.grant(Terms.ofWeight(BRONZE, 4));
        volume.grant(Terms.ofWeight(SILVER, 8));
        volume.grant(Terms.ofWeight(GOLD, 8));
    }

    private List<PacedVolume.Stream> streams(Tenant tenant, int count) {
        List<PacedVolume.Stream> streams = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            streams.add(volume.stream(tenant, FAST));
        }
        return streams;
    }
}
