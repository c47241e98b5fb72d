package io.hdfsthrottle.simulation;

import io.hdfsthrottle.pace.DiskWatch;
import io.hdfsthrottle.pace.Gate;
import io.hdfsthrottle.pace.PacingLimits;
import io.hdfsthrottle.pace.VolumePacer;
import io.hdfsthrottle.unit.Rate;

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

    VolumePacer pacer(double diskGives, DiskWatch watch, Timeline time) {
        PacingLimits limits = PacingLimits.of(PacingLimits.DEFAULT_LONGEST_SLEEP);
        if (capacity > 0) {
            Rate rate = Rate.ofBytesPerSecond((long) (capacity * diskGives));
            return VolumePacer.ofCapacity("DS-1", rate, limits, new Gate(), time, Policy::nobodyParks);
        }
        DiskWatch seen = this == AUTO ? watch : DiskWatch.BLIND;
        return VolumePacer.watching("DS-1", seen, limits, new Gate(), time, Policy::nobodyParks);
    }

    private static void nobodyParks(long nanos) {
        throw new IllegalStateException("no thread blocks in a simulation");
    }
}
