package io.hdfsthrottle.coordinator.state;

import com.google.common.collect.Sets;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * The settings that all coordinators have to share. Each leader stores its own, so a takeover that changes one (leases
 * that are off now) is told, and a follower tells it before it leads. Thread-safe.
 */
public final class SharedSettings {
    private static final Stored NONE = new Stored(Map.of());
    private static final Concern<Stored> SETTINGS =
            new Concern<>("settings", NONE, Snapshot.of("settings", 1, NONE, Stored.class), Unreadable.BEGINS_ANEW);

    private final Replicated<Stored> leaders;
    private final Stored own;
    private final BiConsumer<String, String> different;
    private Map<String, String> told = Map.of();

    private record Stored(Map<String, String> values) {}

    /**
     * Settings that nobody was compared with.
     *
     * @param own values by key
     * @param different called with each key whose value differs from the leader's, or the last one's, and a sentence
     */
    public SharedSettings(SnapshotStore store, Map<String, String> own, BiConsumer<String, String> different) {
        this.leaders = new Replicated<>(SETTINGS, store);
        this.own = new Stored(new TreeMap<>(own));
        this.different = different;
    }

    /** Compares them with those of the last leader, and stores them. */
    public synchronized void open(Term term) {
        leaders.open(term);
        tell(leaders.now(), "the last leader");
        told = Map.of();
        leaders.change(before -> own, false);
    }

    public void close() {
        leaders.close();
    }

    /**
     * Compares them with the leader's while this coordinator does not lead; tells a difference once.
     *
     * @throws NotStored if they cannot be read now
     * @throws IllegalStateException if they are not understood
     */
    public synchronized void compare() {
        if (leaders.term().isEmpty()) {
            tell(leaders.kept(), "the leader");
        }
    }

    private void tell(Stored others, String whose) {
        Map<String, String> differences = differences(others, whose);
        differences.forEach((key, sentence) -> {
            if (!sentence.equals(told.get(key))) {
                different.accept(key, sentence);
            }
        });
        told = differences;
    }

    private Map<String, String> differences(Stored others, String whose) {
        Map<String, String> differences = new TreeMap<>();
        if (!others.equals(NONE)) {
            for (String key : Sets.union(own.values.keySet(), others.values.keySet())) {
                Optional<String> here = Optional.ofNullable(own.values.get(key));
                Optional<String> there = Optional.ofNullable(others.values.get(key));
                if (!here.equals(there)) {
                    differences.put(key, key + " is " + said(here) + " here and " + said(there) + " at " + whose);
                }
            }
        }
        return differences;
    }

    private static String said(Optional<String> value) {
        return value.map(text -> text.isEmpty() ? "not set" : text).orElse("not known");
    }
}
