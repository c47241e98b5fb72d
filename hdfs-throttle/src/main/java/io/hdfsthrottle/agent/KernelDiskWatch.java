package io.hdfsthrottle.agent;

import io.hdfsthrottle.kernel.BlockDevice;
import io.hdfsthrottle.pace.DiskUse;
import io.hdfsthrottle.pace.DiskWatch;
import io.hdfsthrottle.pace.Transfer;
import java.util.Optional;

/** Watches a disk through the kernel's own figures. Used by the controller's thread alone. */
final class KernelDiskWatch implements DiskWatch {

    private static final double NANOS_PER_MILLI = 1e6;

    /** The kernel counts in jiffies of up to 10 ms: over less than two of them a disk looks idle, or busier than it can be. */
    private static final double SHORTEST_LOOK_MILLIS = 20;

    private final BlockDevice device;
    private final DiskWaits threads;
    private BlockDevice.Work last;
    private long lastNanos;
    private double lastBusy;

    KernelDiskWatch(BlockDevice device, DiskWaits threads) {
        this.device = device;
        this.threads = threads;
    }

    @Override
    public boolean sees() {
        return true;
    }

    @Override
    public DiskUse look(long nowNanos) {
        Optional<BlockDevice.Work> seen = device.work();
        if (seen.isEmpty()) {
            return DiskUse.NONE;
        }
        BlockDevice.Work work = seen.get();
        double elapsed = (nowNanos - lastNanos) / NANOS_PER_MILLI;
        if (last != null && elapsed >= 0 && elapsed < SHORTEST_LOOK_MILLIS) {
            return DiskUse.of(lastBusy, 0); // its bytes are told the next time
        }
        boolean knows = last != null && elapsed > 0;
        DiskUse use = knows
                ? DiskUse.of((work.busyMillis() - last.busyMillis()) / elapsed, work.bytes() - last.bytes())
                : DiskUse.NONE;
        last = work;
        lastNanos = nowNanos;
        lastBusy = use.busy();
        return use;
    }

    @Override
    public boolean waits(Transfer transfer) {
        return threads.waits(transfer);
    }
}
