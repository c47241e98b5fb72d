package io.hdfsthrottle.spark;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The driver's side of {@link UntaggedIo}, once the application has a tag: says what an executor shall do that moves
 * bytes without it, and logs the cause once, as far as it can be known. Thread-safe.
 */
final class UntaggedReports {

    private static final Logger LOG = LoggerFactory.getLogger(UntaggedReports.class);

    private final HdfsStamp stamp;
    private final AtomicBoolean warned = new AtomicBoolean();

    UntaggedReports(HdfsStamp stamp) {
        this.stamp = stamp;
    }

    /** The answer to an executor's message. */
    String answer(String message) {
        String executor = message.substring(message.lastIndexOf(' ') + 1);
        Optional<String> obstacle = stamp.obstacle();
        if (obstacle.isPresent()) {
            warn(executor, obstacle.get());
            return "";
        }
        if (stamp.takeBack()) {
            LOG.info("hdfs-throttle: the application has set the class of HDFS to Hadoop's own: that is undone, what is"
                    + " opened from now on is tagged again");
        } else if (message.startsWith(UntaggedIo.AGAIN)) {
            warn(
                    executor,
                    "a job sets " + HdfsStamp.CLASS_KEY + " in a configuration of its own (do not set it), or makes"
                            + " clients without Spark's configuration, or continues with what it opened before");
        }
        return UntaggedIo.LET_GO;
    }

    private void warn(String executor, String why) {
        if (warned.compareAndSet(false, true)) {
            LOG.warn(
                    "hdfs-throttle: HDFS I/O of this application is untagged, and does not count for its tenant"
                            + " (executor {} reports it): {}",
                    executor,
                    why);
        }
    }
}
