package io.hdfsthrottle.blkio;

import io.hdfsthrottle.blockfile.ProbeFile;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import java.util.Locale;

/** A test whether a blkio limit really throttles reads on a volume. */
@FunctionalInterface
interface BlkioProof {

    /**
     * Why it does not work for the calling thread, which is in the group, on a volume with a folder; empty if it does.
     */
    String obstacle(BlkioGroup group, Volume volume, String disk);

    /**
     * Reads a small file directly from the disk, unlimited and limited to a rate at which it takes a quarter of a
     * second.
     */
    static BlkioProof byReading(Ticker ticker) {
        return (group, volume, disk) -> {
            try (ProbeFile file = ProbeFile.in(volume.folder().orElseThrow(), Reading.BYTES)) {
                return file.obstacle().isEmpty() ? new Reading(group, disk, file, ticker).obstacle() : file.obstacle();
            }
        };
    }

    /** One proof by reading. */
    final class Reading {

        private static final int BYTES = 256 << 10;
        private static final Rate HELD = Rate.ofBytesPerSecond(1 << 20);

        /** The kernel lets the first bytes pass before it limits: two thirds of the expected time is enough. */
        private static final long HELD_NANOS = 160_000_000L;

        /** On a busy disk limited and unlimited reads cannot be told apart, and the test is retried. */
        private static final int ATTEMPTS = 5;

        private static final int TIMES_LONGER = 3;

        private final BlkioGroup group;
        private final String disk;
        private final ProbeFile file;
        private final Ticker ticker;

        private Reading(BlkioGroup group, String disk, ProbeFile file, Ticker ticker) {
            this.group = group;
            this.disk = disk;
            this.file = file;
            this.ticker = ticker;
        }

        private String obstacle() {
            String obstacle = "";
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                long free = ticker.nanos();
                Outcome read = file.read();
                free = ticker.nanos() - free;
                Outcome limited = group.limitReads(disk, HELD);
                long held = ticker.nanos();
                read = read.isDone() && limited.isDone() ? file.read() : read;
                held = ticker.nanos() - held;
                Outcome lifted = limited.isDone() ? group.limitReads(disk, Rate.UNLIMITED) : limited;
                if (!lifted.isDone()) {
                    return "a limit for disk " + disk + " in " + group + ": " + lifted;
                }
                if (!read.isDone()) {
                    return "a direct read: " + read;
                }
                if (held >= HELD_NANOS && held >= TIMES_LONGER * free) {
                    return "";
                }
                obstacle = String.format(
                        Locale.ROOT,
                        "a limit of 1 MiB/s on disk %s does not hold: 256 KiB took %d ms with it and %d ms without",
                        disk,
                        held / 1_000_000,
                        free / 1_000_000);
            }
            return obstacle;
        }
    }
}
