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
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A clock that jumps, stands still or goes back hangs no thread, starves no tenant, and leaves no debt beyond measure. */
@Timeout(60)
final class ClockFaultsTest {

    private static final int PACKET = 65_536;
    private static final Tenant GOLD = Tenant.named("gold");
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final HandSetTicker ticker = new HandSetTicker();
    private final ClockParker parker = new ClockParker(ticker);

    /** How the disk's capacity is known, and so which law paces. */
    enum Law {
        CONFIGURED,
        WATCHED
    }

    @ParameterizedTest
    @EnumSource
    void clockThatJumpsHoursAhead_givesATenantNoMoreThanItsCreditAndOneTick(Law law) {
        VolumePacer pacer = pacer(law);
        run(pacer, 20);
        ticker.advance(Duration.ofHours(5));
        run(pacer, 20);
        parker.forget();
        assertThat(bytesIn(pacer, 20)).isBetween(9_000_000L, 13_000_000L);
        assertThat(parker.longest()).isLessThanOrEqualTo(LONGEST);
    }

    @ParameterizedTest
    @EnumSource
    void clockThatGoesBackHours_starvesNobody(Law law) {
        VolumePacer pacer = pacer(law);
        run(pacer, 20);
        ticker.advance(-Duration.ofHours(5).toNanos());
        run(pacer, 20);
        assertThat(bytesIn(pacer, 20)).isBetween(9_000_000L, 13_000_000L);
    }

    @Test
    void clockThatStandsStill_endsARestAfterItsLongest() {
        AskedParker asked = new AskedParker();
        TenantBucket bucket =
                new TenantBucket(GOLD, new Gate(), ticker, asked, PacingLimits.of(LONGEST), Allowance.of(0, 0, 1));
        for (int i = 0; i < 10; i++) {
            asked.nanos = 0;
            bucket.pace(PACKET);
            assertThat(asked.nanos).isBetween(LONGEST.toNanos(), LONGEST.toNanos() + TenantBucket.LONGEST_PIECE_NANOS);
        }
        assertThat(bucket.resting()).isZero();
    }

    @Test
    void clockThatGoesBackDuringARest_doesNotLengthenIt() {
        TenantBucket bucket =
                new TenantBucket(GOLD, new Gate(), ticker, parker, PacingLimits.of(LONGEST), Allowance.of(0, 0, 1));
        parker.atEachRest(() -> ticker.advance(-Duration.ofMinutes(1).toNanos()));
        bucket.pace(PACKET);
        assertThat(parker.total()).isEqualTo(LONGEST);
    }

    @ParameterizedTest
    @EnumSource
    void ticksWhileTheClockStandsStill_divideAsBefore(Law law) {
        VolumePacer pacer = pacer(law);
        run(pacer, 20);
        pacer.tick(terms(Rate.UNLIMITED));
        Rate before = pacer.activity().tenants().get(0).entitlement().ceiling();
        for (int i = 0; i < 1000; i++) {
            pacer.tick(terms(Rate.UNLIMITED));
        }
        assertThat(pacer.activity().tenants().get(0).entitlement().ceiling()).isEqualTo(before);
        run(pacer, 20);
        assertThat(bytesIn(pacer, 20)).isBetween(9_000_000L, 13_000_000L);
    }

    /** Whatever the clock did and whatever was charged: within ten seconds of good behaviour a tenant has its rate again. */
    @ParameterizedTest
    @EnumSource
    void anyHistory_isForgivenWithinSeconds(Law law) {
        Seeds.seeded(200, random -> {
            VolumePacer pacer = pacer(law);
            for (int i = 0; i < 50; i++) {
                switch (random.nextInt(6)) {
                    case 0:
                        ticker.advance(random.nextLong(-20_000, 20_000) * 1_000_000_000L);
                        break;
                    case 1:
                        pacer.bucket(GOLD).charge(PACKET, random.nextLong(1L << random.nextInt(1, 62)), ticker.nanos());
                        break;
                    case 2:
                        pacer.bucket(GOLD).settle(random.nextLong(1L << random.nextInt(1, 62)));
                        break;
                    case 3:
                        pacer.tick(terms(Rate.ofBytesPerSecond(random.nextLong(1, Long.MAX_VALUE))));
                        break;
                    default:
                        run(pacer, random.nextInt(5));
                        break;
                }
            }
            run(pacer, 200);
            assertThat(bytesIn(pacer, 40)).isBetween(18_000_000L, 26_000_000L);
        });
    }

    private VolumePacer pacer(Law law) {
        PacingLimits limits = PacingLimits.of(LONGEST);
        return law == Law.CONFIGURED
                ? VolumePacer.ofCapacity("DS-1", Rate.parse("10m"), limits, new Gate(), ticker, parker)
                : VolumePacer.watching("DS-1", SeenDisk.busy(thread -> false), limits, new Gate(), ticker, parker);
    }

    /** Terms with a limit, so that a disk that gives everything is paced too. */
    private static Grant terms(Rate limit) {
        return Grant.of(
                "c",
                GrantVersion.of(1, 1),
                Tenant.DEFAULT,
                List.of(Terms.of(GOLD, 8, Rate.ZERO, limit)),
                TenantRules.NONE,
                List.of());
    }

    /** So many ticks of 50 ms, in each of which a stream moves what it may. */
    private void run(VolumePacer pacer, int ticks) {
        bytesIn(pacer, ticks);
    }

    private long bytesIn(VolumePacer pacer, int ticks) {
        long bytes = 0;
        for (int i = 0; i < ticks; i++) {
            pacer.tick(terms(Rate.parse("10m")));
            long from = ticker.nanos();
            while (ticker.nanos() - from < 50_000_000L) {
                pacer.bucket(GOLD).pace(PACKET);
                ticker.advance(20_000);
                bytes += PACKET;
            }
        }
        return bytes;
    }

    /** Remembers what it was asked for; the clock stands still. */
    private static final class AskedParker implements Parker {
        private long nanos;

        @Override
        public void park(long asked) {
            nanos += asked;
        }
    }
}
