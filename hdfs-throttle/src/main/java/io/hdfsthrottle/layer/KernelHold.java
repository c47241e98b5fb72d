package io.hdfsthrottle.layer;

/**
 * Whether the kernel holds back one tenant's reads on one volume, so that pacing must not: the two never bind on the same bytes.
 * Set by the layer's own thread, read by transfer threads.
 */
final class KernelHold {

    /** The kernel holds nobody back. */
    static final KernelHold NEVER = new KernelHold();

    private volatile boolean holds;

    boolean holds() {
        return holds;
    }

    void set(boolean newHolds) {
        holds = newHolds;
    }
}
