package io.hdfsthrottle.coordinator.feature.credit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalTime;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DailyTimeTest {
    private static final String ZURICH = "Europe/Zurich";

    private static long slice(String instant) {
        return Instant.parse(instant).getEpochSecond();
    }

    @ParameterizedTest
    @CsvSource({
        "22:00, 06:00, 2026-11-28T20:59:59Z, false",
        "22:00, 06:00, 2026-11-28T21:00:00Z, true",
        "22:00, 06:00, 2026-11-29T04:59:59Z, true",
        "22:00, 06:00, 2026-11-29T05:00:00Z, false",
        "22:00, 06:00, 2026-07-28T20:00:00Z, true",
        "08:00, 17:30, 2026-11-28T06:59:59Z, false",
        "08:00, 17:30, 2026-11-28T07:00:00Z, true",
        "08:00, 17:30, 2026-11-28T16:30:00Z, false",
        "00:00, 23:59, 2026-11-28T22:58:59Z, true",
        "00:00, 23:59, 2026-11-28T22:59:30Z, false"
    })
    void timeOfTheDay_isThatOfItsZone(String from, String until, String instant, boolean within) {
        assertThat(DailyTime.of("low", from, until, ZURICH).end(slice(instant)).isPresent())
                .isEqualTo(within);
    }

    @Test
    void zoneThatAnotherLeaderKnew_holdsNoTime() {
        DailyTime unknown = new DailyTime(Level.LOW, LocalTime.MIDNIGHT, LocalTime.of(23, 59), "Atlantis/Capital");
        assertThat(unknown.end(slice("2026-11-28T12:00:00Z"))).isEmpty();
    }

    @Test
    void end_isOnTheNextDay_whereItIsNotAfterTheBegin() {
        DailyTime night = DailyTime.of("low", "22:00", "06:00", ZURICH);
        assertThat(night.end(slice("2026-11-28T23:00:00Z"))).isEqualTo(OptionalLong.of(slice("2026-11-29T05:00:00Z")));
        assertThat(night.end(slice("2026-11-28T22:00:00Z"))).isEqualTo(OptionalLong.of(slice("2026-11-29T05:00:00Z")));
    }

    /** Clocks went back at 03:00 on 2026-10-25, and forward at 02:00 on 2026-03-29. */
    @Test
    void whereClocksAreChanged_itBeginsAndEndsOnce() {
        DailyTime before = DailyTime.of("low", "01:00", "02:30", ZURICH);
        assertThat(before.end(slice("2026-10-25T00:29:59Z"))).isPresent();
        assertThat(before.end(slice("2026-10-25T00:30:00Z"))).isEmpty();
        assertThat(before.end(slice("2026-10-25T01:15:00Z"))).as("02:15 again").isEmpty();

        DailyTime begins = DailyTime.of("low", "02:30", "03:15", ZURICH);
        assertThat(begins.end(slice("2026-03-29T01:00:00Z"))).isEqualTo(OptionalLong.of(slice("2026-03-29T01:15:00Z")));
        assertThat(begins.end(slice("2026-03-29T01:15:00Z"))).isEmpty();
        DailyTime leftOut = DailyTime.of("low", "02:10", "02:40", ZURICH);
        assertThat(leftOut.end(slice("2026-03-29T01:00:00Z"))).isEmpty();
    }
}
