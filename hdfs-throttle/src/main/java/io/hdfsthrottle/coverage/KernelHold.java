package io.hdfsthrottle.coverage;

/**
 * Whether the kernel holds back one tenant's reads on one volume, so that pacing must not: the two never bind on the same bytes.
 * Set by the layer's own thread, read by transfer threads.
 */
public final class KernelHold {

    /** The kernel holds nobody back. */
    public static final KernelHold NEVER = new KernelHold();

    private volatile boolean holds;

    /** Whether it does now. */
    public boolean holds() {
        return holds;
    }

    /** From now on it does, or does not. */
    public void set(boolean newHolds) {
        holds = newHolds;
    }
}
