package io.hdfsthrottle.spark;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's cache of open file systems, of which it returns one as long as the process lives, whatever the caller's
 * configuration says by then. The second of two places here that access Hadoop's internals. Thread-safe.
 */
final class CachedFiles {

    private static final Logger LOG = LoggerFactory.getLogger(CachedFiles.class);
    private static final AtomicBoolean TOLD = new AtomicBoolean();

    /** Closed when the process ends, as Hadoop does with those that it caches: they may have files to delete. */
    private static final List<FileSystem> LET_GO = new ArrayList<>();

    private CachedFiles() {}

    /**
     * Removes those clients of HDFS from the cache, so that the next caller gets a new one, and counts them. Whoever
     * holds one can continue to use it: none is closed before the process ends. If this Hadoop's cache is another, one
     * log line says so.
     */
    static int letGo(Predicate<DistributedFileSystem> which) {
        List<FileSystem> gone = new ArrayList<>();
        try {
            Object cache = field(FileSystem.class, "CACHE").get(null);
            Map<?, ?> map = (Map<?, ?>) field(cache.getClass(), "map").get(cache);
            synchronized (cache) { // by which its own methods guard the map
                for (Iterator<?> all = map.values().iterator(); all.hasNext(); ) {
                    Object files = all.next();
                    if (files instanceof DistributedFileSystem && which.test((DistributedFileSystem) files)) {
                        gone.add((FileSystem) files);
                        all.remove();
                    }
                }
            }
        } catch (ReflectiveOperationException | RuntimeException another) {
            if (TOLD.compareAndSet(false, true)) {
                LOG.warn(
                        "hdfs-throttle: file systems on HDFS that this process opened before it had a tag stay"
                                + " untagged, as Hadoop does not give them back: {} (fetch no JARs and files from HDFS;"
                                + " name JARs in spark.executor.extraClassPath)",
                        another.toString());
            }
        }
        if (!gone.isEmpty()) {
            keepForTheEnd(gone);
        }
        return gone.size();
    }

    private static Field field(Class<?> of, String name) throws NoSuchFieldException {
        Field field = of.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private static synchronized void keepForTheEnd(List<FileSystem> gone) {
        if (LET_GO.isEmpty()) {
            ShutdownHookManager.get().addShutdownHook(CachedFiles::close, FileSystem.SHUTDOWN_HOOK_PRIORITY);
        }
        LET_GO.addAll(gone);
    }

    private static synchronized void close() {
        for (FileSystem files : LET_GO) {
            try {
                files.close();
            } catch (IOException | RuntimeException unclean) {
                LOG.debug("hdfs-throttle: a file system was not closed in good order", unclean);
            }
        }
    }
}
