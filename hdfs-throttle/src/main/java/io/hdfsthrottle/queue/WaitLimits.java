package io.hdfsthrottle.queue;

import java.time.Duration;

/** The limits on how long pacing may delay a thread of the host. Immutable. */
public final class WaitLimits {

    /**
     * The longest that one call may sleep, by default: 80 packets may be in flight before a client's close, which waits
     * 495 s for their acknowledgement with three replicas, so 6 s a packet would already fail it ({@code
     * DataStreamer}).
     */
    public static final Duration DEFAULT_LONGEST_SLEEP = Duration.ofSeconds(2);

    /** The longest that can be configured. */
    public static final Duration GREATEST_LONGEST_SLEEP = Duration.ofSeconds(5);

    /**
     * The longest that one call of a read may sleep, by default: a reader abandons a DataNode after 60 s without a
     * packet ({@code dfs.client.socket-timeout}), which some clusters set to 10 s.
     */
    public static final Duration DEFAULT_LONGEST_READ_SLEEP = Duration.ofSeconds(5);

    /** The longest that can be configured for reads. */
    public static final Duration GREATEST_LONGEST_READ_SLEEP = Duration.ofSeconds(20);

    private final Duration longestSleep;
    private final Duration longestReadSleep;

    private WaitLimits(Duration longestSleep, Duration longestReadSleep) {
        this.longestSleep = longestSleep;
        this.longestReadSleep = longestReadSleep;
    }

    /**
     * Limits with that longest sleep, for reads as for writes.
     *
     * @throws IllegalArgumentException if it is negative or above {@link #GREATEST_LONGEST_SLEEP}
     */
    public static WaitLimits of(Duration longestSleep) {
        if (longestSleep.isNegative() || longestSleep.compareTo(GREATEST_LONGEST_SLEEP) > 0) {
            throw new IllegalArgumentException("the longest sleep is 0s to 5s, for example 2s, not " + longestSleep);
        }
        return new WaitLimits(longestSleep, longestSleep);
    }

    /**
     * The same with another longest sleep for reads.
     *
     * @throws IllegalArgumentException if it is negative or above {@link #GREATEST_LONGEST_READ_SLEEP}
     */
    public WaitLimits withReads(Duration longest) {
        if (longest.isNegative() || longest.compareTo(GREATEST_LONGEST_READ_SLEEP) > 0) {
            throw new IllegalArgumentException(
                    "the longest sleep of a read is 0s to 20s, for example 5s, not " + longest);
        }
        return new WaitLimits(longestSleep, longest);
    }

    /** The longest that one call sleeps; what is left then is the tenant's debt. */
    public Duration longestSleep() {
        return longestSleep;
    }

    /** The longest that one call of a read sleeps. */
    public Duration longestReadSleep() {
        return longestReadSleep;
    }
}
