package io.hdfsthrottle.spark;

import io.hdfsthrottle.grant.ShortCircuit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a tagged HDFS client does not do, unless its tenant is granted it or the application says otherwise: read past the DataNode, and read twice what it waits for.
 *
 * <p>A short-circuit or mmap read is the client's own read of the block's file, which nobody can pace or count. A hedged read asks a second DataNode for what the
 * first one does not give in time; of a tenant that is held back it only asks for more.
 */
final class PacedReads {

    /** The key that lets local replicas be read past the DataNode; the driver puts it into Spark's Hadoop configuration. */
    static final String SHORT_CIRCUIT_KEY = "hdfs.throttle.shortcircuit";

    /** The key that leaves hedged reads as HDFS's own settings say; put there by the driver. */
    static final String HEDGED_KEY = "hdfs.throttle.hedged.reads";

    /** The value of {@link #HEDGED_KEY} that does. */
    static final String HDFS = "hdfs";

    static final String HADOOPS_SHORT_CIRCUIT = "dfs.client.read.shortcircuit";
    static final String HADOOPS_DOMAIN_TRAFFIC = "dfs.client.domain.socket.data.traffic";
    static final String HADOOPS_HEDGED = "dfs.client.hedged.read.threadpool.size";

    /** Clients of one context share what they know of local reads, and Hadoop warns where their settings differ. */
    static final String HADOOPS_CONTEXT = "dfs.client.context";

    private static final String CONTEXT = "hdfs-throttle";

    private static final Logger LOG = LoggerFactory.getLogger(PacedReads.class);
    private static final AtomicBoolean TOLD_TCP = new AtomicBoolean();
    private static final AtomicBoolean TOLD_FREE = new AtomicBoolean();
    private static final AtomicBoolean TOLD_HEDGED = new AtomicBoolean();

    private PacedReads() {}

    /** Prepares the configuration that a tagged client is made with; what is changed is said once a process. */
    static void prepare(Configuration own) {
        boolean local = own.getBoolean(HADOOPS_SHORT_CIRCUIT, false) || own.getBoolean(HADOOPS_DOMAIN_TRAFFIC, false);
        if (local && ShortCircuit.FREE.label().equals(own.get(SHORT_CIRCUIT_KEY))) {
            tell(
                    TOLD_FREE,
                    "what this process reads from its own host goes past the DataNode and is neither paced nor counted"
                            + ", as its tenant is granted ({}shortcircuit=tcp forgoes it)");
        } else if (local) {
            own.setBoolean(HADOOPS_SHORT_CIRCUIT, false);
            own.setBoolean(HADOOPS_DOMAIN_TRAFFIC, false);
            own.set(HADOOPS_CONTEXT, CONTEXT);
            tell(
                    TOLD_TCP,
                    "reads of this process go through the DataNode instead of past it, so that they are paced and counted"
                            + " (where the tenant is granted short-circuit reads, {}shortcircuit=free leaves it to HDFS)");
        }
        if (own.getInt(HADOOPS_HEDGED, 0) > 0 && !HDFS.equals(own.get(HEDGED_KEY))) {
            own.setInt(HADOOPS_HEDGED, 0);
            tell(
                    TOLD_HEDGED,
                    "hedged reads are off: of a tenant that is held back they read the same bytes twice"
                            + " ({}hedged.reads=hdfs leaves it to HDFS)");
        }
    }

    private static void tell(AtomicBoolean told, String what) {
        if (told.compareAndSet(false, true)) {
            LOG.info("hdfs-throttle: " + what, ThrottleSettings.PREFIX);
        }
    }
}
