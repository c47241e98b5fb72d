package io.hdfsthrottle.coordinator.feature.credit;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A time of each day during which a tenant yields, in a zone. It begins and ends once a day also where clocks are
 * changed, where it may be longer or shorter by as much; the end may be on the next day. Immutable, pure.
 *
 * @param from when it begins
 * @param until when it is over
 * @param zone the name of a time zone; where it is not known, as after a leader with newer ones, nothing is in this time
 */
record DailyTime(Level level, LocalTime from, LocalTime until, String zone) {
    /** @throws IllegalArgumentException if it has no length */
    DailyTime {
        if (from.equals(until)) {
            throw new IllegalArgumentException("a time of the day begins and ends at " + from);
        }
    }

    /** @throws InvalidInput naming the invalid value */
    static DailyTime of(String level, String from, String until, String zone) {
        LocalTime begin = time("daily.from", from);
        LocalTime end = time("daily.until", until);
        if (begin.equals(end)) {
            throw new InvalidInput("daily.until", until, "another time than that of daily.from");
        }
        try {
            return new DailyTime(
                    Level.wished(level), begin, end, ZoneId.of(zone).getId());
        } catch (DateTimeException unknown) {
            throw new InvalidInput("daily.zone", zone, "the name of a time zone, for example Europe/Zurich or UTC");
        }
    }

    private static LocalTime time(String member, String written) {
        try {
            if (written.length() == "22:00".length()) {
                return LocalTime.parse(written);
            }
        } catch (DateTimeParseException malformed) {
            // refused below
        }
        throw new InvalidInput(member, written, "hours and minutes from 00:00 to 23:59, for example 22:00");
    }

    /** Where that slice is in it: the first one after it. */
    OptionalLong end(long slice) {
        ZoneRules rules;
        try {
            rules = ZoneId.of(zone).getRules();
        } catch (DateTimeException unknown) {
            return OptionalLong.empty();
        }
        Instant now = Instant.ofEpochSecond(slice);
        LocalDate today = LocalDate.ofInstant(now, rules.getOffset(now));
        return Stream.of(today.minusDays(1), today)
                .filter(day -> slice(day, from, rules) <= slice && slice < endOf(day, rules))
                .flatMapToLong(day -> LongStream.of(endOf(day, rules)))
                .max();
    }

    private long endOf(LocalDate day, ZoneRules rules) {
        return slice(until.isAfter(from) ? day : day.plusDays(1), until, rules);
    }

    /** A time that clocks leave out is the moment at which they are put forward. */
    private static long slice(LocalDate day, LocalTime time, ZoneRules rules) {
        LocalDateTime local = day.atTime(time);
        ZoneOffsetTransition change = rules.getTransition(local);
        return change != null && change.isGap() ? change.toEpochSecond() : local.toEpochSecond(rules.getOffset(local));
    }

    /** Whether that is the same time of the day, for any level. */
    boolean isSameTime(DailyTime other) {
        return from.equals(other.from) && until.equals(other.until) && zone.equals(other.zone);
    }

    /** For people: {@code lowest from 22:00 to 06:00 Europe/Zurich}. */
    @Override
    public String toString() {
        return level.label() + " from " + from + " to " + until + " " + zone;
    }
}
