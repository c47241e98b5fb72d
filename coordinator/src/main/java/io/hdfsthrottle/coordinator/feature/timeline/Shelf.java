package io.hdfsthrottle.coordinator.feature.timeline;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * So many series at most: of those that begin while it is full, one that wants more than twice as much as the smallest
 * takes its place. Not thread-safe.
 */
final class Shelf<K> {
    /** So many take a place in a slot at most. */
    private static final int MOST_NEW = 64;

    private static final double CLEARLY = 2;

    private final int most;
    private final Map<K, Series> kept = new HashMap<>();
    private final PriorityQueue<New<K>> waiting = new PriorityQueue<>(Comparator.comparingDouble(New::size));

    private record New<K>(K key, double size) {}

    Shelf(int most) {
        this.most = most;
    }

    Map<K, Series> kept() {
        return kept;
    }

    /** Begins a sample. */
    void begin() {
        waiting.clear();
    }

    void add(K key, Figures figures) {
        Optional<Series> series = Optional.ofNullable(kept.get(key));
        if (series.isEmpty() && !figures.isNothing()) {
            series = withRoom(key);
            if (series.isEmpty()) {
                waiting.add(new New<>(key, figures.demand()));
                if (waiting.size() > MOST_NEW) {
                    waiting.poll();
                }
            }
        }
        series.ifPresent(known -> known.add(figures));
    }

    /** That series, begun if there is room for it. */
    Optional<Series> withRoom(K key) {
        return kept.containsKey(key) || kept.size() < most
                ? Optional.of(kept.computeIfAbsent(key, first -> new Series()))
                : Optional.empty();
    }

    /** Ends a slot; see {@link Series#end}. */
    void end(long slot, int samples, Series all) {
        kept.values().forEach(series -> series.end(slot, samples, all));
        waiting.stream()
                .sorted(Comparator.comparingDouble(New<K>::size).reversed())
                .forEach(this::place);
        waiting.clear();
    }

    private void place(New<K> next) {
        Map.Entry<K, Series> smallest = kept.entrySet().stream()
                .min(Comparator.comparingDouble(each -> each.getValue().size()))
                .orElseThrow();
        if (next.size() > CLEARLY * smallest.getValue().size()) {
            kept.remove(smallest.getKey());
            kept.put(next.key(), Series.begun(next.size()));
        }
    }
}
