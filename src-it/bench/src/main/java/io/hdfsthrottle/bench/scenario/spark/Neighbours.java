package io.hdfsthrottle.bench.scenario.spark;

import io.hdfsthrottle.bench.disk.ColdFile;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Path;

/** Readers and writers that use all bandwidth they can get: of HDFS, for their own tenant, and of fio, outside HDFS. */
record Neighbours(SlowDisk disk, Hdfs client, ColdFile cold) {

    static final String TENANT = "neighbour";

    /** A file that has to be readable before they can start. */
    static final String READ = "/neighbour";

    private static final int READ_BYTES = 1 << 30;

    /** Synchronous, through the page cache, as in the paper; for longer than any run. */
    private static final String FIO = "fio --name=%1$s --rw=%1$s --filename=fio --ioengine=psync --bs=1M --size=1024M"
            + " --offset_increment=1024M --numjobs=2 --thread --invalidate=1 --time_based --runtime=3600";

    enum Kind {
        NOBODY("alone"),
        EACH_OTHER("each other"),
        HDFS_READER("HDFS reader"),
        HDFS_WRITER("HDFS writer"),
        FIO_READER("fio reader"),
        FIO_WRITER("fio writer");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** Registers them and writes their input; the disk should be fast meanwhile. */
    static Neighbours prepared(Stage stage, SparkJobs spark, SlowDisk disk) throws Exception {
        Hdfs client = spark.client(stage, TENANT);
        client.write(READ, READ_BYTES, 1);
        disk.flush();
        zeros(disk.mount().resolve("fio"), 2048);
        return new Neighbours(disk, client, ColdFile.on(disk.mount(), client, READ));
    }

    static void zeros(Path file, int mebibytes) {
        String unused = SystemCommands.output(
                "dd", "if=/dev/zero", "of=" + file, "bs=1M", "count=" + mebibytes, "conv=fsync", "status=none");
    }

    /** Starts one; closing it ends it, and fails if it has not worked all the time. */
    AutoCloseable start(Kind kind) throws IOException {
        return switch (kind) {
            case HDFS_READER -> checked(Streams.readingParts(client, READ, 4, READ_BYTES, cold));
            case HDFS_WRITER -> checked(Streams.writing(client, "/neighbour-written", 2, 128 << 20));
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

    private AutoCloseable fio(String direction) throws IOException {
        Path log = disk.mount().resolveSibling("fio-" + direction + ".log");
        Process process = new ProcessBuilder(FIO.formatted(direction).split(" ", -1))
                .directory(disk.mount().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
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
