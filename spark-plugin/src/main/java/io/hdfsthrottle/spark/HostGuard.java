package io.hdfsthrottle.spark;

import java.util.concurrent.Callable;
import org.slf4j.Logger;

/**
 * The outermost frame of every call from Spark into the plugin: no exception or error passes it.
 *
 * <p>Spark ends the application when a driver plugin throws and kills executors in a loop when an executor plugin does,
 * so even errors are caught here; a class missing on one host is an error, too.
 */
final class HostGuard {

    private final Logger log;

    HostGuard(Logger log) {
        this.log = log;
    }

    /** Returns the result of {@code work}, or {@code otherwise} after a log line when it throws anything. */
    <T> T call(String what, Callable<T> work, T otherwise) {
        try {
            return work.call();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            log.warn("hdfs-throttle: interrupted while trying to {}; HDFS I/O goes on without it", what);
        } catch (Throwable e) {
            log.warn("hdfs-throttle: could not {}; the application is not affected: {}", what, e.toString());
            log.debug("hdfs-throttle: where that came from", e);
        }
        return otherwise;
    }

    /** Runs {@code work}; logs a line when it throws anything. */
    void run(String what, Runnable work) {
        call(
                what,
                () -> {
                    work.run();
                    return true;
                },
                false);
    }
}
