package io.hdfsthrottle.fakes;

import io.hdfsthrottle.pace.DiskUse;
import io.hdfsthrottle.pace.DiskWatch;
import io.hdfsthrottle.pace.Transfer;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** A disk that is seen to do what a test says. */
public final class SeenDisk implements DiskWatch {

    private final LongFunction<DiskUse> use;
    private final Predicate<Transfer> waits;

    private SeenDisk(LongFunction<DiskUse> use, Predicate<Transfer> waits) {
        this.use = use;
        this.waits = waits;
    }

    /** Has nothing to do. */
    public static DiskWatch idle() {
        return doing(now -> DiskUse.NONE, thread -> false);
    }

    /** Always has something to do. */
    public static DiskWatch busy(Predicate<Transfer> waits) {
        return doing(now -> DiskUse.of(1, 0), waits);
    }

    /** Does that, by the controller's clock, and these threads wait for it. */
    public static DiskWatch doing(LongFunction<DiskUse> use, Predicate<Transfer> waits) {
        return new SeenDisk(use, waits);
    }

    @Override
    public boolean sees() {
        return true;
    }

    @Override
    public DiskUse look(long nowNanos) {
        return use.apply(nowNanos);
    }

    @Override
    public boolean waits(Transfer transfer) {
        return waits.test(transfer);
    }
}
