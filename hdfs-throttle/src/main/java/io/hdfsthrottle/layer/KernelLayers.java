package io.hdfsthrottle.layer;

import io.hdfsthrottle.pace.Volume;
import io.hdfsthrottle.pace.VolumePacer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * All layers of a node, and the threads that are in them. Thread-safe: transfer threads {@link #enter}, one thread of ours
 * {@link #renew}s, another {@link #prove}s.
 */
public final class KernelLayers implements AutoCloseable {

    private static final String PACING = "pacing";

    private final List<KernelLayer> all;
    private final List<KernelLayer> layers;
    private final Set<TransferThread> threads = ConcurrentHashMap.newKeySet();
    private final Set<String> proved = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** These layers, none of them in use before it is proved. */
    public KernelLayers(List<KernelLayer> layers) {
        this.all = List.copyOf(layers);
        this.layers = layers.stream().filter(KernelLayer::isWanted).collect(Collectors.toUnmodifiableList());
    }

    /** Tries every layer on a volume that was not seen before. */
    public void prove(Volume volume) {
        if (!closed && proved.add(volume.id())) {
            layers.forEach(layer -> layer.prove(volume));
        }
    }

    /**
     * The calling transfer thread begins an operation. Nothing but comparisons if it worked on the same before and was not sent home
     * since.
     */
    public void enter(TransferThread thread, Work work) {
        if (layers.isEmpty() || closed) {
            return;
        }
        // First known, then in: whoever closes meanwhile either finds the thread or is seen by it.
        threads.add(thread);
        synchronized (thread) {
            if (closed) {
                return;
            }
            if (work.equals(thread.work())) {
                thread.staysAt();
                return;
            }
            layers.forEach(layer -> layer.enter(thread, work));
            thread.worksOn(work);
        }
    }

    /** Sends home whose operation is over, and lets each layer go by what tenants are due now. */
    public void renew(List<VolumePacer> volumes) {
        if (closed) {
            return;
        }
        threads.removeIf(this::isOver);
        layers.forEach(layer -> layer.renew(volumes, threads));
    }

    /** Sends the thread home if its operation is over; true if it is over for the thread too. */
    private boolean isOver(TransferThread thread) {
        boolean ended = !thread.isAlive();
        synchronized (thread) {
            if (thread.isDone()) {
                leave(thread);
            }
        }
        return ended;
    }

    private void leave(TransferThread thread) {
        layers.forEach(layer -> layer.leave(thread));
        thread.worksOn(null);
    }

    /** What covers that volume, path by path. */
    public VolumeCoverage coverage(VolumePacer volume) {
        List<LayerCover> covers = new ArrayList<>();
        covers.add(pacing(volume));
        all.forEach(layer -> covers.add(layer.cover(volume.volume())));
        return VolumeCoverage.of(volume.volume(), covers);
    }

    private static LayerCover pacing(VolumePacer volume) {
        return volume.isPacing()
                ? LayerCover.by(PACING)
                        .butNot(IoPath.SHORT_CIRCUIT, "the client reads by itself; no throttler of a DataNode is asked")
                : LayerCover.none(PACING, "counted only: the disk's capacity is neither set nor to be seen");
    }

    /** Sends every thread home and ends every layer. Idempotent. */
    @Override
    public void close() {
        closed = true;
        for (TransferThread thread : threads) {
            synchronized (thread) {
                if (thread.work() != null) {
                    leave(thread);
                }
            }
        }
        layers.forEach(KernelLayer::close);
    }
}
