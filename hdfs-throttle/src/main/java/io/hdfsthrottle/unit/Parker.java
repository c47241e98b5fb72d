package io.hdfsthrottle.unit;

import java.util.concurrent.locks.LockSupport;

/** Puts the calling thread to rest; a simulation moves its clock instead. */
@FunctionalInterface
public interface Parker {

    /**
     * Rests for about that long; may return early, and does at once if the thread is interrupted, whose flag it keeps.
     */
    void park(long nanos);

    /** The thread really rests. */
    static Parker system() {
        return LockSupport::parkNanos;
    }
}
