package io.hdfsthrottle.coordinator.state;

import java.util.Map;

/**
 * How the state of one concern is spread over snapshots. Pure but for the reads of {@link #read}.
 *
 * @param <S> the state; immutable
 */
public interface Layout<S> {
    /**
     * The state that earlier leaders left.
     *
     * @throws NotStored if it cannot be read now
     * @throws IllegalStateException if it is not understood
     */
    S read(SnapshotStore store);

    /** The snapshots that differ, by name; empty if the states are equal. */
    Map<String, byte[]> differences(S before, S after);
}
