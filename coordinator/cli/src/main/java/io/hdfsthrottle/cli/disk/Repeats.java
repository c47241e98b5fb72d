package io.hdfsthrottle.cli.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The repeats of one measurement so far, beside what the device says it did meanwhile. */
final class Repeats {

    private final List<Double> bytesPerSecond = new ArrayList<>();
    private long ours;
    private long devices;
    private boolean known = true;

    /** One more; before and after are what the device had moved since boot. */
    void add(Run run, OptionalLong before, OptionalLong after) {
        bytesPerSecond.add(run.bytesPerSecond());
        ours += run.bytes();
        known &= before.isPresent() && after.isPresent();
        devices += known ? after.getAsLong() - before.getAsLong() : 0;
    }

    Measured measured(Access access) {
        double seen = !known ? Double.NaN : ours == 0 ? 1 : Math.min(1, (double) devices / ours);
        double foreign = !known || devices == 0 ? 0 : Math.max(0, devices - ours) / (double) devices;
        return new Measured(access, bytesPerSecond, seen, foreign);
    }
}
