package io.hdfsthrottle.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps files out of the page cache, so that every read is the disk's: drops again and again what is clean of them. */
final class ColdFiles implements AutoCloseable {

    private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Duration period;
    private final Eviction eviction;
    private final Thread thread;

    private interface Eviction {
        void once() throws IOException, InterruptedException;
    }

    private ColdFiles(Duration period, Eviction eviction) {
        this.period = period;
        this.eviction = eviction;
        thread = new Thread(this::evictAgainAndAgain, "cold-files");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * All files of the whole machine (Documentation/admin-guide/sysctl/vm.rst): only for machines that do nothing else.
     * From now on until closed; the period must be shorter than any reader needs to come round.
     */
    static ColdFiles all(Duration period) {
        return new ColdFiles(period, () -> Files.writeString(DROP_CACHES, "1"));
    }

    /** Only these, whatever becomes of the others (posix_fadvise(2), through dd of coreutils). */
    static ColdFiles only(List<Path> files, Duration period) {
        List<Path> cold = List.copyOf(files);
        return new ColdFiles(period, () -> {
            for (Path file : cold) {
                Steps.run("dd", "if=" + file, "iflag=nocache", "count=0", "status=none");
            }
        });
    }

    private void evictAgainAndAgain() {
        try {
            do {
                eviction.once();
            } while (!stopped.await(period.toMillis(), TimeUnit.MILLISECONDS));
        } catch (IOException refused) {
            throw new IllegalStateException("caches cannot be dropped; only root may do it", refused);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stopped.countDown();
    }
}
