package io.hdfsthrottle.agent;

import io.hdfsthrottle.kernel.ProcessLimits;
import io.hdfsthrottle.kernel.ThreadFiles;
import io.hdfsthrottle.kernel.ThreadState;
import io.hdfsthrottle.kernel.Threads;
import io.hdfsthrottle.pace.Transfer;
import java.util.Optional;
import java.util.function.Function;

/**
 * Which transfers wait for a disk at this moment. Files of at most {@value #MOST_OPEN} threads stay open, and no more than a
 * {@value #PART_OF_FILES}th of those that the process may have; whoever comes later is looked at all the same. Looked at by the controller's thread; closed by any.
 */
final class DiskWaits implements AutoCloseable {

    /** Many threads that tenants have by tens. */
    static final int MOST_OPEN = 1_024;

    /** Open files are the host's: no more than a 16th of them. */
    private static final int PART_OF_FILES = 16;

    private final ThreadFiles<Transfer, ThreadState> files;
    private final Function<Transfer, ThreadState> opening;

    /**
     * Nothing is open yet.
     *
     * @param limits what this process may have
     */
    DiskWaits(Threads threads, ProcessLimits limits) {
        int most = (int) Math.min(limits.files() / PART_OF_FILES, MOST_OPEN);
        this.files = new ThreadFiles<>(most, Transfer::isAlive, ThreadState::close);
        this.opening = transfer -> threads.state(transfer.osThread());
    }

    boolean waits(Transfer transfer) {
        if (transfer.osThread() == Threads.UNKNOWN) {
            return false;
        }
        Optional<ThreadState> kept = files.of(transfer, opening);
        if (kept.isPresent()) {
            return kept.get().waitsForDisk();
        }
        try (ThreadState once = opening.apply(transfer)) {
            return once.waitsForDisk();
        }
    }

    /** Closes the files of threads that have ended. */
    void closeEnded() {
        files.closeEnded();
    }

    /** How many files are open. */
    int open() {
        return files.open();
    }

    @Override
    public void close() {
        files.close();
    }
}
