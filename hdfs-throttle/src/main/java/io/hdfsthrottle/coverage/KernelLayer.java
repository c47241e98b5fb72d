package io.hdfsthrottle.coverage;

import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import java.util.Collection;
import java.util.List;

/**
 * One means of the kernel's to hold tenants apart. A layer that is refused goes off once, says so in one log line that names the
 * setting and the remedy, and leaves everything as it found it; pacing goes on. No method throws for what the kernel answers.
 */
public interface KernelLayer extends AutoCloseable {

    /** Whether somebody asked for it; a layer that is not wanted is asked for its cover and nothing else. */
    default boolean isWanted() {
        return true;
    }

    /**
     * Tries it on a volume by doing it; until then, and where it does not work, the layer does nothing there. Called once for each
     * volume, and again after {@link #forget}, on a thread that may take its time, before or while the others are called.
     */
    void prove(Volume volume);

    /**
     * That volume is gone, or on another device now: what was proved there holds no longer. Called on the thread that proves, also for
     * volumes on which nothing was found to work.
     *
     * @param volume its storage id
     */
    void forget(String volume);

    /**
     * The calling transfer thread works on this from now on. Called only when that is something else than before, or it was sent home
     * in between; a few microseconds of the thread's are all there is.
     */
    void enter(TransferThread thread, Work work);

    /** That thread works on nothing now, or ended: takes it back to where it came from. Called by another thread. */
    void leave(TransferThread thread);

    /**
     * Goes by what tenants are due now, and looks after threads that are here by inheritance. Called a few times a second on one
     * thread.
     *
     * @param volumes what each tenant is due and moved, on every volume
     * @param threads every living transfer thread that ever entered
     */
    void renew(List<VolumeActivity> volumes, Collection<TransferThread> threads);

    /** What it covers on that volume now. Any thread. */
    LayerCover cover(String volume);

    /** Holds nobody back any more, sends every thread home and removes what it made; takes a second at most. Idempotent. */
    @Override
    void close();
}
