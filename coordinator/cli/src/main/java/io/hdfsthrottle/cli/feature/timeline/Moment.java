package io.hdfsthrottle.cli.feature.timeline;

import io.hdfsthrottle.cli.remote.Failure;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;

/** Reads the time of {@code --at}. */
final class Moment {
    private Moment() {}

    /** The last time that a clock on the wall showed that, or that moment; in seconds since 1970. */
    static long of(String written, ZonedDateTime now) {
        try {
            if (written.indexOf('T') < 0) {
                ZonedDateTime today = now.with(LocalTime.parse(written));
                return (today.isAfter(now) ? today.minusDays(1) : today).toEpochSecond();
            }
            return written.endsWith("Z")
                    ? Instant.parse(written).getEpochSecond()
                    : LocalDateTime.parse(written).atZone(now.getZone()).toEpochSecond();
        } catch (DateTimeException malformed) {
            throw Failure.wronglyAsked(
                    "--at: '" + written + "' is no time; a good value is 03:12, or 2026-11-24T03:12:00Z", malformed);
        }
    }
}
