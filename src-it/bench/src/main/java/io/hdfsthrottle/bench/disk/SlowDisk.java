package io.hdfsthrottle.bench.disk;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.disk.LoopDisk;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;

/** A real block device of known speed, and the folder where an nbdkit plugin is compiled and told the rate. */
public record SlowDisk(LoopDisk device, Path work) implements AutoCloseable {

    public static final String DATA = "dfs.datanode.data.dir";
    private static final int BESIDE_MIB = 2 * 1024; // one GiB is kept free

    /**
     * One of so many MiB a second, for so many files of so many MiB, those being deleted included; the images of all that
     * will be filled like it are in memory, or none is.
     */
    public static SlowDisk in(
            Path folder,
            RunResources resources,
            DiskKind kind,
            int mebibytesPerSecond,
            int readaheadKib,
            int files,
            int fileMib,
            int filled)
            throws IOException {
        int imageMib = files * fileMib + BESIDE_MIB;
        SlowDisk disk = new SlowDisk(resources.own(new LoopDisk(folder)), folder);
        long leastMib = (long) filled * imageMib + 4 * 1024; // for processes
        String memory = Files.readString(Path.of("/proc/meminfo"));
        if (Long.parseLong(memory.replaceFirst("(?s).*MemAvailable: +(\\d+) kB.*", "$1")) >> 10 >= leastMib) {
            disk.device.keepImageInMemory(imageMib);
        } else {
            String slow = " MiB of memory are free: the model disk is as fast as the disk of its image, at most";
            System.err.println("less than " + leastMib + slow);
        }
        boolean seeks = kind == DiskKind.SEEKING;
        if (kind == DiskKind.STEADY) {
            disk.device.make(imageMib, LoopDisk.Speed.ofReads(mebibytesPerSecond));
        } else {
            disk.rate((long) mebibytesPerSecond << 20);
            disk.device.make(imageMib, (image, commands) -> disk.shown(image, commands, seeks));
        }
        // What the kernel detects by itself for a real disk of this kind.
        disk.device.set("queue/read_ahead_kb", Integer.toString(readaheadKib));
        disk.device.set("queue/rotational", seeks ? "1" : "0");
        disk.scheduler(seeks ? "mq-deadline" : "none");
        if (kind != DiskKind.STEADY) {
            // Few dirty pages: writers are limited by the disk within a window (sysfs-class-bdi, Linux 6.2).
            String undone = "echo 0 >%1$s/strict_limit; echo 100 >%1$s/max_ratio".formatted(disk.device.sysfs("bdi"));
            disk.device.commands().undoneBy("sh", "-c", undone);
            disk.device.set("bdi/max_bytes", Integer.toString(32 << 20));
            disk.device.set("bdi/strict_limit", "1");
        }
        return disk;
    }

    /** Shows an image that is read and written at one rate: by an nbdkit plugin that is compiled here. */
    private Path shown(Path image, SystemCommands commands, boolean seeks) throws IOException {
        Path source = work.resolve("disk.c");
        Path plugin = work.resolve("disk.so");
        FileUtils.copyURLToFile(SlowDisk.class.getResource("disk.c"), source.toFile());
        Files.deleteIfExists(plugin); // from an earlier disk
        SystemCommands.output("gcc", "-O2", "-fPIC", "-shared", "-o", plugin.toString(), source.toString());
        Path shown = Files.createDirectories(work.resolve("slow")).resolve(image.getFileName());
        Path log = work.resolve("nbdfuse.log");
        // A disk does not compete for processors.
        List<String> command = List.of(
                ("nice -n -15 nbdfuse " + shown + " --command nbdkit -s --exit-with-parent " + plugin + " image="
                                + image + " rate-file=" + work.resolve("rate") + " seek-micros=" + (seeks ? 8000 : 0))
                        .split(" ", -1));
        new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        commands.undoneBy("umount", shown.getParent().toString());
        await("nbdfuse, which logs to " + log).atMost(Duration.ofSeconds(10)).until(() -> Files.exists(shown));
        return shown;
    }

    /** Sets its rate in bytes a second; not for the steady kind. */
    public void rate(long bytesPerSecond) throws IOException {
        Files.writeString(work.resolve("rate"), Long.toString(bytesPerSecond));
    }

    /**
     * Makes requests fail, until a rate is set, that touch a part of the disk.
     *
     * @param millis that each takes longer; below 0 until the fault is over
     * @param error that it ends with (errno(3)); 0 for none
     */
    public void fault(long millis, int error, long firstByte, long lastByte) throws IOException {
        Path file = work.resolve("rate");
        String rate = Files.readString(file).split(" ", 2)[0];
        Files.writeString(file, "%s %d %d %d %d".formatted(rate, millis, error, firstByte, lastByte));
    }

    /** Makes requests fail like that which touch a file's first extent, of which no more than the first MiB. */
    public void fault(long millis, int error, Path file) throws IOException {
        String extents = SystemCommands.output("filefrag", "-b4096", "-v", file.toString());
        // Beyond the extent, what other files write would be lost.
        String[] extent = extents.replaceFirst("(?s).*?\\n *0: [^:]+: +(\\d+)\\.\\. +(\\d+):.*", "$1 $2")
                .split(" ", 2);
        long first = Long.parseLong(extent[0]) * 4096;
        long last = Math.min((Long.parseLong(extent[1]) + 1) * 4096, first + (1 << 20)) - 1;
        fault(millis, error, first, last);
    }

    /** How many requests it has ended with an error. */
    public long errors() throws IOException {
        try (Stream<String> lines = Files.lines(work.resolve("nbdfuse.log"))) {
            return lines.filter(line -> line.contains("a faulty part of the disk"))
                    .count();
        }
    }

    /** Limits its dirty pages only by the machine's memory: the default of an unprotected disk. */
    public void unboundDirty() {
        device.set("bdi/strict_limit", "0");
        device.set("bdi/max_ratio", "100");
    }

    /** Sets its scheduler. */
    public void scheduler(String name) {
        device.set("queue/scheduler", name);
    }

    /** The bytes read from and written to the device since it was created, without what came from the page cache. */
    public long bytesMoved() {
        return bytesRead() + bytesWritten();
    }

    public long bytesRead() {
        return device.bytesRead();
    }

    /** The bytes written to it, without what is still in memory. */
    public long bytesWritten() {
        return device.statistic(6) * 512;
    }

    public long busyMillis() {
        return device.statistic(9);
    }

    public long requests() {
        return device.statistic(0) + device.statistic(4);
    }

    /** The total milliseconds from issuing to completing these requests. */
    public long requestMillis() {
        return device.statistic(3) + device.statistic(7);
    }

    public Path mount() {
        return device.folder();
    }

    /** The DataNode's folder on it, for the setting {@link #DATA}. */
    public String data() {
        return mount().resolve("data").toUri().toString();
    }

    /** Two folders of the DataNode on it. */
    public String divided() {
        return data() + "," + mount().resolve("more").toUri();
    }

    /** Flushes all dirty pages: they cannot be dropped from the page cache. */
    public void flush() {
        device.flush();
    }

    @Override
    public void close() {
        device.close();
    }
}
