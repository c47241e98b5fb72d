package io.hdfsthrottle.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A real block device of known speed: an ext4 file system on a loop device on an image inside a bindfs mount with a rate limit. Needs
 * root, bindfs and util-linux. Sequential reads give the rate whatever the readers do; there is no seek cost.
 */
final class SlowDisk implements AutoCloseable {

    private static final int IMAGE_MIB = 7 * 1024;

    private final List<List<String>> undo = new ArrayList<>();
    private final Path mount;

    private SlowDisk(Path mount) {
        this.mount = mount;
    }

    /** Makes a disk that gives so many MiB a second. */
    static SlowDisk mounted(Path folder, int mebibytesPerSecond) throws IOException, InterruptedException {
        Path backing = Files.createDirectories(folder.resolve("backing"));
        Path slow = Files.createDirectories(folder.resolve("slow"));
        SlowDisk disk = new SlowDisk(Files.createDirectories(folder.resolve("disk")));
        try {
            Path image = slow.resolve("image");
            run("truncate", "-s", IMAGE_MIB + "M", backing.resolve("image").toString());
            run("mkfs.ext4", "-q", "-F", backing.resolve("image").toString());
            run(
                    "bindfs",
                    "--read-rate=" + mebibytesPerSecond + "M",
                    "--write-rate=400M",
                    backing.toString(),
                    slow.toString());
            disk.undo("umount", slow.toString());
            String loop = run("losetup", "--direct-io=on", "--show", "-f", image.toString());
            disk.undo("losetup", "-d", loop);
            run("mount", loop, disk.mount.toString());
            disk.undo("umount", disk.mount.toString());
            return disk;
        } catch (IOException | InterruptedException | RuntimeException failed) {
            disk.close();
            throw failed;
        }
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
    public void close() {
        for (List<String> command : undo) {
            try {
                run(command.toArray(String[]::new));
            } catch (IOException stays) {
                System.err.println("could not clean up: " + stays.getMessage());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        undo.clear();
    }
}
