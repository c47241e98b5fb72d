package io.hdfsthrottle.unit;

import java.util.concurrent.locks.LockSupport;

/** Parks the calling thread; a simulation moves its clock instead. */
@FunctionalInterface
public interface Parker {

    /**
     * Parks for about that long; may return early, and does at once if the thread is interrupted, whose flag it keeps.
     */
    void park(long nanos);

    /** Really parks the thread. */
    static Parker system() {
        return LockSupport::parkNanos;
    }
}
