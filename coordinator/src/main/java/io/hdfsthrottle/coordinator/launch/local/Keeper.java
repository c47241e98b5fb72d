package io.hdfsthrottle.coordinator.launch.local;

import java.io.IOException;
import java.nio.file.Path;

/** A process beside the coordinator's: waits until that is gone, however it ended, and does away with the clusters that it left. */
public final class Keeper {
    private Keeper() {}

    /**
     * Waits for the end of its input, which the coordinator holds open and never writes to.
     *
     * @param arguments the folder of the coordinator's journal
     */
    public static void main(String[] arguments) throws IOException {
        try {
            while (System.in.read() >= 0) {
                // nobody writes; the end is what is waited for
            }
        } catch (IOException gone) {
            // the same
        }
        Path folder = Path.of(arguments[0]);
        if (folder.toFile().isDirectory()) {
            Remains.clear(new Journal(folder));
        }
    }
}
