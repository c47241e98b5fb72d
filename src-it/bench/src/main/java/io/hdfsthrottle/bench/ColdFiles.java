package io.hdfsthrottle.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Keeps files out of the page cache, so that every read is the disk's: tells the kernel again and again to drop what is
 * clean (Documentation/admin-guide/sysctl/vm.rst). Of the whole machine, so only for machines that do nothing else.
 */
final class ColdFiles implements AutoCloseable {

    private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Duration period;
    private final Thread thread;

    private ColdFiles(Duration period) {
        this.period = period;
        thread = new Thread(this::evictAgainAndAgain, "cold-files");
        thread.setDaemon(true);
        thread.start();
    }

    /** From now on until closed; the period must be shorter than any reader needs to come round. */
    static ColdFiles kept(Duration period) {
        return new ColdFiles(period);
    }

    private void evictAgainAndAgain() {
        try {
            do {
                Files.writeString(DROP_CACHES, "1");
            } while (!stopped.await(period.toMillis(), TimeUnit.MILLISECONDS));
        } catch (IOException refused) {
            throw new IllegalStateException("only root may write " + DROP_CACHES, refused);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stopped.countDown();
    }
}
