package io.hdfsthrottle.datanode.drain;

/** One move of a drain plan: so many bytes of replicas from one volume to another. Immutable. */
final class Move {

    private final LocalVolume from;
    private final LocalVolume to;
    private final long bytes;

    Move(LocalVolume from, LocalVolume to, long bytes) {
        this.from = from;
        this.to = to;
        this.bytes = bytes;
    }

    LocalVolume from() {
        return from;
    }

    LocalVolume to() {
        return to;
    }

    long bytes() {
        return bytes;
    }

    @Override
    public String toString() {
        return bytes + " from " + from.id() + " to " + to.id();
    }
}
