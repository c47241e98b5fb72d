package io.hdfsthrottle.agent;

import io.hdfsthrottle.kernel.BlockDevice;
import io.hdfsthrottle.pace.DiskWatch;
import io.hdfsthrottle.pace.Gate;
import io.hdfsthrottle.pace.PacingLimits;
import io.hdfsthrottle.pace.Parker;
import io.hdfsthrottle.pace.Volume;
import io.hdfsthrottle.pace.VolumePacer;
import io.hdfsthrottle.unit.Ticker;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a volume's pacer when the volume is first seen: by the capacity that the settings name, or else by what the kernel shows of the
 * block device below it. Immutable, and may be asked by any thread.
 */
final class PacerMaker {

    private static final Path SYS = Path.of("/sys");
    private static final Logger LOG = LoggerFactory.getLogger(PacerMaker.class);

    private final AgentSettings settings;
    private final Gate gate;
    private final Ticker ticker;
    private final Parker parker;
    private final DiskWaits diskWaits;

    PacerMaker(AgentSettings settings, Gate gate, Ticker ticker, Parker parker, DiskWaits diskWaits) {
        this.settings = settings;
        this.gate = gate;
        this.ticker = ticker;
        this.parker = parker;
        this.diskWaits = diskWaits;
    }

    /** A new pacer for that volume; says in the log what it goes by. */
    VolumePacer of(Volume volume) {
        PacingLimits limits = settings.pacingLimits();
        return settings.volumeCapacity()
                .map(capacity ->
                        VolumePacer.ofCapacity(volume.id(), capacity, seen(volume), limits, gate, ticker, parker))
                .orElseGet(() -> VolumePacer.watching(volume.id(), watch(volume), limits, gate, ticker, parker));
    }

    private static Optional<BlockDevice> device(Volume volume) {
        return volume.folder().flatMap(folder -> BlockDevice.below(folder, SYS));
    }

    private DiskWatch seen(Volume volume) {
        return device(volume)
                .<DiskWatch>map(device -> new KernelDiskWatch(device, diskWaits))
                .orElse(DiskWatch.BLIND);
    }

    private DiskWatch watch(Volume volume) {
        Optional<BlockDevice> device = device(volume);
        if (device.isPresent()) {
            LOG.info("Volume {} is paced by what device {} gives", volume, device.get());
            return new KernelDiskWatch(device.get(), diskWaits);
        }
        LOG.warn(
                "Volume {} is counted and not paced: the kernel shows no block device below {}; set {}",
                volume,
                volume.folder().map(Path::toString).orElse("it"),
                "hdfs.throttle.volume.capacity, for example to 150m");
        return DiskWatch.BLIND;
    }
}
