package io.hdfsthrottle.simulation;

import io.hdfsthrottle.pace.DiskUse;
import io.hdfsthrottle.pace.DiskWatch;
import io.hdfsthrottle.pace.Transfer;
import java.util.List;

/** What the kernel would tell of a modelled disk and of the modelled threads; their ids are their places in the list. */
final class SimulatedWatch implements DiskWatch {

    private final Disk disk;
    private final List<TransferThread> threads;
    private long lastWorked;
    private long lastServed;
    private long lastLook;

    SimulatedWatch(Disk disk, List<TransferThread> threads) {
        this.disk = disk;
        this.threads = threads;
    }

    @Override
    public boolean sees() {
        return true;
    }

    @Override
    public DiskUse look(long nowNanos) {
        long worked = disk.workedNanos();
        long served = disk.servedBytes();
        double busy = nowNanos > lastLook ? (double) (worked - lastWorked) / (nowNanos - lastLook) : 0;
        DiskUse use = DiskUse.of(busy, served - lastServed);
        lastWorked = worked;
        lastServed = served;
        lastLook = nowNanos;
        return use;
    }

    @Override
    public boolean waits(Transfer transfer) {
        // The kernel counts threads from 1; 0 means that it is not known.
        return threads.get((int) transfer.osThread() - 1).waitsForDisk();
    }
}
