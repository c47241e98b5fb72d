package io.hdfsthrottle.coordinator.feature.credit;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One tenant's credit account: its credits by the hour in which they were earned, and whether it yields or has high
 * priority. Times are seconds since 1970: the numbers of slices. Immutable.
 *
 * @param lots the remaining earned credits, by hours since 1970
 * @param level how far it yields, until {@code yieldUntil}; empty for not at all
 * @param yieldUntil the first slice in which it no longer yields
 * @param boostUntil the first slice in which it no longer has high priority
 */
record Account(NavigableMap<Long, Credits> lots, Optional<Level> level, long yieldUntil, long boostUntil) {
    static final Account EMPTY = new Account(new TreeMap<>(), Optional.empty(), 0, 0);

    private static final long HOUR = 3_600;

    Account {
        lots = Collections.unmodifiableNavigableMap(new TreeMap<>(lots));
    }

    Credits balance() {
        return lots.values().stream().reduce(Credits.NONE, Credits::plus);
    }

    Optional<Level> yields(long slice) {
        return level.filter(some -> slice < yieldUntil);
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
        return new Account(left, idle ? Optional.empty() : level, idle ? 0 : yieldUntil, boostUntil);
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
        return new Account(more, level, yieldUntil, boostUntil);
    }

    /**
     * Deducts a price, from the oldest lots first.
     *
     * @throws IllegalArgumentException if the balance is smaller
     */
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
        return new Account(left, level, yieldUntil, boostUntil);
    }

    Account yielding(Optional<Level> newLevel, long until) {
        return new Account(lots, newLevel, until, boostUntil);
    }

    Account boosting(long until) {
        return new Account(lots, level, yieldUntil, until);
    }

    /** Whether there is nothing to remember. */
    boolean isEmpty(long slice) {
        return lots.isEmpty() && yields(slice).isEmpty() && !boosts(slice);
    }
}
