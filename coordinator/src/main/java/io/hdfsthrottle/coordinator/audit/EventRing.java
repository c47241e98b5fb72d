package io.hdfsthrottle.coordinator.audit;

import com.google.common.collect.EvictingQueue;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Ring buffer of the last events, bounded for each kind: neither short-lived applications nor a flood of refusals or findings evict
 * the record of a changed tenant. Not thread-safe.
 */
final class EventRing {
    /** The number of events kept of each kind. */
    static final int MOST = 1_000;

    /** Kind of an event; evicts only events of the same kind. */
    enum Kind {
        POLICY,
        APPLICATION,
        REFUSAL,
        FINDING
    }

    private final Map<Kind, Queue<Event>> events = new EnumMap<>(Kind.class);

    void add(Kind kind, Event event) {
        events.computeIfAbsent(kind, first -> EvictingQueue.create(MOST)).add(event);
    }

    /** The events with a larger id. */
    List<Event> since(long id) {
        return events.values().stream()
                .flatMap(Queue::stream)
                .filter(event -> event.id() > id)
                .toList();
    }
}
