package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.unit.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.Callable;

/**
 * The time of day that all coordinators of a cluster share: ZooKeeper's, learned twice a minute by each of them, and
 * monotone in between. A leader whose own clock is wrong ends no lease early by it, and leases nothing twice. Before it
 * was learned, it is this host's.
 *
 * <p>Read by any thread, learned by one.
 */
final class ClusterClock extends Clock {
    /**
     * It follows ZooKeeper's clock by at most this at a time: a server with a wrong clock that takes over there ends no
     * lease at once.
     */
    private static final Duration LARGEST_STEP = Duration.ofSeconds(1);

    /** What was learned longer ago than this says nothing: the process, or its host, was asleep. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(5);

    private final Callable<Long> zookeeper;
    private final Clock own;
    private final Ticker ticker;
    private volatile Reading last;

    /** The time at a moment of the ticker. */
    private record Reading(long millis, long nanos) {}

    /** @param zookeeper asks for ZooKeeper's time, in milliseconds since 1970 */
    ClusterClock(Callable<Long> zookeeper, Clock own, Ticker ticker) {
        this.zookeeper = zookeeper;
        this.own = own;
        this.ticker = ticker;
    }

    /**
     * Learns the time.
     *
     * @return how far this host's clock is ahead of the shared time
     * @throws Exception if ZooKeeper does not answer
     */
    Duration learn() throws Exception {
        long theirs = zookeeper.call();
        long nanos = ticker.nanos();
        Reading before = last;
        boolean isKnown = before != null && nanos - before.nanos() < FORGOTTEN.toNanos();
        long now = millis();
        long step = LARGEST_STEP.toMillis();
        last = new Reading(isKnown ? Math.max(now - step, Math.min(theirs, now + step)) : theirs, nanos);
        return Duration.ofMillis(own.millis() - last.millis());
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
        return new ClusterClock(zookeeper, own.withZone(zone), ticker);
    }
}
