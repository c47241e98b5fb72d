package io.hdfsthrottle.tuning;

import static io.hdfsthrottle.fakes.Seeds.seeded;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The window search on disks whose throughput is a function of the window. */
final class WindowSearchTest {

    private static final int PIECE = 64 << 10;

    @Test
    void window_isAFewTimesWhatTheDiskDoesAtOnce() {
        seeded(200, random -> {
            double knee = Math.pow(2, 18 + 6 * random.nextDouble());
            WindowSearch search = search(window -> Math.min(1, window / knee) * noise(random));
            assertThat(search.window(PIECE) / knee).as("knee at %.0f", knee).isBetween(1.0, 5.0);
        });
    }

    @Test
    void windowOfADiskThatIsFullWithOnePiece_isOnePiece() {
        assertThat(search(window -> 1).window(PIECE)).isEqualTo(PIECE);
    }

    @Test
    void noise_doesNotMakeWindowsGrow() {
        List<Long> windows = new ArrayList<>();
        seeded(
                100,
                random -> windows.add(
                        search(window -> 1 + 0.1 * (random.nextDouble() - 0.5)).window(PIECE)));
        assertThat(windows.stream().mapToLong(window -> window).average().orElseThrow())
                .isLessThan(10.0 * PIECE);
    }

    private static double noise(SplittableRandom random) {
        return 1 + 0.005 * (random.nextDouble() - 0.5);
    }

    /** The search after sixty pairs of epochs with this throughput function of the window. */
    private static WindowSearch search(DoubleUnaryOperator throughput) {
        WindowSearch search = new WindowSearch(256 << 10);
        for (int i = 0; i < 60; i++) {
            double trial = throughput.applyAsDouble((double) search.trial(PIECE));
            double base = throughput.applyAsDouble((double) search.window(PIECE));
            search.learn(trial / base, PIECE, false);
        }
        return search;
    }

    @Test
    void singleGain_onADiskThatSeeks_doesNotMakeTheWindowGrow() {
        WindowSearch search = new WindowSearch(4 * PIECE);
        search.learn(2, PIECE, true);
        assertThat(search.window(PIECE)).isEqualTo(4 * PIECE);
        search.learn(2, PIECE, true);
        assertThat(search.window(PIECE)).isEqualTo(16 * PIECE);
    }
}
