package io.hdfsthrottle.agent;

import io.hdfsthrottle.kernel.ThreadState;
import io.hdfsthrottle.kernel.Threads;
import io.hdfsthrottle.pace.Transfer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which transfers wait for a disk at this moment. The file of a thread that was looked at stays open until the thread has ended, and there
 * are never more than {@value #MOST_OPEN}: file descriptors belong to the host. Looked at by the controller's thread; closed by any.
 */
final class DiskWaits implements AutoCloseable {

    /** As many as a DataNode has transfer threads by default. */
    static final int MOST_OPEN = 4_096;

    private final Threads threads;
    private final Map<Transfer, ThreadState> open = new ConcurrentHashMap<>();

    DiskWaits(Threads threads) {
        this.threads = threads;
    }

    boolean waits(Transfer transfer) {
        ThreadState state = open.get(transfer);
        if (state != null) {
            return state.waitsForDisk();
        }
        if (transfer.osThread() == Threads.UNKNOWN) {
            return false;
        }
        if (open.size() < MOST_OPEN) {
            return open.computeIfAbsent(transfer, one -> threads.state(one.osThread()))
                    .waitsForDisk();
        }
        try (ThreadState once = threads.state(transfer.osThread())) {
            return once.waitsForDisk();
        }
    }

    /** Closes the files of threads that have ended. */
    void closeEnded() {
        open.entrySet().removeIf(entry -> {
            if (entry.getKey().isAlive()) {
                return false;
            }
            entry.getValue().close();
            return true;
        });
    }

    /** How many files are open. */
    int open() {
        return open.size();
    }

    @Override
    public void close() {
        open.values().forEach(ThreadState::close);
        open.clear();
    }
}
