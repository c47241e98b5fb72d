package io.hdfsthrottle.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps files out of the page cache, so that every read is the disk's: drops again and again what is clean of them. */
final class ColdFiles implements AutoCloseable {

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
        return new ColdFiles(period, PageCache::dropAll);
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
