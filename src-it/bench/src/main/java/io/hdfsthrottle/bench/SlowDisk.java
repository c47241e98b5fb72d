package io.hdfsthrottle.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real block device of known speed: an ext4 file system on a loop device on an image inside a bindfs mount with a rate limit. Needs
 * root, bindfs and util-linux. Sequential reads give the rate whatever the readers do; there is no seek cost.
 */
final class SlowDisk implements AutoCloseable {

    private static final int IMAGE_MIB = 7 * 1024;
    private static final int SECTORS_READ = 2;
    private static final int SECTOR_BYTES = 512;
    private static final int ATTEMPTS = 20;

    private final List<List<String>> undo = new ArrayList<>();
    private final Path mount;
    private String loop = "";

    private SlowDisk(Path mount) {
        this.mount = mount;
    }

    /** Makes a disk that gives so many MiB a second; from its first step on it is among the belongings. */
    static SlowDisk mounted(Belongings belongings, Path folder, int mebibytesPerSecond)
            throws IOException, InterruptedException {
        Path backing = Files.createDirectories(folder.resolve("backing"));
        Path slow = Files.createDirectories(folder.resolve("slow"));
        SlowDisk disk = belongings.own(new SlowDisk(Files.createDirectories(folder.resolve("disk"))));
        disk.mount(backing.resolve("image"), slow.resolve("image"), mebibytesPerSecond);
        return disk;
    }

    /** A step and how to undo it are one: whoever cleans up meanwhile waits for both. */
    private synchronized void mount(Path image, Path slowImage, int mebibytesPerSecond)
            throws IOException, InterruptedException {
        run("truncate", "-s", IMAGE_MIB + "M", image.toString());
        run("mkfs.ext4", "-q", "-F", image.toString());
        // A disk does not wait for a processor.
        run(
                "nice",
                "-n",
                "-15",
                "bindfs",
                "--read-rate=" + mebibytesPerSecond + "M",
                "--write-rate=400M",
                image.getParent().toString(),
                slowImage.getParent().toString());
        undo("umount", slowImage.getParent().toString());
        loop = run("losetup", "--direct-io=on", "--show", "-f", slowImage.toString());
        undo("losetup", "-d", loop);
        run("mount", loop, mount.toString());
        undo("umount", mount.toString());
    }

    /** What was read from the device since it was made: what came from the page cache is not in it. */
    synchronized long bytesRead() throws IOException {
        Path statistics =
                Path.of("/sys/class/block", Path.of(loop).getFileName().toString(), "stat");
        return Long.parseLong(Files.readString(statistics).trim().split(" +", -1)[SECTORS_READ]) * SECTOR_BYTES;
    }

    /** Where it is mounted. */
    Path mount() {
        return mount;
    }

    /** Writes everything out that was written to it: what is dirty cannot be dropped from the page cache. */
    void flush() throws IOException, InterruptedException {
        run("sync", "-f", mount.toString());
    }

    private void undo(String... command) {
        undo.add(0, List.of(command));
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said);
        }
        return said;
    }

    @Override
    public synchronized void close() {
        for (List<String> command : undo) {
            try {
                runPatiently(command);
            } catch (IOException stays) {
                System.err.println("could not clean up: " + stays.getMessage());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        undo.clear();
    }

    /** A process that was just told to end may still have a file open. */
    private static void runPatiently(List<String> command) throws IOException, InterruptedException {
        for (int attempt = 1; true; attempt++) {
            try {
                run(command.toArray(String[]::new));
                return;
            } catch (IOException busy) {
                if (attempt == ATTEMPTS) {
                    throw busy;
                }
                TimeUnit.MILLISECONDS.sleep(500);
            }
        }
    }
}
