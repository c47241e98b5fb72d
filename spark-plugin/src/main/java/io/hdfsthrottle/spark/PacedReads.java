package io.hdfsthrottle.spark;

import io.hdfsthrottle.grant.ShortCircuit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disables reads of a tagged HDFS client that evade pacing, unless its tenant is granted them or the application says
 * otherwise: short-circuit reads and hedged reads.
 *
 * <p>A short-circuit or mmap read is the client's own read of the block's file, which cannot be paced or counted. A
 * hedged read requests from a second DataNode what the first one does not deliver in time; for a throttled tenant it
 * only adds demand.
 */
final class PacedReads {

    /**
     * The key that permits local replicas to be read past the DataNode; the driver writes it into Spark's Hadoop
     * configuration.
     */
    static final String SHORT_CIRCUIT_KEY = "hdfs.throttle.shortcircuit";

    /** The key that leaves hedged reads to HDFS's own settings; written there by the driver. */
    static final String HEDGED_KEY = "hdfs.throttle.hedged.reads";

    /** The value of {@link #HEDGED_KEY} that does so. */
    static final String HDFS = "hdfs";

    static final String HADOOPS_SHORT_CIRCUIT = "dfs.client.read.shortcircuit";
    static final String HADOOPS_DOMAIN_TRAFFIC = "dfs.client.domain.socket.data.traffic";
    static final String HADOOPS_HEDGED = "dfs.client.hedged.read.threadpool.size";

    /** Clients of one context share their state of local reads, and Hadoop warns where their settings differ. */
    static final String HADOOPS_CONTEXT = "dfs.client.context";

    private static final String CONTEXT = "hdfs-throttle";

    private static final Logger LOG = LoggerFactory.getLogger(PacedReads.class);
    private static final AtomicBoolean TOLD_TCP = new AtomicBoolean();
    private static final AtomicBoolean TOLD_FREE = new AtomicBoolean();
    private static final AtomicBoolean TOLD_HEDGED = new AtomicBoolean();

    private PacedReads() {}

    /** Prepares the configuration that a tagged client is created with; logs changes once per process. */
    static void prepare(Configuration own) {
        boolean local = own.getBoolean(HADOOPS_SHORT_CIRCUIT, false) || own.getBoolean(HADOOPS_DOMAIN_TRAFFIC, false);
        if (local && ShortCircuit.FREE.label().equals(own.get(SHORT_CIRCUIT_KEY))) {
            logOnce(
                    TOLD_FREE,
                    "what this process reads from its own host goes past the DataNode and is neither paced nor counted"
                            + ", as its tenant is granted ({}shortcircuit=tcp forgoes it)");
        } else if (local) {
            own.setBoolean(HADOOPS_SHORT_CIRCUIT, false);
            own.setBoolean(HADOOPS_DOMAIN_TRAFFIC, false);
            own.set(HADOOPS_CONTEXT, CONTEXT);
            logOnce(
                    TOLD_TCP,
                    "reads of this process go through the DataNode instead of past it, so that they are paced and counted"
                            + " (where the tenant is granted short-circuit reads, {}shortcircuit=free leaves it to HDFS)");
        }
        if (own.getInt(HADOOPS_HEDGED, 0) > 0 && !HDFS.equals(own.get(HEDGED_KEY))) {
            own.setInt(HADOOPS_HEDGED, 0);
            logOnce(
                    TOLD_HEDGED,
                    "hedged reads are off: of a tenant that is held back they read the same bytes twice"
                            + " ({}hedged.reads=hdfs leaves it to HDFS)");
        }
    }

    private static void logOnce(AtomicBoolean logged, String what) {
        if (logged.compareAndSet(false, true)) {
            LOG.info("hdfs-throttle: " + what, ThrottleSettings.PREFIX);
        }
    }
}
