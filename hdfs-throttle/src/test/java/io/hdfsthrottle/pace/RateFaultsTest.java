package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.ClockParker;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.fakes.Seeds;
import io.hdfsthrottle.fakes.SeenDisk;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TenantRules;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates of nothing, of everything, and beyond what a long holds: no call fails, none rests longer than the longest. */
@Timeout(60)
final class RateFaultsTest {

    private static final int PACKET = 65_536;
    private static final Duration LONGEST = Duration.ofSeconds(2);
    private static final Tenant GOLD = Tenant.named("gold");
    private static final Tenant BRONZE = Tenant.named("bronze");

    private final HandSetTicker ticker = new HandSetTicker();
    private final ClockParker parker = new ClockParker(ticker);

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 1L << 20, 1L << 40, 1L << 62, Long.MAX_VALUE - 1, Long.MAX_VALUE})
    void capacityOfAnySize_letsEveryCallGoOn(long bytesPerSecond) {
        VolumePacer pacer = VolumePacer.ofCapacity(
                "DS-1", Rate.ofBytesPerSecond(bytesPerSecond), PacingLimits.of(LONGEST), new Gate(), ticker, parker);
        for (int i = 0; i < 200; i++) {
            assertThatCallGoesOn(pacer.bucket(GOLD), PACKET);
            pacer.tick(Grant.NOBODY);
        }
        assertThat(pacer.activity().tenants().get(0).bytes()).isEqualTo(200L * PACKET);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1, 1L << 40, 1L << 62, Long.MAX_VALUE})
    void callOfAnySize_goesOnAndIsForgottenWithinSeconds(long bytes) {
        VolumePacer pacer =
                VolumePacer.ofCapacity("DS-1", Rate.parse("10m"), PacingLimits.of(LONGEST), new Gate(), ticker, parker);
        for (int i = 0; i < 5; i++) {
            assertThatCallGoesOn(pacer.bucket(GOLD), bytes);
            pacer.tick(Grant.NOBODY);
        }
        for (int i = 0; i < 20; i++) {
            ticker.advance(Duration.ofMillis(500));
            pacer.tick(Grant.NOBODY);
        }
        parker.forget();
        pacer.bucket(GOLD).pace(PACKET);
        assertThat(parker.rests()).isZero();
    }

    /** Any terms a grant can carry, any capacity, any charge: whoever the law is. */
    @Test
    void anyTermsAndCharges_letEveryCallGoOn() {
        Seeds.seeded(300, random -> {
            Rate capacity = Rate.ofBytesPerSecond(anyLong(random));
            PacingLimits limits = PacingLimits.of(LONGEST);
            VolumePacer pacer = random.nextBoolean()
                    ? VolumePacer.ofCapacity("DS-1", capacity, limits, new Gate(), ticker, parker)
                    : VolumePacer.watching("DS-1", anyDisk(random), limits, new Gate(), ticker, parker);
            pacer.bucket(GOLD).join(Transfer.ofThisThread(1));
            for (int i = 0; i < 40; i++) {
                pacer.tick(anyGrant(random));
                TenantBucket bucket = pacer.bucket(random.nextBoolean() ? GOLD : BRONZE);
                parker.forget();
                bucket.pace(anyLong(random), anyLong(random));
                assertThat(parker.total()).isLessThanOrEqualTo(LONGEST);
                ticker.advance(random.nextLong(200_000_000));
                for (TenantActivity tenant : pacer.activity().tenants()) {
                    assertThat(tenant.entitlement().ceiling())
                            .isGreaterThanOrEqualTo(tenant.entitlement().due());
                }
            }
        });
    }

    private void assertThatCallGoesOn(TenantBucket bucket, long bytes) {
        parker.forget();
        bucket.pace(bytes);
        assertThat(parker.total()).isLessThanOrEqualTo(LONGEST);
    }

    private static Grant anyGrant(SplittableRandom random) {
        List<Terms> terms = new ArrayList<>();
        for (Tenant tenant : List.of(GOLD, BRONZE)) {
            long limit = Math.max(anyLong(random), 1);
            double weight = Math.pow(10, random.nextDouble(-6, 6));
            terms.add(Terms.of(
                    tenant,
                    Math.max(Terms.LEAST_WEIGHT, Math.min(weight, Terms.LARGEST_WEIGHT)),
                    Rate.ofBytesPerSecond(random.nextLong(limit)),
                    Rate.ofBytesPerSecond(limit)));
        }
        return Grant.of("c", GrantVersion.of(1, 1), Tenant.DEFAULT, terms, TenantRules.NONE, List.of());
    }

    /** Of every order of magnitude, the ends included. */
    private static long anyLong(SplittableRandom random) {
        int bits = random.nextInt(66);
        if (bits >= 63) {
            return Long.MAX_VALUE;
        }
        return bits == 0 ? 0 : random.nextLong(1L << bits);
    }

    /** A disk that says anything. */
    private static DiskWatch anyDisk(SplittableRandom random) {
        return SeenDisk.doing(
                now -> DiskUse.of(random.nextInt(3) == 0 ? 0 : 1, anyLong(random)), thread -> random.nextInt(3) > 0);
    }
}
