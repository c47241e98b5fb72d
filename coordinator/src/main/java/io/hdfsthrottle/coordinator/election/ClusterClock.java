package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.unit.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;

/**
 * The time of day that all coordinators of a cluster share: ZooKeeper's, learned by writing a znode, and monotone in
 * between. A leader whose own clock is wrong ends no lease early by it, and leases nothing twice. Before it was learned,
 * it is this host's.
 *
 * <p>Read by any thread, learned by one.
 */
final class ClusterClock extends Clock {
    /**
     * Within a term the time follows ZooKeeper's by at most this at a time: a server with a wrong clock that takes over
     * there ends no lease at once.
     */
    private static final Duration LARGEST_STEP = Duration.ofSeconds(1);

    private final CuratorFramework client;
    private final String path;
    private final Clock own;
    private final Ticker ticker;
    private volatile Reading last;

    /** The time at a moment of the ticker. */
    private record Reading(long millis, long nanos) {}

    ClusterClock(CuratorFramework client, String path, Clock own, Ticker ticker) {
        this.client = client;
        this.path = path;
        this.own = own;
        this.ticker = ticker;
    }

    /**
     * Learns the time.
     *
     * @param anew whether to take it as it is, as a new leader does, however far it is from the time until now
     * @return how far this host's clock is ahead
     * @throws Exception if ZooKeeper does not answer
     */
    Duration learn(boolean anew) throws Exception {
        long zookeeper = written();
        long nanos = ticker.nanos();
        Duration ahead = Duration.ofMillis(own.millis() - zookeeper);
        long step = LARGEST_STEP.toMillis();
        long now = millis();
        boolean isFirst = last == null || anew;
        last = new Reading(isFirst ? zookeeper : Math.max(now - step, Math.min(zookeeper, now + step)), nanos);
        return ahead;
    }

    private long written() throws Exception {
        try {
            return client.setData().forPath(path, new byte[0]).getMtime();
        } catch (KeeperException.NoNodeException first) {
            client.create().creatingParentsIfNeeded().forPath(path, new byte[0]);
            return client.setData().forPath(path, new byte[0]).getMtime();
        }
    }

    @Override
    public long millis() {
        Reading reading = last;
        return reading == null
                ? own.millis()
                : reading.millis()
                        + Duration.ofNanos(ticker.nanos() - reading.nanos()).toMillis();
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public ZoneId getZone() {
        return own.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new ClusterClock(client, path, own.withZone(zone), ticker);
    }
}
