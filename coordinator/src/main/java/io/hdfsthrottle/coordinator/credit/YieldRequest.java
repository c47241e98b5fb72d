package io.hdfsthrottle.coordinator.credit;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A validated request of a tenant to yield: how far, and for how long.
 *
 * @param level how far
 * @param time for how long
 */
public record YieldRequest(Level level, Duration time) {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,6})(s|m|h)");

    /**
     * Reads a request.
     *
     * @throws InvalidInput naming the invalid value
     */
    public static YieldRequest of(String level, String time, CreditSettings settings) {
        Level named = Level.named(level).orElseThrow(() -> new InvalidInput("level", level, Level.NAMES));
        Matcher matcher = DURATION.matcher(time);
        if (matcher.matches()) {
            long number = Long.parseLong(matcher.group(1));
            Duration duration =
                    switch (matcher.group(2)) {
                        case "s" -> Duration.ofSeconds(number);
                        case "m" -> Duration.ofMinutes(number);
                        default -> Duration.ofHours(number);
                    };
            if (!duration.isZero() && duration.compareTo(settings.longestYield()) <= 0) {
                return new YieldRequest(named, duration);
            }
        }
        throw new InvalidInput(
                "for",
                time,
                "a whole number with s, m or h, up to "
                        + settings.longestYield().toSeconds() + "s, for example 8h");
    }
}
