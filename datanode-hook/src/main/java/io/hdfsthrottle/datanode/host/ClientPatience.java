package io.hdfsthrottle.datanode.host;

import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.queue.WaitLimits;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.apache.hadoop.conf.Configuration;

/**
 * Whether HDFS clients, and DataNodes that pass a block on, are patient enough for the longest waits here, as far as a
 * DataNode's own configuration tells: clients of a site usually share it.
 */
public final class ClientPatience {

    static final String PACKET = "dfs.client.socket-timeout";
    static final String CLOSE = "dfs.datanode.socket.write.timeout";
    private static final String OURS = "hdfs.throttle.pacing.longest.sleep";

    /** The defaults of hdfs-default.xml. */
    private static final long PACKET_MILLIS = 60_000;

    private static final long CLOSE_MILLIS = 480_000;

    /** A client gives that much more time to its writes for each DataNode of a pipeline, which has one or more. */
    private static final long PER_DATANODE_MILLIS = 5_000;

    /** The packets that may be in flight when a client closes a file, by default. */
    private static final long IN_FLIGHT = 80;

    private ClientPatience() {}

    /** Whether a packet comes in time: two thirds of the timeout are for waits, the rest is for the disk. */
    public static Outcome forAPacket(Configuration configuration, WaitLimits limits) {
        long sleep = limits.longestSleep().toMillis();
        return compared(configuration, PACKET, PACKET_MILLIS, limits, (3 * sleep + 1) / 2, millis -> millis * 2 / 3);
    }

    /** Whether all packets that are in flight at the end of a file are acknowledged in time. */
    public static Outcome forAClose(Configuration configuration, WaitLimits limits) {
        long needed = IN_FLIGHT * limits.longestSleepOfWrites().toMillis() - PER_DATANODE_MILLIS;
        return compared(
                configuration,
                CLOSE,
                CLOSE_MILLIS,
                limits,
                needed,
                millis -> (millis + PER_DATANODE_MILLIS) / IN_FLIGHT);
    }

    private static Outcome compared(
            Configuration configuration,
            String key,
            long defaultMillis,
            WaitLimits limits,
            long neededMillis,
            LongUnaryOperator good) {
        long millis;
        try {
            millis = configuration.getTimeDuration(key, defaultMillis, TimeUnit.MILLISECONDS);
        } catch (IllegalArgumentException malformed) {
            return Outcome.failed(key + "=" + configuration.get(key) + " is no time");
        }
        // 0 means without end.
        return millis <= 0 || millis >= neededMillis
                ? Outcome.DONE
                : Outcome.failed(key + "=" + millis + " (ms) is too short for " + OURS + "="
                        + written(limits.longestSleep()) + "; set " + OURS + " to at most " + good.applyAsLong(millis)
                        + "ms, or " + key + " to at least " + neededMillis);
    }

    private static String written(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }
}
