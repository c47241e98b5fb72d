package io.hdfsthrottle.agent;

import io.hdfsthrottle.kernel.BlockDevice;
import io.hdfsthrottle.pace.DiskWatch;
import io.hdfsthrottle.pace.Transfer;
import java.util.OptionalLong;

/** Watches a disk through the kernel's own figures. Used by the controller's thread alone. */
final class KernelDiskWatch implements DiskWatch {

    private static final double NANOS_PER_MILLI = 1e6;

    /** The kernel counts in jiffies of up to 10 ms: over less than two of them a disk looks idle, or busier than it can be. */
    private static final double SHORTEST_LOOK_MILLIS = 20;

    private final BlockDevice device;
    private final DiskWaits threads;
    private long lastMillis;
    private long lastNanos;
    private boolean looked;
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
    public double busy(long nowNanos) {
        OptionalLong millis = device.busyMillis();
        if (millis.isEmpty()) {
            return 0;
        }
        double elapsed = (nowNanos - lastNanos) / NANOS_PER_MILLI;
        if (looked && elapsed >= 0 && elapsed < SHORTEST_LOOK_MILLIS) {
            return lastBusy;
        }
        double busy = looked && elapsed > 0 ? (millis.getAsLong() - lastMillis) / elapsed : 0;
        lastMillis = millis.getAsLong();
        lastNanos = nowNanos;
        looked = true;
        lastBusy = Math.max(0, Math.min(1, busy));
        return lastBusy;
    }

    @Override
    public boolean waits(Transfer transfer) {
        return threads.waits(transfer);
    }
}
