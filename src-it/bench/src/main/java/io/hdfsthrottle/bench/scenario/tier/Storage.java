package io.hdfsthrottle.bench.scenario.tier;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A volume of a DataNode, of that storage type.
 *
 * @param type HDFS's name of it
 * @param mount the mount point of its file system
 * @param flush writes out dirty data
 */
record Storage(String type, Path mount, Runnable flush) {

    /** The SSD's speed as a multiple of the disk's. */
    static final int SSD_TIMES = 4;

    /** The most that its DataNode keeps in memory. */
    static final long MEMORY_BYTES = 1L << 30;

    static final String DISK = "DISK";

    private static final Pattern REPLICA = Pattern.compile("blk_([0-9]+)");

    /**
     * Creates memory, which is a tmpfs, and two disks, of which one is declared an SSD and is several times as fast as
     * the other: the fastest first. The stage cleans up.
     */
    static List<Storage> all(Stage stage) throws IOException {
        return List.of(
                memory(stage), slow(stage, "SSD", stage.diskRate() * SSD_TIMES), slow(stage, DISK, stage.diskRate()));
    }

    private static Storage slow(Stage stage, String type, int mebibytesPerSecond) throws IOException {
        Path folder = Files.createDirectories(stage.folder().resolve(type));
        SlowDisk disk = stage.with(mebibytesPerSecond, Map.of()).in(folder).slowDisk(DiskKind.SHARED);
        return new Storage(type, disk.mount(), disk::flush);
    }

    private static Storage memory(Stage stage) throws IOException {
        Path mount = Files.createDirectories(stage.folder().resolve("RAM_DISK"));
        SystemCommands commands = stage.resources().own(new SystemCommands());
        // Twice what HDFS may keep there: deleted data is not freed at once.
        commands.mount("tmpfs", mount.toString(), "-t", "tmpfs", "-o", "size=" + 2 * MEMORY_BYTES);
        return new Storage("RAM_DISK", mount, () -> {});
    }

    /** Its text in {@code dfs.datanode.data.dir}. */
    String volume() {
        return "[" + type + "]" + data().toUri();
    }

    private Path data() {
        return mount.resolve("data");
    }

    /** The rate of a process outside HDFS that writes so much, until the last byte is on it, in bytes a second. */
    double rawRate(long mebibytes) throws IOException {
        Path file = mount.resolve("raw");
        long from = System.nanoTime();
        String unused = SystemCommands.output(
                "dd", "if=/dev/zero", "of=" + file, "bs=1M", "count=" + mebibytes, "conv=fdatasync", "status=none");
        double rate = (mebibytes << 20) / ((System.nanoTime() - from) / 1e9);
        Files.delete(file);
        flush.run();
        return rate;
    }

    /** The ids of the blocks with a replica there. */
    List<Long> replicas() throws IOException {
        while (true) {
            try (Stream<Path> tree = Files.walk(data())) {
                return tree.map(path -> REPLICA.matcher(path.getFileName().toString()))
                        .filter(Matcher::matches)
                        .map(replica -> Long.parseLong(replica.group(1)))
                        .toList();
            } catch (UncheckedIOException changing) {
                // Its DataNode deletes and moves files meanwhile: retry.
                if (!(changing.getCause() instanceof NoSuchFileException)) {
                    throw changing;
                }
            }
        }
    }
}
