package io.hdfsthrottle.coordinator.feature.credit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * One tenant's credit account: its credits by the hour in which they were earned, and when it yields or has high
 * priority. Times are seconds since 1970: the numbers of slices. Immutable.
 *
 * @param lots the remaining earned credits, by hours since 1970
 * @param level how far it yields, until {@code yieldUntil}; empty for not at all
 * @param yieldUntil the first slice in which it no longer yields so
 * @param daily the times of the day during which it yields
 * @param boostUntil the first slice in which it no longer has high priority
 */
record Account(
        NavigableMap<Long, Credits> lots,
        Optional<Level> level,
        long yieldUntil,
        List<DailyTime> daily,
        long boostUntil) {
    static final Account EMPTY = new Account(new TreeMap<>(), Optional.empty(), 0, List.of(), 0);

    private static final long HOUR = 3_600;

    Account {
        lots = Collections.unmodifiableNavigableMap(new TreeMap<>(lots));
        daily = List.copyOf(daily);
    }

    /** How a tenant yields, until a slice in which it no longer does. */
    record Yield(Level level, long until) {
        private static final Comparator<Yield> FURTHEST =
                Comparator.comparing(Yield::level).thenComparingLong(Yield::until);
    }

    Credits balance() {
        return lots.values().stream().reduce(Credits.NONE, Credits::plus);
    }

    /** How it yields in that slice: as far as it wished by any of its wishes; never while it has high priority. */
    Optional<Yield> yields(long slice) {
        if (boosts(slice)) {
            return Optional.empty();
        }
        List<Yield> wishes = new ArrayList<>();
        level.filter(some -> yieldsOnce(slice)).ifPresent(some -> wishes.add(new Yield(some, yieldUntil)));
        for (DailyTime each : daily) {
            OptionalLong end = each.end(slice);
            end.ifPresent(until -> wishes.add(new Yield(each.level(), until)));
        }
        return wishes.stream().max(Yield.FURTHEST);
    }

    /** Whether it yields for a time that was given, in that slice. */
    boolean yieldsOnce(long slice) {
        return slice < yieldUntil;
    }

    boolean boosts(long slice) {
        return slice < boostUntil;
    }

    /** The account at that slice, without expired lots and a yield that has ended. */
    Account at(long slice, Duration expiry) {
        boolean old = !lots.isEmpty() && hasEnded(lots.firstKey(), slice, expiry);
        boolean idle = level.isPresent() && slice >= yieldUntil;
        if (!old && !idle) {
            return this;
        }
        NavigableMap<Long, Credits> left = new TreeMap<>(lots);
        left.keySet().removeIf(hour -> hasEnded(hour, slice, expiry));
        return new Account(left, idle ? Optional.empty() : level, idle ? 0 : yieldUntil, daily, boostUntil);
    }

    private static boolean hasEnded(long hour, long slice, Duration expiry) {
        return slice >= (hour + 1) * HOUR + expiry.toSeconds();
    }

    /** Adds earned credits, up to the largest balance. */
    Account earning(Credits earned, long slice, Credits most) {
        Credits balance = balance();
        Credits room = balance.compareTo(most) >= 0 ? Credits.NONE : most.minus(balance);
        Credits taken = earned.atMost(room);
        if (taken.equals(Credits.NONE)) {
            return this;
        }
        NavigableMap<Long, Credits> more = new TreeMap<>(lots);
        more.merge(Math.floorDiv(slice, HOUR), taken, Credits::plus);
        return new Account(more, level, yieldUntil, daily, boostUntil);
    }

    /** Deducts a price, no larger than the balance, from the oldest lots first. */
    Account paying(Credits price) {
        NavigableMap<Long, Credits> left = new TreeMap<>(lots);
        Credits due = price;
        for (Map.Entry<Long, Credits> lot : lots.entrySet()) {
            Credits paid = due.atMost(lot.getValue());
            due = due.minus(paid);
            if (paid.equals(lot.getValue())) {
                left.remove(lot.getKey());
            } else {
                left.put(lot.getKey(), lot.getValue().minus(paid));
            }
        }
        if (!due.equals(Credits.NONE)) {
            throw new IllegalArgumentException(due + " credits are missing");
        }
        return new Account(left, level, yieldUntil, daily, boostUntil);
    }

    Account yielding(Optional<Level> newLevel, long until) {
        return new Account(lots, newLevel, until, daily, boostUntil);
    }

    Account yieldingDaily(List<DailyTime> times) {
        return new Account(lots, level, yieldUntil, times, boostUntil);
    }

    Account boosting(long until) {
        return new Account(lots, level, yieldUntil, daily, until);
    }

    /** Whether there is nothing to remember. */
    boolean isEmpty(long slice) {
        return lots.isEmpty() && !yieldsOnce(slice) && daily.isEmpty() && !boosts(slice);
    }
}
