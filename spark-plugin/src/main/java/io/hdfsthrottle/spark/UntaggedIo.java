package io.hdfsthrottle.spark;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.api.plugin.PluginContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices in an executor that HDFS clients without a tag move bytes, tells the driver, and if the driver has a tag,
 * removes such clients from Hadoop's cache: they were opened before the tag was known, or by a configuration without
 * it. On one daemon thread; no failure there affects the executor.
 */
final class UntaggedIo implements AutoCloseable {

    /** The prefix of what the driver is told; the executor's id follows. */
    static final String FIRST = "hdfs-throttle untagged ";

    /** The same, if it goes on after such clients were removed from the cache. */
    static final String AGAIN = "hdfs-throttle still untagged ";

    /** The driver's answer if new clients are tagged. */
    static final String LET_GO = "let go";

    static final Duration EVERY = Duration.ofSeconds(2);

    /** Less than a MiB is no more than the files that an executor fetches for itself. */
    static final long WORTH_A_WORD = 1 << 20;

    private static final String SCHEME = "hdfs";
    private static final Logger LOG = LoggerFactory.getLogger(UntaggedIo.class);

    private final PluginContext driver;
    private final LongSupplier bytes;
    private final ScheduledExecutorService thread;
    private long told;
    private boolean letGo;

    UntaggedIo(PluginContext driver, LongSupplier bytes) {
        this.driver = driver;
        this.bytes = bytes;
        this.told = bytes.getAsLong();
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, "hdfs-throttle-untagged");
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Starts for this process. */
    static UntaggedIo begun(PluginContext driver) {
        UntaggedIo io = new UntaggedIo(driver, UntaggedIo::moved);
        Future<?> unused =
                io.thread.scheduleWithFixedDelay(io::look, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
        return io;
    }

    /** What HDFS clients of this process read and wrote so far, without those that can carry a tag. */
    @SuppressWarnings("deprecation") // The newer statistics do not differ by class.
    private static long moved() {
        FileSystem.Statistics tagged = FileSystem.getStatistics(SCHEME, TaggedFileSystem.class);
        return FileSystem.getAllStatistics().stream()
                .filter(each -> SCHEME.equals(each.getScheme()) && each != tagged)
                .mapToLong(each -> each.getBytesRead() + each.getBytesWritten())
                .sum();
    }

    /** Removes clients without a tag from Hadoop's cache; returns how many. */
    static int letGo() {
        return CachedFiles.letGo(files -> !(files instanceof TaggedFileSystem));
    }

    /** Whether that message is from here. */
    static boolean isFrom(Object message) {
        return message instanceof String
                && (((String) message).startsWith(FIRST) || ((String) message).startsWith(AGAIN));
    }

    /** Tells the driver what is new; never throws. */
    void look() {
        try {
            long now = bytes.getAsLong();
            if (now - told < WORTH_A_WORD) {
                return;
            }
            told = now;
            if (LET_GO.equals(driver.ask((letGo ? AGAIN : FIRST) + driver.executorID()))) {
                letGo();
                letGo = true;
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (Throwable trouble) { // Whatever it is, no task depends on it.
            LOG.debug("hdfs-throttle: does not say what is untagged", trouble);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
