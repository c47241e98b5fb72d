package io.hdfsthrottle.coordinator.state;

/** Writes states of one snapshot as a coordinator does, and reads them. */
public final class Stored {
    private Stored() {}

    /** The snapshot of that state. */
    public static <S> byte[] write(Concern<S> concern, S state) {
        return layout(concern).write(state);
    }

    /** The state in that snapshot. */
    public static <S> S read(Concern<S> concern, byte[] snapshot) {
        return layout(concern).read(snapshot);
    }

    private static <S> Snapshot<S, ?> layout(Concern<S> concern) {
        return (Snapshot<S, ?>) concern.layout();
    }
}
