package io.hdfsthrottle.coordinator.ledger;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much counters of nodes grew together since they were first looked at. A counter that is smaller than before began anew, because its node did. Immutable.
 *
 * @param since when they were first looked at, seconds since 1970
 * @param sum how much they grew since
 * @param last what they said last, also those that are not reported any more
 */
public record Growth(long since, long sum, Map<String, Long> last) {
    /** Copies what it is given. */
    public Growth {
        last = Collections.unmodifiableMap(new TreeMap<>(last));
    }

    /** Counters that are looked at for the first time. */
    public static Growth from(long now, Map<String, Long> counters) {
        return new Growth(now, 0, counters);
    }

    /** The same after these counters were read; one that was not there before began at 0. */
    public Growth read(Map<String, Long> counters) {
        long grown = sum;
        Map<String, Long> next = new TreeMap<>(last);
        for (Map.Entry<String, Long> counter : counters.entrySet()) {
            Long before = next.put(counter.getKey(), counter.getValue());
            long growth = counter.getValue() - (before == null || before > counter.getValue() ? 0 : before);
            grown = grown > Long.MAX_VALUE - growth ? Long.MAX_VALUE : grown + growth;
        }
        return new Growth(since, grown, next);
    }
}
