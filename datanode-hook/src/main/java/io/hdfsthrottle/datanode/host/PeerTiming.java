package io.hdfsthrottle.datanode.host;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;

/**
 * Limits throttling pauses so that HDFS does not report this DataNode as a slow peer.
 *
 * <p>With {@code dfs.datanode.peer.stats.enabled}, the last but one DataNode of a write pipeline measures how long each
 * packet takes to get into the last one's socket ({@code BlockReceiver.trackSendPacketToLastNodeInPipeline}); the
 * NameNode avoids a DataNode that is reported as slow, and acknowledgements mark it. A thread that pauses does not
 * drain its socket. So while that is enabled, a thread that receives at the end of a pipeline pauses no longer than
 * {@value #PART} of the slow-peer threshold: then the mean of any number of packets is below it too. The remaining
 * pause is debt, which the tenant's other operations pay. Thread-safe.
 */
public final class PeerTiming {

    static final String ENABLED = "dfs.datanode.peer.stats.enabled";
    static final String FAST = "dfs.datanode.slowpeer.low.threshold.ms";

    /** The rest is for the disk and for late wake-ups. */
    static final double PART = 0.4;

    /** The default of hdfs-default.xml. */
    private static final long FAST_MILLIS = 5;

    private final Configuration configuration;
    private final BooleanSupplier endOfPipeline;
    private volatile long mostNanos = Long.MAX_VALUE;

    /**
     * Follows that configuration, also when it changes.
     *
     * @param endOfPipeline whether the calling thread receives a block and does not forward it
     */
    public PeerTiming(Configuration configuration, BooleanSupplier endOfPipeline) {
        this.configuration = configuration;
        this.endOfPipeline = endOfPipeline;
        refresh();
    }

    /** {@code dfsadmin -reconfig} may enable and disable it; called twice a second. */
    public void refresh() {
        mostNanos = configuration.getBoolean(ENABLED, false) ? belowFast() : Long.MAX_VALUE;
    }

    private long belowFast() {
        long fastMillis = Math.max(configuration.getLong(FAST, FAST_MILLIS), 0);
        return (long) (TimeUnit.MILLISECONDS.toNanos(fastMillis) * PART);
    }

    /** The longest that the calling thread's operation may pause after a packet. */
    public long longestRestNanos() {
        long most = mostNanos;
        return most == Long.MAX_VALUE || endOfPipeline.getAsBoolean() ? most : Long.MAX_VALUE;
    }
}
