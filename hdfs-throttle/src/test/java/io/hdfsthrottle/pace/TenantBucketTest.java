package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.fakes.ClockParker;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TenantBucketTest {

    private static final int PACKET = 65_536;
    private static final long PIECE = TenantBucket.LONGEST_PIECE_NANOS;

    private final Gate gate = new Gate();

    @ParameterizedTest
    @ValueSource(longs = {0, -4_000_000_000L, Long.MAX_VALUE - 1_000_000_000L, Long.MIN_VALUE, Long.MAX_VALUE})
    void thread_isHeldToItsRateWhereverTheClockStands(long start) {
        Bench bench = new Bench(start, Duration.ofSeconds(2), 0, 1_000_000);
        for (int i = 0; i < 100; i++) {
            bench.bucket.pace(PACKET);
        }
        long elapsed = bench.ticker.nanos() - start;
        assertThat(elapsed).isBetween(6_553_600_000L, 6_553_700_000L);
        assertThat(bench.bucket.moved()).isEqualTo(100 * PACKET);
        assertThat(bench.bucket.restedNanos()).isEqualTo(elapsed);
        assertThat(bench.parker.longest()).isLessThanOrEqualTo(Duration.ofNanos(PIECE));
    }

    @Test
    void callWithinTheAllowance_doesNotRest() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 2 * PACKET, 1);
        bench.bucket.pace(PACKET);
        bench.bucket.pace(PACKET);
        assertThat(bench.parker.rests()).isZero();
        assertThat(bench.bucket.restedWithin(Long.MAX_VALUE, 0)).isFalse();
        bench.bucket.pace(PACKET);
        assertThat(bench.parker.rests()).isPositive();
    }

    @Test
    void bytesThatTheKernelHoldsBack_areChargedAndNeverRestedOn() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1);
        ReadCharge halfPrice = ReadCharge.ofDevice(() -> 0, 0.5, bench.ticker);
        bench.bucket.watch(PACKET, halfPrice);
        bench.bucket.watch(0, halfPrice);
        assertThat(bench.parker.rests()).isZero();
        assertThat(bench.bucket.moved()).isEqualTo(PACKET / 2);
        assertThat(bench.bucket.transferred()).isEqualTo(PACKET);
    }

    @Test
    void tinyCall_neverRestsHoweverDeepTheDebt() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1);
        for (int i = 0; i < 10_000; i++) {
            bench.bucket.pace(TenantBucket.NEVER_REST_BELOW - 1);
        }
        assertThat(bench.parker.rests()).isZero();
        assertThat(bench.bucket.moved()).isEqualTo(10_000 * (TenantBucket.NEVER_REST_BELOW - 1));
    }

    @Test
    void tinyCalls_areChargedAndPaidForByTheNextPacket() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1_000_000);
        for (int i = 0; i < 1000; i++) {
            bench.bucket.pace(500);
        }
        bench.bucket.pace(512);
        assertThat(bench.parker.total()).isEqualTo(Duration.ofNanos(500_512_000));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void callWithoutBytes_isNotCharged(long bytes) {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1);
        bench.bucket.pace(bytes);
        assertThat(bench.bucket.moved()).isZero();
        assertThat(bench.parker.rests()).isZero();
    }

    @Test
    void streamOfHdfsItself_isNeverSlowerThanFourMebibytesASecond() {
        HandSetTicker ticker = new HandSetTicker(0);
        TenantBucket replication = new TenantBucket(
                Tenant.REPLICATION,
                gate,
                ticker,
                new ClockParker(ticker),
                PacingLimits.of(Duration.ofSeconds(2)),
                Allowance.of(0, 0, 1));
        for (int i = 0; i < 64; i++) {
            replication.pace(PACKET);
        }
        assertThat(ticker.nanos()).isEqualTo(1_000_000_000L);
    }

    @Test
    void charge_isWhatMovesTheTicketAndBytesAreCountedBeside() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), PACKET, 1_000_000);
        for (int i = 0; i < 1000; i++) {
            bench.bucket.pace(PACKET, 0);
        }
        assertThat(bench.parker.rests()).isZero();
        bench.bucket.pace(PACKET, 2 * PACKET); // with readahead
        assertThat(bench.ticker.nanos()).isEqualTo(65_536_000L);
        bench.bucket.pace(PACKET, 0); // nobody goes ahead of a debt
        assertThat(bench.bucket.moved()).isEqualTo(2 * PACKET);
        assertThat(bench.bucket.transferred()).isEqualTo(1002 * PACKET);
    }

    @Test
    void whatAThreadStillOwes_isChargedWithoutARest() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1_000_000);
        bench.bucket.settle(PACKET);
        assertThat(bench.parker.rests()).isZero();
        bench.bucket.pace(PACKET, 0);
        assertThat(bench.ticker.nanos()).isEqualTo(65_536_000L);
        assertThat(bench.bucket.moved()).isEqualTo(PACKET);
        assertThat(bench.bucket.transferred()).isEqualTo(PACKET);
    }

    @Test
    void longestSleep_isWhatIsConfigured() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1);
        bench.bucket.pace(PACKET);
        assertThat(bench.parker.total()).isEqualTo(Duration.ofSeconds(2));
        assertThat(gate.longestRestNanos()).isEqualTo(2_000_000_000L);
    }

    @Test
    void sleepThatIsLimited_isShorterThanConfiguredAndNeverLonger() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1);
        bench.bucket.limitRests(0.05);
        bench.bucket.pace(PACKET);
        assertThat(bench.parker.total()).isEqualTo(Duration.ofMillis(100));
        bench.bucket.limitRests(0);
        bench.bucket.pace(PACKET);
        assertThat(bench.parker.total()).isEqualTo(Duration.ofMillis(100));
        bench.bucket.limitRests(1);
        bench.bucket.pace(PACKET);
        assertThat(bench.parker.total()).isEqualTo(Duration.ofMillis(2100));
    }

    @Test
    void sleepThatIsLimitedWhileAThreadRests_endsWithinOnePiece() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1);
        bench.parker.atEachRest(() -> bench.bucket.limitRests(0));
        bench.bucket.pace(PACKET);
        assertThat(bench.parker.rests()).isEqualTo(1);
        assertThat(bench.bucket.moved()).isEqualTo(PACKET);
    }

    @Test
    void callThatMayRestShorterThanConfigured_leavesTheRestAsDebt() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1_000_000);
        bench.bucket.pace(PACKET, PACKET, 2_000_000L);
        assertThat(bench.parker.total()).isEqualTo(Duration.ofMillis(2));
        bench.bucket.pace(PACKET, PACKET, 0);
        assertThat(bench.parker.total()).isEqualTo(Duration.ofMillis(2));
        bench.bucket.pace(PACKET);
        assertThat(bench.ticker.nanos()).isEqualTo(3 * 65_536_000L);
    }

    @Test
    void longestSleep_isOverrunByAPieceAtMostIfTheMachineWakesLate() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1);
        bench.parker.atEachRest(() -> bench.ticker.advance(Duration.ofNanos(PIECE / 2)));
        bench.bucket.pace(PACKET);
        assertThat(gate.longestRestNanos()).isBetween(2_000_000_000L, 2_000_000_000L + PIECE);
    }

    @Test
    void longestSleepOfZero_neverRests() {
        Bench bench = new Bench(0, Duration.ZERO, 0, 1);
        bench.bucket.pace(PACKET);
        assertThat(bench.parker.rests()).isZero();
    }

    @Test
    void restThatWasCutShort_isDebtThatLaterCallsPay() {
        Bench bench = new Bench(0, Duration.ofMillis(100), 0, 1_000_000);
        bench.bucket.pace(1_000_000); // worth a second, rests a tenth
        assertThat(bench.ticker.nanos()).isEqualTo(100_000_000L);
        for (int i = 0; i < 9; i++) {
            bench.bucket.pace(512);
        }
        assertThat(bench.ticker.nanos()).isEqualTo(1_000_000_000L);
        bench.bucket.pace(512);
        assertThat(bench.ticker.nanos()).isEqualTo(1_005_120_000L);
    }

    @Test
    void interruptedThread_returnsAtOnceAndKeepsItsFlag() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1);
        Thread.currentThread().interrupt();
        bench.bucket.pace(PACKET);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(bench.parker.rests()).isZero();
        assertThat(bench.bucket.moved()).isEqualTo(PACKET);
        assertThat(bench.bucket.resting()).isZero();
    }

    @Test
    void interrupt_endsARestAndItsFlagIsKept() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1);
        bench.parker.atEachRest(() -> Thread.currentThread().interrupt());
        bench.bucket.pace(PACKET);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(bench.parker.rests()).isEqualTo(1);
    }

    @Test
    void openingTheGate_endsARestWithinOnePiece() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1);
        bench.parker.atEachRest(gate::open);
        bench.bucket.pace(PACKET);
        assertThat(bench.parker.total()).isLessThanOrEqualTo(Duration.ofNanos(PIECE));
        bench.bucket.pace(PACKET);
        assertThat(bench.parker.rests()).isEqualTo(1);
    }

    @Test
    void newAllowance_isSeenWithinOnePiece() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1);
        bench.parker.atEachRest(() -> bench.bucket.renew(Allowance.of(0, PACKET, 1)));
        bench.bucket.pace(PACKET);
        assertThat(bench.parker.rests()).isEqualTo(1);
        assertThat(bench.parker.total()).isEqualTo(Duration.ofNanos(PIECE));
    }

    @Test
    void parkerThatFails_leavesNobodyCountedAsResting() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1);
        bench.parker.atEachRest(() -> {
            throw new IllegalStateException("no rest");
        });
        try {
            bench.bucket.pace(PACKET);
        } catch (IllegalStateException expected) {
            assertThat(expected).hasMessage("no rest");
        }
        assertThat(bench.bucket.resting()).isZero();
    }

    @Test
    void bucket_remembersForAWhileThatItWasCalledAndHeldBack() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1_000_000);
        bench.bucket.pace(PACKET);
        long now = bench.ticker.nanos();
        assertThat(bench.bucket.restedWithin(0, now)).isTrue();
        assertThat(bench.bucket.restedWithin(100, now + 101)).isFalse();
        assertThat(bench.bucket.calledWithin(now, now)).isTrue();
        assertThat(bench.bucket.calledWithin(now - 1, now)).isFalse();
    }

    @Test
    void threadsOfACrowd_wakeLessOften() {
        Bench bench = new Bench(0, Duration.ofSeconds(2), 0, 1);
        for (int i = 0; i < 2560; i++) {
            bench.bucket.beginRest();
        }
        bench.bucket.renew(Allowance.of(0, 0, 1));
        bench.bucket.pace(PACKET);
        assertThat(bench.parker.total()).isEqualTo(Duration.ofSeconds(2));
        assertThat(bench.parker.longest()).isEqualTo(Duration.ofMillis(200));
        assertThat(bench.parker.rests()).isLessThan(20);
    }

    @Test
    void longestSleepOfReads_aboveTwentySecondsOrBelowZeroIsRefused() {
        PacingLimits limits = PacingLimits.of(Duration.ofSeconds(2));
        assertThat(limits.longestReadSleep()).isEqualTo(Duration.ofSeconds(2));
        assertThat(limits.withReads(Duration.ofSeconds(20)).longestSleep()).isEqualTo(Duration.ofSeconds(2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limits.withReads(Duration.ofMillis(20_001)))
                .withMessageContaining("5s");
        assertThatIllegalArgumentException().isThrownBy(() -> limits.withReads(Duration.ofMillis(-1)));
    }

    @Test
    void longestSleep_aboveFiveSecondsOrBelowZeroIsRefused() {
        assertThat(PacingLimits.of(Duration.ofSeconds(5)).longestSleep()).isEqualTo(Duration.ofSeconds(5));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PacingLimits.of(Duration.ofMillis(5001)))
                .withMessageContaining("2s");
        assertThatIllegalArgumentException().isThrownBy(() -> PacingLimits.of(Duration.ofMillis(-1)));
    }

    /** One bucket, whose clock moves only as its thread rests. */
    private final class Bench {
        private final HandSetTicker ticker;
        private final ClockParker parker;
        private final TenantBucket bucket;

        Bench(long start, Duration longestSleep, int credit, long bytesPerSecond) {
            ticker = new HandSetTicker(start);
            parker = new ClockParker(ticker);
            bucket = new TenantBucket(
                    Tenant.DEFAULT,
                    gate,
                    ticker,
                    parker,
                    PacingLimits.of(longestSleep),
                    Allowance.of(start, credit, bytesPerSecond));
        }
    }
}
