package io.hdfsthrottle.queue;

import io.hdfsthrottle.unit.Rate;
import java.util.Optional;

/** An administrator's settings for the queues of a node. Immutable. */
public final class QueueSettings {

    private final WaitLimits limits;
    private final Optional<Rate> capacity;
    private final boolean chargesTransferred;
    private final long readaheadMemory;

    /**
     * @param limits how long threads may wait
     * @param capacity the rate at which a volume is asked at most, if that is set
     * @param chargesTransferred whether data from memory is charged as if it came from the disk
     * @param readaheadMemory bytes that may be read ahead on a volume, over all its streams
     */
    public QueueSettings(WaitLimits limits, Optional<Rate> capacity, boolean chargesTransferred, long readaheadMemory) {
        this.limits = limits;
        this.capacity = capacity;
        this.chargesTransferred = chargesTransferred;
        this.readaheadMemory = readaheadMemory;
    }

    WaitLimits limits() {
        return limits;
    }

    Optional<Rate> capacity() {
        return capacity;
    }

    boolean chargesTransferred() {
        return chargesTransferred;
    }

    long readaheadMemory() {
        return readaheadMemory;
    }
}
