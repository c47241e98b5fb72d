package io.hdfsthrottle.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A file that is read and written no faster than a disk would be: what a {@link SlowDisk} stands on. Needs root. */
final class SlowImage {

    private static final int ATTEMPTS = 100;

    private final Path file;
    private final Path rateFile;

    private SlowImage(Path file, Path rateFile) {
        this.file = file;
        this.rateFile = rateFile;
    }

    /** Shows the image a second time, slowly, by steps that can be undone. */
    static SlowImage shown(Steps steps, Path folder, Path image, DiskKind kind, int mebibytesPerSecond)
            throws IOException, InterruptedException {
        Path slow = Files.createDirectories(folder.resolve("slow"));
        SlowImage shown = new SlowImage(slow.resolve(image.getFileName()), folder.resolve("rate"));
        if (kind == DiskKind.STEADY) {
            shown.throughBindfs(steps, image, mebibytesPerSecond);
        } else {
            shown.rate(mebibytesPerSecond << 20);
            shown.throughNbdkit(steps, folder, image, kind);
        }
        return shown;
    }

    private void throughBindfs(Steps steps, Path image, int mebibytesPerSecond)
            throws IOException, InterruptedException {
        // A disk does not wait for a processor.
        Steps.run(
                "nice",
                "-n",
                "-15",
                "bindfs",
                "--read-rate=" + mebibytesPerSecond + "M",
                "--write-rate=400M",
                image.getParent().toString(),
                file.getParent().toString());
        steps.undoneBy("umount", file.getParent().toString());
    }

    private void throughNbdkit(Steps steps, Path folder, Path image, DiskKind kind)
            throws IOException, InterruptedException {
        Path plugin = compiled(folder);
        new ProcessBuilder(
                        "nice",
                        "-n",
                        "-15",
                        "nbdfuse",
                        file.toString(),
                        "--command",
                        "nbdkit",
                        "-s",
                        "--exit-with-parent",
                        plugin.toString(),
                        "image=" + image,
                        "rate-file=" + rateFile,
                        "seek-micros=" + (kind == DiskKind.SEEKING ? DiskKind.SEEK_MICROS : 0))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nbdfuse.log").toFile())
                .start();
        steps.undoneBy("umount", file.getParent().toString());
        for (int attempt = 0; !Files.exists(file); attempt++) {
            if (attempt == ATTEMPTS) {
                throw new IOException("nbdfuse: " + Files.readString(folder.resolve("nbdfuse.log")));
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private static Path compiled(Path folder) throws IOException, InterruptedException {
        Path source = folder.resolve("disk.c");
        Path plugin = folder.resolve("disk.so");
        try (InputStream in = SlowImage.class.getResourceAsStream("disk.c")) {
            Files.copy(in, source);
        }
        Steps.run("gcc", "-O2", "-fPIC", "-shared", "-o", plugin.toString(), source.toString());
        return plugin;
    }

    /** Where it is. */
    Path file() {
        return file;
    }

    /** Gives it another rate; not for the steady kind. */
    void rate(long bytesPerSecond) throws IOException {
        Files.writeString(rateFile, Long.toString(bytesPerSecond));
    }
}
