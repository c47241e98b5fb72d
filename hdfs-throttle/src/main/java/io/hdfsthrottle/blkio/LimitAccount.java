package io.hdfsthrottle.blkio;

import io.hdfsthrottle.unit.Rate;

/**
 * How far a tenant that the kernel limits is behind its limit, and what the kernel is told so that it comes to it. The kernel's limit
 * delays requests before they wait in the disk's queue, so a reader with little on its way gets less than its limit wherever others
 * use the disk, too. Used by one thread.
 */
final class LimitAccount {

    /** What it left is kept for so long, in seconds of its limit: a tenant that comes back does not burst. */
    private static final double MOST_BEHIND = 0.4;

    /** What it had too much is remembered for so long. */
    private static final double MOST_AHEAD = 0.4;

    /** Within so many seconds it is to come to its limit, whatever it is behind. */
    private static final double REACTION = 0.5;

    private static final double NANOS = 1e9;

    private Rate limit = Rate.UNLIMITED;
    private long lastCharged;
    private long lastNanos;
    private double behind;

    /**
     * What to tell the kernel.
     *
     * @param charged what the tenant was charged so far, in bytes
     */
    Rate told(Rate newLimit, long charged, long nowNanos) {
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
