package io.hdfsthrottle.coordinator.feature.launch.local;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Watchdog process beside the coordinator's: waits until that is gone, however it ended, and removes the clusters that
 * it left.
 */
public final class Watchdog {
    private Watchdog() {}

    /**
     * Waits for the end of its input, which the coordinator holds open and never writes to.
     *
     * @param arguments the folder of the coordinator's journal
     */
    public static void main(String[] arguments) throws IOException {
        try {
            while (System.in.read() >= 0) {
                // the coordinator never writes; this waits for the end
            }
        } catch (IOException gone) {
            // also the end
        }
        Path folder = Path.of(arguments[0]);
        if (folder.toFile().isDirectory()) {
            OrphanCleanup.clear(new Journal(folder));
        }
    }
}
