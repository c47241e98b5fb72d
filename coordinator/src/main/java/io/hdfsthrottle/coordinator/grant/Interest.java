package io.hdfsthrottle.coordinator.grant;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Tracks which nodes have seen which applications, and which changes of these each node has not received: a change
 * costs only the nodes it concerns.
 *
 * <p>One bit for each node and application. Ids without an application are remembered, too, because one may register
 * under them later, but few of them. Thread-safe.
 */
final class Interest {
    /** Maximum number of ids without an application. */
    private static final int MOST_ABSENT = 10_000;

    private final Map<String, Integer> nodes = new HashMap<>();
    private final BitSet numbers = new BitSet();
    private final Map<String, BitSet> living = new HashMap<>();
    private final Map<String, BitSet> absent = new LinkedHashMap<>();
    private final Map<Integer, Map<String, Long>> pending = new HashMap<>();
    private long sequence = 1;

    /** The number of the last change; 1 before any. */
    synchronized long sequence() {
        return sequence;
    }

    synchronized boolean knows(String node) {
        return nodes.containsKey(node);
    }

    /** Begins to track a node that has seen no application. */
    synchronized void begin(String node) {
        number(node);
    }

    private int number(String node) {
        return nodes.computeIfAbsent(node, first -> {
            int number = numbers.nextClearBit(0);
            numbers.set(number);
            return number;
        });
    }

    /** Records that a node has seen these applications; called before they are sent, so that it misses no change. */
    synchronized void met(String node, Collection<String> applications, Predicate<String> alive) {
        int number = number(node);
        for (String id : applications) {
            (alive.test(id) ? living : absent)
                    .computeIfAbsent(id, first -> new BitSet())
                    .set(number);
        }
        forgetAbsent();
    }

    private void forgetAbsent() {
        List<String> oldest = new ArrayList<>(absent.keySet()).subList(0, Math.max(0, absent.size() - MOST_ABSENT));
        absent.keySet().removeAll(Set.copyOf(oldest));
    }

    /** Records that these applications changed, came or ended; returns the nodes to notify. */
    synchronized Set<String> changed(Collection<String> applications, Predicate<String> alive) {
        sequence++;
        BitSet concerned = new BitSet();
        for (String id : applications) {
            BitSet interested = interested(id, alive.test(id));
            concerned.or(interested);
            interested.stream().forEach(number -> pending.computeIfAbsent(number, first -> new TreeMap<>())
                    .put(id, sequence));
        }
        Set<String> names = new TreeSet<>();
        nodes.forEach((node, number) -> {
            if (concerned.get(number)) {
                names.add(node);
            }
        });
        return names;
    }

    private BitSet interested(String id, boolean alive) {
        BitSet before = (alive ? absent : living).remove(id);
        BitSet interested = (alive ? living : absent).getOrDefault(id, new BitSet());
        if (before != null) {
            interested.or(before);
        }
        if (!interested.isEmpty()) {
            (alive ? living : absent).put(id, interested);
        }
        return interested;
    }

    /** The applications that changed since the last change that the node received. Drops the changes it received. */
    synchronized List<String> pending(String node, long heard) {
        Integer number = nodes.get(node);
        Map<String, Long> changes = number == null ? null : pending.get(number);
        if (changes == null) {
            return List.of();
        }
        changes.values().removeIf(change -> change <= heard);
        if (changes.isEmpty()) {
            pending.remove(number);
        }
        return List.copyOf(changes.keySet());
    }

    /** Removes a node that has been silent for long. */
    synchronized void forget(String node) {
        Integer number = nodes.remove(node);
        if (number != null) {
            numbers.clear(number);
            pending.remove(number);
            living.values().forEach(interested -> interested.clear(number));
            absent.values().forEach(interested -> interested.clear(number));
            living.values().removeIf(BitSet::isEmpty);
            absent.values().removeIf(BitSet::isEmpty);
        }
    }

    synchronized Set<String> nodes() {
        return Set.copyOf(nodes.keySet());
    }
}
