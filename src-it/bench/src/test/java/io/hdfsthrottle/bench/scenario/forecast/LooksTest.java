package io.hdfsthrottle.bench.scenario.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.bench.scenario.forecast.Looks.Look;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LooksTest {

    private static Look look(double seconds, String job, String other) {
        return new Look(seconds, Map.of("job", told(job, seconds), "other", told(other, 0)));
    }

    private static Told told(String ioClass, double rate) {
        return new Told(true, ioClass, rate * 1e6, 1, Map.of());
    }

    @Test
    void neighbour_isRecognised_whenItIsHeavyAndTheJobIsNot() {
        Looks looks = new Looks(List.of(
                look(1, "light", "heavy"),
                look(2, "light", "moderate"),
                look(3, "heavy", "heavy"),
                look(4.5, "moderate", "heavy")));

        assertThat(looks.recognised("other", "job", 2)).isEqualTo(2.5);
        assertThat(looks.recognised("job", "other", 2)).isInfinite();
        assertThat(looks.recognised("unknown", "job", 0)).isInfinite();
    }

    @Test
    void looksThatCallATenantHeavy_areCountedSinceThen() {
        Looks looks =
                new Looks(List.of(look(1, "heavy", "light"), look(2, "heavy", "light"), look(3, "light", "light")));

        assertThat(looks.heavyPercent("job", 2)).isEqualTo(50);
        assertThat(looks.heavyPercent("job", 9)).isNaN();
    }

    @Test
    void series_hasOneValueASecond() {
        Looks looks = new Looks(List.of(
                look(0, "light", "heavy"),
                look(0.2, "light", "heavy"),
                look(1, "light", "heavy"),
                look(1.9, "light", "heavy"),
                look(2.1, "light", "heavy")));

        assertThat(looks.series("job")).containsExactly(0.0, 1.0, 2.1);
        assertThat(looks.series("unknown")).isEmpty();
    }
}
