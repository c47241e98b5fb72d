package io.hdfsthrottle.blkio;

import io.hdfsthrottle.kernel.BlockDevice;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.observation.Volume;
import java.nio.file.Path;
import java.util.Optional;

/** The disk below a volume, as blkio limits address it. Thread-safe. */
interface BlkioDisk {

    /** The number of the whole disk, {@code major:minor}. */
    String number();

    /** The scheduler that orders its requests now: {@code none}, {@code mq-deadline}, {@code bfq}. */
    String scheduler();

    /** Whether it honours the weights of groups now. */
    boolean keepsWeights();

    /** Finds the disk below a volume, by what the kernel shows below {@code /sys}. */
    static Optional<BlkioDisk> below(Volume volume, ControlFiles files) {
        return volume.folder()
                .flatMap(folder -> BlockDevice.below(folder, Path.of("/sys")))
                .map(BlockDevice::disk)
                .map(disk -> new BlkioDisk() {
                    @Override
                    public String number() {
                        return disk.number();
                    }

                    @Override
                    public String scheduler() {
                        return disk.scheduler(files).orElse("none");
                    }

                    @Override
                    public boolean keepsWeights() {
                        return disk.keepsWeights(files);
                    }
                });
    }
}
