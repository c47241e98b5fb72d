package io.hdfsthrottle.unit;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations as Hadoop and Spark write them: a whole number and {@code ms}, {@code s}, {@code m} or {@code h}. */
public final class Durations {

    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");

    /** Longer is considered a typing error; and 292 years are more nanoseconds than a long holds. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Durations() {}

    /**
     * Reads {@code 500ms}, {@code 30s}, {@code 10m} or {@code 1h}; case does not matter.
     *
     * @throws IllegalArgumentException if it is no duration, or above a hundred years; the message shows what was given
     *     and a good value
     */
    public static Duration parse(String written) {
        Matcher matcher = WRITTEN.matcher(written.trim().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + written + "' is no duration; write a whole number and ms, s, m or h, for example 30s");
        }
        Duration duration = Duration.of(Long.parseLong(matcher.group(1)), unit(matcher.group(2)));
        if (duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("'" + written + "' is above a hundred years; for example 30s");
        }
        return duration;
    }

    private static ChronoUnit unit(String written) {
        switch (written) {
            case "ms":
                return ChronoUnit.MILLIS;
            case "s":
                return ChronoUnit.SECONDS;
            case "m":
                return ChronoUnit.MINUTES;
            default:
                return ChronoUnit.HOURS;
        }
    }
}
