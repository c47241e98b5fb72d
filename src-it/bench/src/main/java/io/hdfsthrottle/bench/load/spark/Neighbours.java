package io.hdfsthrottle.bench.load.spark;

import io.hdfsthrottle.bench.disk.ColdFile;
import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.Renewal;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Readers and writers that use all bandwidth they can get: of HDFS, for their own tenant, and of fio, outside HDFS. */
record Neighbours(SlowDisk disk, Hdfs client, ColdFile cold) {

    static final String TENANT = "neighbour";

    /** A file that has to be readable before they can start. */
    static final String READ = "/neighbour";

    private static final int READING_THREADS = 4;
    private static final int WRITING_THREADS = 2;
    private static final int FIO_JOBS = 2;
    private static final String WRITTEN = "/neighbour-written";
    private static final int READ_BYTES = 1 << 30;
    private static final long WRITTEN_BYTES = 128 << 20;
    private static final int FIO_JOB_MIB = 1024;

    /** Registers them and writes their input; the disk should be fast meanwhile. */
    static Neighbours prepared(Cluster cluster, SlowDisk disk, RunResources resources) throws Exception {
        Hdfs client = resources.own(Hdfs.tagged(cluster.nameNode(), cluster.register(TENANT, TENANT)));
        resources.own(Renewal.of(cluster, Map.of(TENANT, TENANT)));
        client.write(READ, READ_BYTES, 1);
        disk.flush();
        zeros(fioFile(disk), FIO_JOBS * FIO_JOB_MIB);
        return new Neighbours(disk, client, ColdFile.on(disk.mount(), client, READ));
    }

    /** Writes zeros to a file, durably. */
    private static void zeros(Path file, int mebibytes) {
        String unused = SystemCommands.output(
                "dd", "if=/dev/zero", "of=" + file, "bs=1M", "count=" + mebibytes, "conv=fsync", "status=none");
    }

    private static Path fioFile(SlowDisk disk) {
        return disk.mount().resolve("fio");
    }

    /** Starts one; closing it ends it, and fails if it has not worked all the time. */
    AutoCloseable start(NeighbourLoad who) throws IOException {
        return switch (who) {
            case HDFS_READER -> checked(Streams.readingParts(client, READ, READING_THREADS, READ_BYTES, cold));
            case HDFS_WRITER -> checked(Streams.writing(client, WRITTEN, WRITING_THREADS, WRITTEN_BYTES));
            case FIO_READER -> fio("read");
            case FIO_WRITER -> fio("write");
            case NOBODY, EACH_OTHER -> () -> {};
        };
    }

    private static AutoCloseable checked(Streams streams) {
        return () -> {
            streams.close();
            streams.check();
        };
    }

    /** Synchronous, through the page cache, as in the paper; for longer than any run. */
    private AutoCloseable fio(String direction) throws IOException {
        Path log = disk.mount().resolveSibling("fio-" + direction + ".log");
        String options = "--ioengine=psync --bs=1M --size=%1$dM --offset_increment=%1$dM --numjobs=%2$d --thread"
                + " --invalidate=1 --time_based --runtime=3600";
        ProcessBuilder command =
                new ProcessBuilder("fio", "--name=" + direction, "--filename=" + fioFile(disk), "--rw=" + direction);
        command.command()
                .addAll(List.of(options.formatted(FIO_JOB_MIB, FIO_JOBS).split(" ", -1)));
        Process process =
                command.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        return () -> {
            boolean worked = process.isAlive();
            process.destroy();
            process.waitFor();
            if (!worked) {
                throw new IllegalStateException("fio ended by itself, see " + log);
            }
        };
    }
}
