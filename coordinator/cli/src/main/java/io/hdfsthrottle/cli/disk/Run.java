package io.hdfsthrottle.cli.disk;

import java.time.Duration;

/**
 * What one measurement moved.
 *
 * @param bytes how many bytes, all of them to or from the file
 * @param time how long that took
 */
record Run(long bytes, Duration time) {

    private static final double NANOS = 1e9;

    double bytesPerSecond() {
        return time.isZero() ? 0 : bytes * NANOS / time.toNanos();
    }
}
