package io.hdfsthrottle.pace;

/**
 * What the controller remembers of a bucket from tick to tick: its recent rate. Used by the controller's thread alone.
 */
final class BucketLoad {

    private static final double NANOS = 1e9;

    /** The memory of the rate, in nanoseconds: long enough to even out packets, short against 300 ms of reaction. */
    private static final double MEMORY_NANOS = 150e6;

    private long lastMoved;
    private long lastNanos;
    private double bytesPerSecond;

    BucketLoad(long moved, long nowNanos) {
        lastMoved = moved;
        lastNanos = nowNanos;
    }

    void observe(long moved, long nowNanos) {
        double elapsed = nowNanos - lastNanos;
        if (elapsed <= 0) {
            return;
        }
        double latest = (moved - lastMoved) / elapsed * NANOS;
        bytesPerSecond += (latest - bytesPerSecond) * (1 - Math.exp(-elapsed / MEMORY_NANOS));
        lastMoved = moved;
        lastNanos = nowNanos;
    }

    double bytesPerSecond() {
        return bytesPerSecond;
    }
}
