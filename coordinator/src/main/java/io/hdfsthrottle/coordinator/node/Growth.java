package io.hdfsthrottle.coordinator.node;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Total growth of a set of node counters since they were first read. A counter that is smaller than before was reset by
 * a restart of its node. Immutable.
 *
 * @param since when they were first read, seconds since 1970
 * @param sum their total growth since then
 * @param last the last value of each counter, including those that are no longer reported
 */
public record Growth(long since, long sum, Map<String, Long> last) {
    public Growth {
        last = Collections.unmodifiableMap(new TreeMap<>(last));
    }

    public static Growth from(long now, Map<String, Long> counters) {
        return new Growth(now, 0, counters);
    }

    /** The growth after reading these counters; a counter that was absent before started at 0. */
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
