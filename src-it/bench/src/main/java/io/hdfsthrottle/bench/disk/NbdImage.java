package io.hdfsthrottle.bench.disk;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.disk.LoopDisk;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/**
 * An image that is read and written at one rate, which can change at run time: an nbdkit plugin that is compiled here.
 * Needs root.
 */
final class NbdImage implements LoopDisk.Speed {

    private static final Duration START = Duration.ofSeconds(10);

    private final Path folder;
    private final DiskKind kind;

    /** Does not start anything; the folder takes the plugin, its log and the file with the rate. */
    NbdImage(Path folder, DiskKind kind) {
        this.folder = folder;
        this.kind = kind;
    }

    @Override
    public Path shown(Path image, SystemCommands commands) throws IOException {
        Path shown = Files.createDirectories(folder.resolve("slow")).resolve(image.getFileName());
        Path log = folder.resolve("nbdfuse.log");
        // A disk does not compete for processors.
        new ProcessBuilder(
                        "nice",
                        "-n",
                        "-15",
                        "nbdfuse",
                        shown.toString(),
                        "--command",
                        "nbdkit",
                        "-s",
                        "--exit-with-parent",
                        compiled().toString(),
                        "image=" + image,
                        "rate-file=" + rateFile(),
                        "seek-micros=" + (kind == DiskKind.SEEKING ? DiskKind.SEEK_MICROS : 0))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        commands.undoneBy("umount", shown.getParent().toString());
        await("nbdfuse, which logs to " + log).atMost(START).until(() -> Files.exists(shown));
        return shown;
    }

    private Path compiled() throws IOException {
        Path source = folder.resolve("disk.c");
        Path plugin = folder.resolve("disk.so");
        try (InputStream in = NbdImage.class.getResourceAsStream("disk.c")) {
            Files.copy(in, source, StandardCopyOption.REPLACE_EXISTING); // from an earlier disk
        }
        Files.deleteIfExists(plugin);
        SystemCommands.output("gcc", "-O2", "-fPIC", "-shared", "-o", plugin.toString(), source.toString());
        return plugin;
    }

    /** Sets another rate, in bytes a second. */
    void rate(long bytesPerSecond) throws IOException {
        Files.writeString(rateFile(), Long.toString(bytesPerSecond));
    }

    private Path rateFile() {
        return folder.resolve("rate");
    }
}
