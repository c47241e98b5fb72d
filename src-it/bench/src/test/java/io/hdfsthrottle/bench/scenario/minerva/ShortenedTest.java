package io.hdfsthrottle.bench.scenario.minerva;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ShortenedTest {

    @Test
    void gain_isHeldAgainstWhatIsPossible() {
        Shortened job = new Shortened(20, 17, 16);

        assertThat(job.percent()).isCloseTo(15, within(1e-9));
        assertThat(job.possiblePercent()).isCloseTo(20, within(1e-9));
        assertThat(job.ofPossiblePercent()).isCloseTo(75, within(1e-9));
    }

    @Test
    void jobThatBecameLonger_gainedLessThanNothing() {
        assertThat(new Shortened(20, 21, 16).ofPossiblePercent()).isCloseTo(-25, within(1e-9));
    }

    @Test
    void whereNothingIsPossible_nothingIsShown() {
        assertThat(new Shortened(20, 10, 20).ofPossiblePercent()).isNaN();
        assertThat(new Shortened(Double.NaN, 10, Double.NaN).ofPossiblePercent())
                .isNaN();
    }

    @Test
    void reading_isAsFastAsItsShareOfTheDisk() {
        double share = Shortened.share(2, List.of(0.5, 0.5));

        assertThat(Shortened.reading(8, 6, 0.5, share).least()).isCloseTo(6, within(1e-9));
        assertThat(Shortened.reading(8, 6, 0.5, share).ofPossiblePercent()).isCloseTo(100, within(1e-9));
    }
}
