package io.hdfsthrottle.simulation;

import io.hdfsthrottle.pace.DiskWatch;
import io.hdfsthrottle.pace.Gate;
import io.hdfsthrottle.pace.PacingLimits;
import io.hdfsthrottle.pace.ReadCharge;
import io.hdfsthrottle.pace.VolumePacer;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import java.util.function.LongSupplier;

/** How a volume is paced; all of it by the production classes. */
enum Policy {
    /** Everybody goes free and is only counted. */
    UNTHROTTLED("unthrottled", 0),

    /** The disk's capacity is set, to a hair below the truth: exactly at it, the disk queues and decides again. */
    RIGHT("capacity less 1 %", 0.99),

    /** It is set a fifth too high. */
    HIGH("20 % too high", 1.2),

    /** It is set a fifth too low. */
    LOW("20 % too low", 0.8),

    /** Nothing is set: whoever the disk holds back leads. */
    AUTO("auto", 0);

    /** What a byte from memory costs where the device's work is charged: the default. */
    private static final double CACHED_PART = 0.01;

    private final String words;
    private final double capacity;

    Policy(String words, double capacity) {
        this.words = words;
        this.capacity = capacity;
    }

    /** As the report calls it. */
    String words() {
        return words;
    }

    /** What reads are charged: what the device did, or all that is transferred where a capacity is set, as by default. */
    ReadCharge readCharge(LongSupplier device, Ticker ticker) {
        return capacity > 0 ? ReadCharge.transferred() : ReadCharge.ofDevice(device, CACHED_PART, ticker);
    }

    VolumePacer pacer(double diskGives, DiskWatch watch, Timeline time) {
        PacingLimits limits =
                PacingLimits.of(PacingLimits.DEFAULT_LONGEST_SLEEP).withReads(PacingLimits.DEFAULT_LONGEST_READ_SLEEP);
        if (capacity > 0) {
            Rate rate = Rate.ofBytesPerSecond((long) (capacity * diskGives));
            return VolumePacer.ofCapacity("DS-1", rate, watch, limits, new Gate(), time, Policy::nobodyParks);
        }
        DiskWatch seen = this == AUTO ? watch : DiskWatch.BLIND;
        return VolumePacer.watching("DS-1", seen, limits, new Gate(), time, Policy::nobodyParks);
    }

    private static void nobodyParks(long nanos) {
        throw new IllegalStateException("no thread blocks in a simulation");
    }
}
