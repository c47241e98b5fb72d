package io.hdfsthrottle.unit;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations as Hadoop and Spark write them: a whole number and {@code ms}, {@code s}, {@code m} or {@code h}. */
public final class Durations {

    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");

    private Durations() {}

    /**
     * Reads {@code 500ms}, {@code 30s}, {@code 10m} or {@code 1h}; case does not matter.
     *
     * @throws IllegalArgumentException if it is no duration; the message shows what was given and a good value
     */
    public static Duration parse(String written) {
        Matcher matcher = WRITTEN.matcher(written.trim().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + written + "' is no duration; write a whole number and ms, s, m or h, for example 30s");
        }
        long number = Long.parseLong(matcher.group(1));
        switch (matcher.group(2)) {
            case "ms":
                return Duration.ofMillis(number);
            case "s":
                return Duration.ofSeconds(number);
            case "m":
                return Duration.ofMinutes(number);
            default:
                return Duration.ofHours(number);
        }
    }
}
