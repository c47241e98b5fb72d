package io.hdfsthrottle.queue;

import java.time.Duration;

/** How long pacing may delay a thread of the host at a time, which is how long a client sees nothing. Immutable. */
public final class WaitLimits {

    /**
     * The longest that one call may sleep, by default: a client abandons a DataNode that sends nothing for as long as
     * its {@code dfs.client.socket-timeout}, which is 60 s and on some clusters 3 s; the rest is for the disk.
     */
    public static final Duration DEFAULT_LONGEST_SLEEP = Duration.ofSeconds(2);

    /** The longest that can be configured. */
    public static final Duration GREATEST_LONGEST_SLEEP = Duration.ofSeconds(20);

    /**
     * The longest that one call of a write may sleep, whatever is configured: 80 packets may be in flight before a
     * client's close, which waits 485 s or more for their acknowledgement ({@code DataStreamer}).
     */
    public static final Duration GREATEST_OF_WRITES = Duration.ofSeconds(5);

    private final Duration longestSleep;

    private WaitLimits(Duration longestSleep) {
        this.longestSleep = longestSleep;
    }

    /** The longest sleep, from 0 to {@link #GREATEST_LONGEST_SLEEP}. */
    public static WaitLimits of(Duration longestSleep) {
        if (longestSleep.isNegative() || longestSleep.compareTo(GREATEST_LONGEST_SLEEP) > 0) {
            throw new IllegalArgumentException("the longest sleep is 0s to 20s, for example 2s, not " + longestSleep);
        }
        return new WaitLimits(longestSleep);
    }

    /** The longest that one call sleeps; what is left then is the tenant's debt. */
    public Duration longestSleep() {
        return longestSleep;
    }

    /** The longest that one call of a write sleeps. */
    public Duration longestSleepOfWrites() {
        return longestSleep.compareTo(GREATEST_OF_WRITES) < 0 ? longestSleep : GREATEST_OF_WRITES;
    }
}
