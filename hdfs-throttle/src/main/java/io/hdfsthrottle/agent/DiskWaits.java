package io.hdfsthrottle.agent;

import io.hdfsthrottle.kernel.ThreadFiles;
import io.hdfsthrottle.kernel.ThreadState;
import io.hdfsthrottle.kernel.Threads;
import io.hdfsthrottle.pace.Transfer;
import java.util.Optional;
import java.util.function.Function;

/**
 * Which transfers wait for a disk at this moment. Files of at most {@value #MOST_OPEN} threads stay open; whoever comes later is looked at
 * all the same. Looked at by the controller's thread; closed by any.
 */
final class DiskWaits implements AutoCloseable {

    /** Twice what a tick looks at; open files are the host's. */
    static final int MOST_OPEN = 256;

    private final ThreadFiles<Transfer, ThreadState> files =
            new ThreadFiles<>(MOST_OPEN, Transfer::isAlive, ThreadState::close);
    private final Function<Transfer, ThreadState> opening;

    DiskWaits(Threads threads) {
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
