package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SlotsTest {

    private static final long TWO_SECONDS = 2_000_000_000L;

    @ParameterizedTest
    @CsvSource({
        "0,    4096, 2000",
        "2867, 4096, 2000",
        "3277, 4096, 999",
        "3687, 4096, 0",
        "4096, 4096, 0",
        "9000, 4096, 0",
        "7,    10,   2000",
        "8,    10,   1000",
        "9,    10,   0",
        "-5,   4096, 2000",
        "4096, 0,    2000",
        "4096, -1,   2000"
    })
    void longestSleep_fallsFromSeventyToNinetyPercent(int used, int most, long millis) {
        assertThat(Slots.of(used, most).longestSleepNanos(TWO_SECONDS) / 1_000_000.0)
                .isBetween(millis - 0.001, millis + 1.0);
    }

    @Test
    void hostThatDoesNotSay_isNeverFull() {
        assertThat(Slots.UNKNOWN.occupancy()).isZero();
        assertThat(Slots.UNKNOWN.longestSleepNanos(TWO_SECONDS)).isEqualTo(TWO_SECONDS);
    }

    /** A million seeded hosts: never longer than configured, never negative, never longer where more is taken, no jumps. */
    @Test
    void longestSleep_isBoundedMonotoneAndWithoutJumps() {
        Random random = new Random(20_261_120);
        for (int i = 0; i < 1_000_000; i++) {
            int most = 1 + random.nextInt(random.nextBoolean() ? 20 : 100_000);
            int used = random.nextInt(most + most / 10 + 1);
            long configured = random.nextInt(5001) * 1_000_000L;
            Slots slots = Slots.of(used, most);
            long longest = slots.longestSleepNanos(configured);
            long oneMore = Slots.of(used + 1, most).longestSleepNanos(configured);
            assertThatHolds(longest >= 0 && longest <= configured, slots);
            assertThatHolds(oneMore <= longest, slots);
            assertThatHolds(longest - oneMore <= 5.0 * configured / most + 2, slots);
            assertThatHolds(used > 0.70 * most - 0.001 || longest == configured, slots);
            assertThatHolds(used < 0.90 * most || longest <= 1, slots);
        }
    }

    private static void assertThatHolds(boolean what, Slots slots) {
        if (!what) {
            throw new AssertionError(slots.used() + " of " + slots.most());
        }
    }
}
