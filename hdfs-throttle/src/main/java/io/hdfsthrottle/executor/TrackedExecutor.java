package io.hdfsthrottle.executor;

import io.hdfsthrottle.localio.LocalExecutor;

/**
 * An executor that is claimed to run on this host: whether it is verified, and what it moves. For the thread that
 * polls.
 */
final class TrackedExecutor {

    /** Long enough for some polls, and no longer than a stage of short tasks. */
    private static final double WAITING_SECONDS = 3;

    private static final double MOSTLY = 0.5;

    LocalExecutor executor;

    /** Why it is not verified; empty if it is. */
    String refused = "not looked at yet";

    /** Why it is not limited; empty if it is. */
    String notHeld = "";

    int refusals;

    /** The number of the poll that verifies it again. */
    int nextPoll;

    final Debt debt = new Debt();
    final Mean mean = new Mean();

    /** The bytes that it moved since the last poll. */
    double done;

    private double waiting;

    /** Adds whether it waited for a disk when it was polled. */
    void waits(boolean now, double seconds) {
        waiting += ((now ? 1 : 0) - waiting) * -Math.expm1(-seconds / WAITING_SECONDS);
    }

    /** Whether it would use more of its disks: it waited for them in half of the last polls. */
    boolean wantsMore() {
        return waiting >= MOSTLY;
    }
}
