package io.hdfsthrottle.executor;

import io.hdfsthrottle.localio.LocalExecutor;

/**
 * An executor that is claimed to run on this host: whether it is verified, and what it moves. For the thread that
 * polls.
 */
final class TrackedExecutor {
    LocalExecutor executor;

    /** Why it is not verified; empty if it is. */
    String refused = "not looked at yet";

    /** Why it is not limited; empty if it is. */
    String notHeld = "";

    int refusals;

    /** The number of the poll that verifies it again. */
    int nextLook;

    final Debt debt = new Debt();
    final Mean mean = new Mean();

    /** The bytes that it moved since the last poll. */
    double done;
}
