package io.hdfsthrottle.blkio;

import io.hdfsthrottle.unit.Rate;

/**
 * Tracks how far a tenant that the kernel limits is behind its limit, and corrects the limit so that the tenant reaches
 * it. The kernel's limit delays requests before they wait in the disk's queue, so a reader with few requests in flight
 * gets less than its limit wherever others use the disk, too. Used by one thread.
 */
final class LimitAccount {

    /** The most unused bytes that are kept, in seconds of its limit: a tenant that returns does not burst. */
    private static final double MOST_BEHIND = 0.4;

    /** The most excess bytes that are remembered, in seconds of its limit. */
    private static final double MOST_AHEAD = 0.4;

    /** Seconds within which it is to reach its limit, however far behind it is. */
    private static final double REACTION = 0.5;

    private static final double NANOS = 1e9;

    private Rate limit = Rate.UNLIMITED;
    private long lastCharged;
    private long lastNanos;
    private double behind;

    /**
     * The limit to set in the kernel.
     *
     * @param charged the tenant's total charge so far, in bytes
     */
    Rate limit(Rate newLimit, long charged, long nowNanos) {
        double bytesPerSecond = (double) newLimit.bytesPerSecond();
        if (limit.equals(newLimit)) {
            double due = bytesPerSecond * Math.max(nowNanos - lastNanos, 0) / NANOS;
            double now = behind + due - Math.max(charged - lastCharged, 0);
            behind = Math.min(Math.max(now, -MOST_AHEAD * bytesPerSecond), MOST_BEHIND * bytesPerSecond);
        } else {
            limit = newLimit;
            behind = 0;
        }
        lastCharged = charged;
        lastNanos = nowNanos;
        return Rate.ofBytesPerSecond((long) Math.max(bytesPerSecond + behind / REACTION, 1));
    }
}
