package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.coordinator.election.Probe.Sign;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When a leader counts as gone, long before its session with ZooKeeper ends: when its process is, or when it has not
 * answered for some seconds. One that this coordinator has never reached is never suspected: then the network between
 * the two may be to blame, or a certificate. Immutable, pure.
 *
 * @param znode of whom it is: the leader's election znode
 * @param reachedNanos when it answered first since it leads
 * @param sign the sign that it gave last, if that was none of life
 * @param count how often in turn
 * @param sinceNanos since when
 */
record Suspicion(Optional<String> znode, OptionalLong reachedNanos, Sign sign, int count, long sinceNanos) {
    static final Suspicion NONE = of(Optional.empty());

    /** What one probe says may be an accident. */
    static final int ENOUGH = 3;

    /** Longer than a pause of the Java virtual machine with the heap of a coordinator, or a burst of requests. */
    static final Duration SILENCE = Duration.ofSeconds(3);

    /** As long as a leader may take to load what the last one left. */
    static final Duration IDLENESS = Duration.ofSeconds(10);

    /** All nodes come at once to a new leader: one that is slow then would only be followed by another one that is. */
    static final Duration YOUTH = Duration.ofSeconds(15);

    private static Suspicion of(Optional<String> znode) {
        return new Suspicion(znode, OptionalLong.empty(), Sign.ANSWERS, 0, 0);
    }

    Suspicion after(String asked, Sign seen, long nanos) {
        Suspicion before = znode.equals(Optional.of(asked)) ? this : of(Optional.of(asked));
        return switch (seen) {
            case ANSWERS ->
                new Suspicion(
                        before.znode,
                        before.isReached() && before.sign != Sign.IDLE ? before.reachedNanos : OptionalLong.of(nanos),
                        seen,
                        0,
                        nanos);
            case UNSURE -> nanos - before.sinceNanos < IDLENESS.toNanos() ? before : before.withoutEvidence();
            default ->
                seen == before.sign
                        ? new Suspicion(before.znode, before.reachedNanos, seen, before.count + 1, before.sinceNanos)
                        : new Suspicion(before.znode, before.reachedNanos, seen, 1, nanos);
        };
    }

    /** Whether it was ever reached is still known. */
    Suspicion withoutEvidence() {
        return new Suspicion(znode, reachedNanos, Sign.ANSWERS, 0, 0);
    }

    boolean isReached() {
        return reachedNanos.isPresent();
    }

    boolean isGone(long nanos) {
        if (!isReached() || count < ENOUGH) {
            return false;
        }
        long lasts = nanos - sinceNanos;
        boolean isYoung = nanos - reachedNanos.getAsLong() < YOUTH.toNanos();
        return switch (sign) {
            case REFUSES -> true;
            case SILENT -> lasts >= SILENCE.toNanos() && !isYoung;
            case IDLE -> lasts >= IDLENESS.toNanos();
            default -> false;
        };
    }

    /** What is known against it, for the log. */
    String why(long nanos) {
        long millis = Duration.ofNanos(nanos - sinceNanos).toMillis();
        return switch (sign) {
            case REFUSES -> "nothing listens there any more";
            case IDLE -> "has said for " + millis + " ms that it does not";
            default -> "has not answered for " + millis + " ms";
        };
    }
}
