package io.hdfsthrottle.bench.scenario.tier;

import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
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

    /** As HDFS's memory storage requires it. */
    static final String MEMORY = "RAM_DISK";

    static final String SSD = "SSD";
    static final String DISK = "DISK";

    private static final double NANOS = 1e9;
    private static final Pattern REPLICA = Pattern.compile("blk_([0-9]+)");

    /** Its text in {@code dfs.datanode.data.dir}. */
    String volume() {
        return "[" + type + "]" + data().toUri();
    }

    /** The folder where its DataNode stores blocks. */
    Path data() {
        return mount.resolve("data");
    }

    /** The rate of a process outside HDFS that writes so much, until the last byte is on it, in bytes a second. */
    double rawRate(long mebibytes) throws IOException {
        Path file = mount.resolve("raw");
        long from = System.nanoTime();
        String unused = SystemCommands.output(
                "dd", "if=/dev/zero", "of=" + file, "bs=1M", "count=" + mebibytes, "conv=fdatasync", "status=none");
        double rate = (double) (mebibytes << 20) / (System.nanoTime() - from) * NANOS;
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
