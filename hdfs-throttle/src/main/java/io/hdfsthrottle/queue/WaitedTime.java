package io.hdfsthrottle.queue;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A sum of waits over threads. Thread-safe. In microseconds: the nanoseconds of a DataNode's 4,096 threads exceed a
 * long within a month.
 */
final class WaitedTime {

    private final LongAdder micros = new LongAdder();

    void add(long nanos) {
        micros.add(nanos / 1_000);
    }

    Duration sum() {
        return Duration.of(micros.sum(), ChronoUnit.MICROS);
    }
}
