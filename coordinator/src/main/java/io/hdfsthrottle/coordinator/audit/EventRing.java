package io.hdfsthrottle.coordinator.audit;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The last events, bounded for each kind: neither applications that come and go nor a flood of refusals drives out who changed a tenant. Not thread-safe.
 */
final class EventRing {
    /** So many events of each kind are remembered. */
    static final int MOST = 1_000;

    /** What drives out only its like. */
    enum Kind {
        POLICY,
        APPLICATION,
        REFUSAL
    }

    private final Map<Kind, Deque<Event>> events = new EnumMap<>(Kind.class);

    void add(Kind kind, Event event) {
        Deque<Event> ring = events.computeIfAbsent(kind, first -> new ArrayDeque<>());
        if (ring.size() == MOST) {
            ring.removeFirst();
        }
        ring.addLast(event);
    }

    /** Those with a larger id, newest first, at most so many. */
    List<Event> since(long id, int most) {
        return events.values().stream()
                .flatMap(Deque::stream)
                .filter(event -> event.id() > id)
                .sorted(Comparator.comparingLong(Event::id).reversed())
                .limit(most)
                .toList();
    }
}
