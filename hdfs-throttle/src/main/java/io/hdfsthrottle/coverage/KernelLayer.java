package io.hdfsthrottle.coverage;

import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import java.util.Collection;
import java.util.List;

/**
 * A kernel mechanism that isolates the I/O of tenants. A layer that is refused turns off once, reports it in one log
 * line that names the setting and the remedy, and restores the initial state; pacing goes on. No method throws for what
 * the kernel answers.
 */
public interface KernelLayer extends AutoCloseable {

    /** Whether the settings enable it; of a layer that is not wanted only the cover is requested. */
    default boolean isWanted() {
        return true;
    }

    /**
     * Tests the layer on a volume by using it; until then, and where it does not work, the layer does nothing there.
     * Called once for each volume, and again after {@link #forget}, on a thread that may take its time, before or while
     * the others are called.
     */
    void prove(Volume volume);

    /**
     * That volume is gone, or on another device now: its proof is no longer valid. Called on the thread that proves,
     * also for volumes on which nothing was found to work.
     *
     * @param volume its storage id
     */
    void forget(String volume);

    /**
     * The calling transfer thread begins this work. Called only if the work differs from before, or the thread left in
     * between; may take a few microseconds.
     */
    void enter(TransferThread thread, Work work);

    /** That thread is idle now, or ended: restores its original state. Called by another thread. */
    void leave(TransferThread thread);

    /**
     * Applies the current entitlements of tenants, and handles threads that inherited their place in this layer. Called
     * a few times a second on one thread.
     *
     * @param volumes each tenant's entitlement and I/O, on every volume
     * @param threads every living transfer thread that ever entered
     */
    void renew(List<VolumeActivity> volumes, Collection<TransferThread> threads);

    /** What it covers on that volume now. Called by any thread. */
    LayerCoverage cover(String volume);

    /** Stops throttling, restores every thread and removes what it made; takes a second at most. Idempotent. */
    @Override
    void close();
}
