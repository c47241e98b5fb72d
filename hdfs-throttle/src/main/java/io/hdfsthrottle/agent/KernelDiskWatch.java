package io.hdfsthrottle.agent;

import io.hdfsthrottle.kernel.BlockDevice;
import io.hdfsthrottle.pace.DiskWatch;
import io.hdfsthrottle.pace.Transfer;
import java.util.OptionalLong;

/** Watches a disk through the kernel's own figures. Used by the controller's thread alone. */
final class KernelDiskWatch implements DiskWatch {

    private static final double NANOS_PER_MILLI = 1e6;

    private final BlockDevice device;
    private final DiskWaits threads;
    private long lastMillis;
    private long lastNanos;
    private boolean looked;

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
        double busy = looked && elapsed > 0 ? (millis.getAsLong() - lastMillis) / elapsed : 0;
        lastMillis = millis.getAsLong();
        lastNanos = nowNanos;
        looked = true;
        return Math.max(0, Math.min(1, busy));
    }

    @Override
    public boolean waits(Transfer transfer) {
        return threads.waits(transfer);
    }
}
