package io.hdfsthrottle.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.unit.Rate;
import org.junit.jupiter.api.Test;

final class WindowTest {

    private static final double MIB = 1 << 20;
    private static final long SECOND = 1_000_000_000L;

    private final Window window = Window.ofUnknownDisk();
    private long now;

    @Test
    void unknownDisk_isAskedForLittle() {
        assertThat(window.requests().piece()).isEqualTo(128 << 10);
        assertThat(window.requests().window()).isEqualTo(256 << 10);
        assertThat(window.bytesPerSecond()).isZero();
    }

    @Test
    void pieceLastsAboutFourMilliseconds_withinAPacketAndAMebibyte() {
        for (int rate : new int[] {1, 10, 30, 60, 150, 200, 3_000}) {
            Window disk = Window.ofDiskLimitedTo(Rate.ofBytesPerSecond((long) (rate * MIB)));
            double millis = 1_000.0 * disk.requests().piece() / (rate * MIB);
            assertThat(disk.requests().piece()).isBetween(64 << 10, 1 << 20);
            if (rate > 20 && rate < 300) {
                assertThat(millis).as(rate + " MiB/s").isBetween(2.8, 5.7);
            }
        }
    }

    @Test
    void windowOfADiskWithoutLatency_isTwoPieces() {
        serve(150 * MIB, 0, true, 5 * SECOND);
        assertThat(window.requests().window()).isEqualTo(2L * window.requests().piece());
        assertThat(window.bytesPerSecond()).isCloseTo(150 * MIB, within(MIB));
    }

    @Test
    void windowGrowsWithTheLatency_ofMostOfTheLastProbes() {
        serve(150 * MIB, 2_000_000, true, 5 * SECOND);
        long usual = window.requests().window();
        assertThat((double) usual)
                .isCloseTo(2.0 * window.requests().piece() + 6 * 0.002 * 150 * MIB, within(0.1 * MIB));
        serve(150 * MIB, 50_000_000, true, 11 * SECOND); // one probe on a busy host
        assertThat(window.requests().window()).isEqualTo(usual);
    }

    @Test
    void noWindowLastsLongerThanItMay() {
        serve(150 * MIB, 500_000_000, true, 60 * SECOND);
        assertThat((double) window.requests().window()).isLessThan(0.036 * 150 * MIB);
    }

    @Test
    void epochsInWhichNobodyWaited_sayNothingOfTheDisk() {
        serve(150 * MIB, 0, true, 2 * SECOND);
        serve(10 * MIB, 0, false, 2 * SECOND);
        assertThat(window.bytesPerSecond()).isCloseTo(150 * MIB, within(MIB));
    }

    @Test
    void pausesAfterWrites_areTimeInWhichTheKernelWrites_thoseAfterReadsAreNot() {
        for (boolean writes : new boolean[] {false, true}) {
            Window disk = Window.ofUnknownDisk();
            long time = 0;
            for (int i = 0; i < 1_000; i++) {
                int length = disk.requests().piece();
                disk.dispatched(false, time);
                time += (long) (length * 1e9 / (150 * MIB));
                disk.served(length, true, false, time);
                disk.idle(writes, time);
                time += (long) (length * 1e9 / (150 * MIB));
            }
            assertThat(disk.bytesPerSecond()).isCloseTo((writes ? 75 : 150) * MIB, within(MIB));
        }
    }

    @Test
    void diskThatBecomesShared_whileNobodyUsesIt_isMeasuredAtOnce_andAtItsRate() {
        serve(150 * MIB, 0, true, 2 * SECOND);
        window.idle(false, now);
        now += 600 * SECOND;
        window.share(5, now);
        now += 600 * SECOND;
        serve(60 * MIB, 0, true, 2 * SECOND);
        assertThat(window.bytesPerSecond()).isCloseTo(60 * MIB, within(MIB));
    }

    @Test
    void writesInShortBursts_areMeasured() {
        for (int burst = 0; burst < 100; burst++) {
            serve(150 * MIB, 0, true, SECOND / 20);
            window.idle(true, now);
            now += SECOND;
        }
        assertThat(window.bytesPerSecond()).isBetween(40 * MIB, 151 * MIB);
    }

    @Test
    void rateFollowsADiskThatBecomesSlower_withinFourSeconds() {
        serve(150 * MIB, 0, true, 2 * SECOND);
        serve(15 * MIB, 0, true, 4 * SECOND);
        assertThat(window.bytesPerSecond()).isCloseTo(15 * MIB, within(MIB));
        assertThat(window.requests().piece()).isEqualTo(128 << 10);
    }

    @Test
    void sharedDisk_isAskedForWhatADataNodeReadsAheadOfEachStream() {
        window.share(5, now);
        assertThat(window.requests().window()).isEqualTo(20L << 20);
        assertThat(window.requests().piece()).isEqualTo(1 << 20);
        assertThat(window.requests().writePiece()).as("few large requests").isEqualTo(5 << 20);
        window.share(100, now);
        assertThat(window.requests().window()).isEqualTo(64L << 20);
        window.share(0, now);
        assertThat(window.requests().window()).isEqualTo(256L << 10);
        assertThat(window.requests().writePiece()).isEqualTo(window.requests().piece());
    }

    @Test
    void slowDisk_isAskedForPiecesThatAreNoSmallerThanAtFirst() {
        int first = window.requests().piece();
        serve(MIB, 0, true, 30 * SECOND);
        assertThat(window.bytesPerSecond()).isCloseTo(MIB, within(0.1 * MIB));
        assertThat(window.requests().piece()).isEqualTo(first);
    }

    @Test
    void rotationalDisk_isServedInQuanta_untilAProbeFindsThatItDoesNotSeek() {
        window.rotational(true);
        assertThat(window.requests().isSerial()).isTrue();
        serve(150 * MIB, 0, true, 3 * SECOND);
        assertThat(window.requests().isSerial()).isFalse();
        assertThat(window.requests().quantum()).isZero();
    }

    /** The disk serves pieces one after the other for so long, every second elsewhere, and each takes that much longer. */
    private void serve(double bytesPerSecond, long latency, boolean somebodyWaits, long nanos) {
        long end = now + nanos;
        boolean follows = false;
        while (now < end) {
            window.dispatched(false, now);
            int length = window.requests().piece();
            long transfer = (long) (length * 1e9 / bytesPerSecond);
            now += transfer;
            if (window.isProbing()) {
                now += latency;
                window.servedAlone(length, follows, transfer + latency);
                follows = !follows;
            }
            window.served(length, somebodyWaits, false, now);
        }
    }
}
