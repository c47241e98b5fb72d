package io.hdfsthrottle.datanode.host;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;

/**
 * Keeps rests out of what HDFS takes for a slow DataNode.
 *
 * <p>With {@code dfs.datanode.peer.stats.enabled}, the last but one DataNode of a write pipeline takes the time that each packet needs to
 * get into the last one's socket ({@code BlockReceiver.trackSendPacketToLastNodeInPipeline}), and a DataNode that is reported for it is shunned by
 * the NameNode and marked in acknowledgements. A thread that rests does not empty its socket. So while that is on, a thread that receives
 * for the end of a pipeline rests no longer than {@value #PART} of what is still called fast: then the mean of any number of packets
 * is below it too. What was not rested is debt, which the tenant's other operations pay. Thread-safe.
 */
public final class PeerTiming {

    static final String ENABLED = "dfs.datanode.peer.stats.enabled";
    static final String FAST = "dfs.datanode.slowpeer.low.threshold.ms";

    /** The rest of it is for the disk and for a machine that wakes late. */
    static final double PART = 0.4;

    /** As in hdfs-default.xml. */
    private static final long FAST_MILLIS = 5;

    private final Configuration configuration;
    private final BooleanSupplier endOfPipeline;
    private volatile long mostNanos = Long.MAX_VALUE;

    /**
     * By what is configured, at the moment and later.
     *
     * @param endOfPipeline whether the calling thread receives a block and passes it on to nobody
     */
    public PeerTiming(Configuration configuration, BooleanSupplier endOfPipeline) {
        this.configuration = configuration;
        this.endOfPipeline = endOfPipeline;
        look();
    }

    /** {@code dfsadmin -reconfig} may switch it on and off; asked twice a second. */
    public void look() {
        mostNanos = configuration.getBoolean(ENABLED, false) ? belowFast() : Long.MAX_VALUE;
    }

    private long belowFast() {
        long fastMillis = Math.max(configuration.getLong(FAST, FAST_MILLIS), 0);
        return (long) (TimeUnit.MILLISECONDS.toNanos(fastMillis) * PART);
    }

    /** The longest that the calling thread's operation may rest after a packet. */
    public long longestRestNanos() {
        long most = mostNanos;
        return most == Long.MAX_VALUE || endOfPipeline.getAsBoolean() ? most : Long.MAX_VALUE;
    }
}
