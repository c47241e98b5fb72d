package io.hdfsthrottle.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationsTest {

    @ParameterizedTest
    @CsvSource({"500ms, PT0.5S", "30s, PT30S", "10m, PT10M", "1h, PT1H", "' 10M ', PT10M", "0s, PT0S", "1H, PT1H"})
    void parse_readsANumberAndItsUnit(String written, Duration meant) {
        assertThat(Durations.parse(written)).isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "30", "-1s", "1.5s", "30 s", "30sec", "1d", "9999999999s", "PT30S"})
    void parse_refusesWhatIsNoDurationShowingItAndAGoodOne(String written) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse(written))
                .withMessageContaining("'" + written + "'")
                .withMessageContaining("for example 30s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"999999999h", "876001h", "999999999m"})
    void parse_refusesMoreThanAHundredYearsBecauseNanosecondsWouldOverflow(String written) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse(written))
                .withMessageContaining("'" + written + "'")
                .withMessageContaining("for example 30s");
    }

    @Test
    void everyDurationThatCanBeWritten_isALongOfNanoseconds() {
        assertThat(Durations.parse("876000h").toNanos()).isPositive();
        assertThat(Durations.parse("999999999s").toNanos()).isPositive();
        assertThat(Durations.parse("999999999ms").toNanos()).isPositive();
    }
}
