package io.hdfsthrottle.spark.appointment;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Checks whether the calling thread holds a lock that other threads may wait for: a monitor, or the lock of a block
 * that Spark computes for its cache. Locks of {@code java.util.concurrent} are not detected: finding them requires
 * walking the heap.
 */
final class Locks {
    private static final String BLOCKS = "org.apache.spark.storage.";
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Locks() {}

    /** Inspects the calling thread's stack; takes about a millisecond, and is for the rare thread that would wait. */
    static boolean areHeld() {
        return holdsBlock() || holdsMonitor();
    }

    /** While a block is computed, its writer's lock is held by a frame below on the stack. */
    private static boolean holdsBlock() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().startsWith(BLOCKS)));
    }

    private static boolean holdsMonitor() {
        if (!THREADS.isObjectMonitorUsageSupported()) {
            return true; // unknown, so assume yes
        }
        long[] own = {Thread.currentThread().getId()};
        ThreadInfo[] infos = THREADS.getThreadInfo(own, true, false);
        return infos[0] == null || infos[0].getLockedMonitors().length > 0;
    }
}
