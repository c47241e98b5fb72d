package io.hdfsthrottle.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A block device of its own for a test: an ext4 file system on a loop device on an image. Needs root, util-linux and e2fsprogs. Closing
 * it leaves nothing but the image; what a killed test left is taken away when the next one makes its disk.
 */
public final class LoopDisk implements AutoCloseable {

    private static final int ATTEMPTS = 20;

    private final Deque<List<String>> undo = new ArrayDeque<>();
    private final Path folder;
    private String device = "";

    private LoopDisk(Path folder) {
        this.folder = folder;
    }

    /** Makes the disk and mounts it in a folder {@code disk} of that folder. */
    public static LoopDisk in(Path folder, int mebibytes) {
        LeftDisks.sweep();
        LoopDisk disk = new LoopDisk(folder.toAbsolutePath().resolve("disk"));
        try {
            Path image = folder.toAbsolutePath().resolve(LeftDisks.imageName());
            Files.createDirectories(disk.folder);
            said("truncate", "-s", mebibytes + "M", image.toString());
            said("mkfs.ext4", "-q", "-F", image.toString());
            disk.device = said("losetup", "--direct-io=on", "--show", "-f", image.toString());
            disk.undo.push(List.of("losetup", "-d", disk.device));
            disk.mount(disk.device, disk.folder);
        } catch (RuntimeException | IOException failed) {
            disk.close();
            throw new IllegalStateException("no loop device", failed);
        }
        return disk;
    }

    /** Where its files are. */
    public Path folder() {
        return folder;
    }

    /** Whether it can have that scheduler, by the kernel's name. */
    public boolean has(String scheduler) {
        return schedulers().contains(scheduler);
    }

    /** Gives it that scheduler. */
    public void scheduler(String scheduler) {
        try {
            Files.writeString(schedulerFile(), scheduler);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    /** Has its scheduler, bfq, keep to weights whatever is asked for. */
    public void keepWeights() {
        try {
            Files.writeString(schedulerFile().resolveSibling("iosched").resolve("strict_guarantees"), "1");
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private String schedulers() {
        try {
            return Files.readString(schedulerFile());
        } catch (IOException notTold) {
            throw new UncheckedIOException(notTold);
        }
    }

    private Path schedulerFile() {
        return Path.of("/sys/block", Path.of(device).getFileName().toString(), "queue/scheduler");
    }

    /** Mounts something more, until this disk is closed: with what {@code mount} takes before the two paths. */
    public void mount(String what, Path where, String... options) {
        List<String> command = new ArrayList<>(List.of("mount"));
        command.addAll(List.of(options));
        command.add(what);
        command.add(where.toString());
        run(command, List.of("umount", where.toString()));
    }

    /** Does something that is undone when this disk is closed. */
    public void run(List<String> command, List<String> undoing) {
        said(command.toArray(String[]::new));
        undo.push(undoing);
    }

    /**
     * Runs a command to its end; returns what it said.
     *
     * @throws IllegalStateException if it fails
     */
    static String said(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + said);
            }
            return said;
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Takes it all away again; a process that was just told to end may still have a file open. */
    @Override
    public void close() {
        while (!undo.isEmpty()) {
            String[] command = undo.pop().toArray(String[]::new);
            for (int attempt = 1; !undone(command, attempt == ATTEMPTS); attempt++) {
                pause();
            }
        }
    }

    private boolean undone(String[] command, boolean last) {
        try {
            said(command);
            return true;
        } catch (IllegalStateException busy) {
            if (last) {
                System.err.println("could not clean up: " + busy.getMessage());
                leaveToTheKernel(command);
            }
            return last;
        }
    }

    /** A mount that somebody still uses is out of everybody's sight at once, and goes with its last user. */
    private static void leaveToTheKernel(String[] command) {
        if (command[0].equals("umount")) {
            try {
                said("umount", "--lazy", command[1]);
            } catch (IllegalStateException refused) {
                System.err.println("nor lazily: " + refused.getMessage());
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(250);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
