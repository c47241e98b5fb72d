package io.hdfsthrottle.coordinator.state;

/**
 * One concern of a leader: what its state is called, how it is stored, and what happens if that is not understood.
 *
 * @param name for people, in messages: {@code policy}
 * @param initial the state of a new cluster
 * @param unreadable what a new leader does with a stored state that it does not understand
 * @param <S> the state; immutable
 */
public record Concern<S>(String name, S initial, Layout<S> layout, Unreadable unreadable) {
    /** What becomes of a leader that does not understand a stored state. */
    public enum Unreadable {
        /** It must not lead: what it granted would contradict what people were promised. */
        STOPS_LEADER,
        /** It leads, and the state begins anew: an optional feature must not cost the cluster its leader. */
        BEGINS_ANEW
    }
}
