package io.hdfsthrottle.bench.disk;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A process outside HDFS that writes to the disk through the page cache: it repeatedly writes a file of 256 MiB and
 * makes it durable. Without that, it would write to memory only: on a machine with much memory, rewriting the same file
 * stays below the kernel's limit of dirty pages.
 */
public final class DirectWriter {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long BEGUN_BYTES = 32 << 20;

    private final SlowDisk disk;
    private final Process process;
    private final long bytesBefore;
    private final long begunNanos;

    private DirectWriter(SlowDisk disk, Process process, long bytesBefore, long begunNanos) {
        this.disk = disk;
        this.process = process;
        this.bytesBefore = bytesBefore;
        this.begunNanos = begunNanos;
    }

    /** Starts it and waits until the disk is busy with it. */
    public static DirectWriter start(SlowDisk disk) throws IOException {
        Path file = disk.mount().resolve("raw");
        long before = disk.bytesWritten();
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "while dd if=/dev/zero of=" + file
                                + " bs=1M count=256 conv=notrunc,fdatasync 2>/dev/null; do :; done")
                .start();
        await("a writer's bytes on the disk").atMost(PATIENCE).until(() -> disk.bytesWritten() - before >= BEGUN_BYTES);
        return new DirectWriter(disk, process, disk.bytesWritten(), System.nanoTime());
    }

    /** The disk's write rate since then, in bytes per second: HDFS writes nothing meanwhile. */
    public double rate() {
        double seconds = (System.nanoTime() - begunNanos) / 1e9;
        return (disk.bytesWritten() - bytesBefore) / seconds;
    }

    /** Ends it; what it wrote is on the disk afterwards. */
    public void stop() throws InterruptedException {
        process.toHandle().descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        process.waitFor();
        disk.flush();
    }
}
