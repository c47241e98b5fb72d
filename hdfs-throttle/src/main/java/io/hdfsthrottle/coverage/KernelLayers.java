package io.hdfsthrottle.coverage;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.BlockDevice;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All kernel layers of a node, and the threads that are in them. Thread-safe: transfer threads {@link #enter}, one
 * thread of the agent {@link #renew}s, another {@link #prove}s.
 */
public final class KernelLayers implements AutoCloseable {

    private static final String PACING = "pacing";
    private static final String ISOLATION = "isolation";
    private static final Path SYS = Path.of("/sys");

    /** The most tenants named in a message. */
    private static final int MOST_NAMED = 5;

    private final List<KernelLayer> all;
    private final List<KernelLayer> layers;
    private final Function<Volume, Optional<String>> devices;
    private final Set<TransferThread> threads = ConcurrentHashMap.newKeySet();
    private final Map<String, String> proved = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** These layers, none of them in use before it is proved. */
    public KernelLayers(List<KernelLayer> layers) {
        this(layers, KernelLayers::device);
    }

    /**
     * The same.
     *
     * @param devices the number of the device that a volume is on, if the kernel shows one
     */
    KernelLayers(List<KernelLayer> layers, Function<Volume, Optional<String>> devices) {
        this.devices = devices;
        this.all = List.copyOf(layers);
        this.layers = layers.stream().filter(KernelLayer::isWanted).collect(Collectors.toUnmodifiableList());
    }

    private static Optional<String> device(Volume volume) {
        return volume.folder().flatMap(folder -> BlockDevice.below(folder, SYS)).map(BlockDevice::toString);
    }

    /** Whether the settings enable any; if not, there is nothing to prove, to enter or to renew. */
    public boolean areWanted() {
        return !layers.isEmpty();
    }

    /**
     * Tries every layer on volumes that were not seen before, or are on another device than then, and forgets those
     * that are gone. One query of the kernel for each volume where nothing is new. Called by one thread.
     *
     * @param present the volumes that the host has now; none if it does not report them, and then none is gone
     */
    public void prove(List<Volume> present) {
        if (layers.isEmpty()) {
            return;
        }
        Set<String> gone = present.isEmpty() ? new HashSet<>() : new HashSet<>(proved.keySet());
        present.forEach(volume -> gone.remove(volume.id()));
        gone.forEach(this::forget);
        present.forEach(this::prove);
    }

    private void prove(Volume volume) {
        String before = proved.get(volume.id());
        // A disk that does not answer now has not changed.
        String now = devices.apply(volume).orElse(before == null ? "" : before);
        if (closed || now.equals(before)) {
            return;
        }
        if (before != null) {
            forget(volume.id());
        }
        proved.put(volume.id(), now);
        layers.forEach(layer -> layer.prove(volume));
    }

    private void forget(String volume) {
        proved.remove(volume);
        layers.forEach(layer -> layer.forget(volume));
    }

    /**
     * The calling transfer thread begins an operation. Only comparisons if it did the same work before and did not
     * leave since.
     */
    public void enter(TransferThread thread, Work work) {
        if (layers.isEmpty() || closed) {
            return;
        }
        // Registered before it enters: a concurrent close either finds the thread or is seen by it.
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

    /** That thread leaves the layers, if it is in any: its work is not scheduled, or nothing is any more. */
    public void leave(TransferThread thread) {
        synchronized (thread) {
            if (thread.work() != null) {
                remove(thread);
            }
        }
    }

    /**
     * Removes threads whose operation is over from the layers, and lets each layer apply the tenants' current
     * entitlements.
     */
    public void renew(List<VolumeActivity> volumes) {
        if (closed) {
            return;
        }
        threads.removeIf(this::isOver);
        layers.forEach(layer -> layer.renew(volumes, threads));
    }

    /** Removes the thread from the layers if its operation is over; true if the thread has ended. */
    private boolean isOver(TransferThread thread) {
        boolean ended = !thread.isAlive();
        synchronized (thread) {
            if (thread.isDone()) {
                remove(thread);
            }
        }
        return ended;
    }

    private void remove(TransferThread thread) {
        layers.forEach(layer -> layer.leave(thread));
        thread.worksOn(null);
    }

    /**
     * The coverage of that volume, path by path.
     *
     * @param obstacle why operations there are held between packets and not before the disk is asked; empty if they are
     *     not
     * @param readingPast tenants whose registered clients may read past the DataNode
     */
    public VolumeCoverage coverage(VolumeActivity volume, String obstacle, List<Tenant> readingPast) {
        List<LayerCoverage> covers = new ArrayList<>();
        covers.add(LayerCoverage.by(obstacle.isEmpty() ? PACING : PACING + " between packets: " + obstacle)
                .butNot(
                        IoPath.SHORT_CIRCUIT,
                        "the client reads by itself; no throttler of a DataNode is asked; " + granted(readingPast)));
        all.forEach(layer -> covers.add(layer.cover(volume.volume())));
        long fallenBack = covers.stream().filter(LayerCoverage::isIdle).count() + (obstacle.isEmpty() ? 0 : 1);
        if (!volume.disk().trouble().isEmpty()) {
            covers.add(LayerCoverage.none(ISOLATION, volume.disk().trouble()));
        }
        return new VolumeCoverage(volume.volume(), covers, (int) fallenBack);
    }

    /** The coverage of a volume on which nothing is scheduled for now, by any layer, for that reason. */
    public static VolumeCoverage passing(VolumeActivity volume, String reason) {
        return new VolumeCoverage(volume.volume(), List.of(LayerCoverage.none(PACING, reason)), 0);
    }

    private static String granted(List<Tenant> readingPast) {
        if (readingPast.isEmpty()) {
            return "granted to no tenant";
        }
        int more = readingPast.size() - MOST_NAMED;
        return "granted to "
                + readingPast.stream().limit(MOST_NAMED).map(Tenant::name).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** Whether the layers have ended. */
    public boolean isClosed() {
        return closed;
    }

    /** Removes every thread from the layers and ends every layer. Idempotent. */
    @Override
    public void close() {
        closed = true;
        threads.forEach(this::leave);
        layers.forEach(KernelLayer::close);
    }
}
