package io.hdfsthrottle.coverage;

/**
 * A flag that the kernel throttles one tenant's reads on one volume, so that pacing must not: the two never throttle
 * the same bytes. Set by the layer's own thread, read by transfer threads.
 */
public final class KernelHold {

    /** The kernel never throttles. */
    public static final KernelHold NEVER = new KernelHold();

    private volatile boolean holds;

    /** Whether the kernel throttles now. */
    public boolean holds() {
        return holds;
    }

    /** Sets whether the kernel throttles from now on. */
    public void set(boolean newHolds) {
        holds = newHolds;
    }
}
