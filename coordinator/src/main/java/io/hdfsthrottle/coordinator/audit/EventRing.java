package io.hdfsthrottle.coordinator.audit;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Ring buffer of the last events, bounded for each kind: neither short-lived applications nor a flood of refusals evict
 * the record of a changed tenant. Not thread-safe.
 */
final class EventRing {
    /** The number of events kept of each kind. */
    static final int MOST = 1_000;

    /** Kind of an event; evicts only events of the same kind. */
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

    /** The events with a larger id, newest first, at most that many. */
    List<Event> since(long id, int most) {
        return events.values().stream()
                .flatMap(Deque::stream)
                .filter(event -> event.id() > id)
                .sorted(Comparator.comparingLong(Event::id).reversed())
                .limit(most)
                .toList();
    }
}
