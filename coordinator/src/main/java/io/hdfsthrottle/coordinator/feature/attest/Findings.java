package io.hdfsthrottle.coordinator.feature.attest;

import io.hdfsthrottle.coordinator.feature.Finding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Findings over time: each begins once, when it has been there for long enough, and ends once, when it has been gone
 * for long enough. Bounded, immutable.
 *
 * @param known by kind and subject, also what has not begun yet
 * @param began what began in the last turn
 * @param ended what ended in it
 */
record Findings(Map<String, Entry> known, List<Finding> began, List<Finding> ended) {
    static final Findings NONE = new Findings(Map.of(), List.of(), List.of());

    /** So many are known at a time; further ones count when others have ended. */
    static final int MOST = 1_000;

    /**
     * A finding over time.
     *
     * @param finding as it was last
     * @param sinceNanos since when it has been there
     * @param seenNanos when it was there last
     * @param begun whether it was told
     */
    record Entry(Finding finding, long sinceNanos, long seenNanos, boolean begun) {
        private static Entry of(Finding finding, Entry before, long nanos) {
            long since = before == null ? nanos : before.sinceNanos;
            boolean lasts = nanos - since >= finding.kind().begins().toNanos();
            return new Entry(finding, since, nanos, lasts || (before != null && before.begun));
        }

        private boolean hasEnded(long nanos) {
            return nanos - seenNanos >= finding.kind().ends().toNanos();
        }
    }

    /** Copies what it is given. */
    Findings {
        known = Map.copyOf(known);
        began = List.copyOf(began);
        ended = List.copyOf(ended);
    }

    private static String key(Finding finding) {
        return finding.kind() + " " + finding.subject();
    }

    /**
     * After another turn.
     *
     * @param present what is found now
     * @param nanos the time, monotone, in nanoseconds
     */
    Findings next(Collection<Finding> present, long nanos) {
        Map<String, Entry> after = new TreeMap<>();
        List<Finding> begin = new ArrayList<>();
        List<Finding> end = new ArrayList<>();
        known.forEach((key, entry) -> {
            if (entry.begun()) {
                after.put(key, entry);
            }
        });
        for (Finding finding : present) {
            String key = key(finding);
            Entry before = known.get(key);
            if (after.size() < MOST || after.containsKey(key)) {
                Entry entry = Entry.of(finding, before, nanos);
                after.put(key, entry);
                if (entry.begun() && (before == null || !before.begun())) {
                    begin.add(finding);
                }
            }
        }
        after.values().removeIf(entry -> {
            boolean isOver = entry.seenNanos() != nanos && entry.hasEnded(nanos);
            if (isOver) {
                end.add(entry.finding());
            }
            return isOver;
        });
        return new Findings(after, begin, end);
    }

    /** What has begun and not ended. */
    List<Entry> lasting() {
        return known.values().stream().filter(Entry::begun).toList();
    }

    int count(Finding.Kind kind) {
        return (int) lasting().stream()
                .filter(entry -> entry.finding().kind() == kind)
                .count();
    }

    boolean has(Finding.Kind kind, String subject) {
        Entry entry = known.get(key(new Finding(kind, subject, "")));
        return entry != null && entry.begun();
    }
}
