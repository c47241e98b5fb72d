package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.coordinator.election.Probe.Sign;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * When a leader counts as gone, long before its session with ZooKeeper ends: when its process is, or when it has not
 * answered for some seconds. One that this coordinator has never reached is never suspected: then the network between
 * the two may be to blame, or a certificate. Immutable, pure.
 *
 * @param leader whom it is about
 * @param reached whether it has answered since it leads
 * @param failures how many signs in turn were none of life
 * @param refusals how many of the last in turn were refusals
 * @param sinceNanos when the first of them was
 */
record Suspicion(Optional<URI> leader, boolean reached, int failures, int refusals, long sinceNanos) {
    static final Suspicion NONE = new Suspicion(Optional.empty(), false, 0, 0, 0);

    /** A process that is restarted by hand, or one whose port moves, is given that many probes. */
    static final int REFUSALS = 3;

    /** Longer than a pause of the Java virtual machine with the heap of a coordinator, or a burst of requests. */
    static final Duration SILENCE = Duration.ofSeconds(4);

    Suspicion after(URI asked, Sign sign, long nanos) {
        Suspicion before = leader.equals(Optional.of(asked)) ? this : new Suspicion(Optional.of(asked), false, 0, 0, 0);
        return sign == Sign.ANSWERS
                ? new Suspicion(before.leader, true, 0, 0, 0)
                : new Suspicion(
                        before.leader,
                        before.reached,
                        before.failures + 1,
                        sign == Sign.REFUSES ? before.refusals + 1 : 0,
                        before.failures == 0 ? nanos : before.sinceNanos);
    }

    boolean isGone(long nanos) {
        return reached && (refusals >= REFUSALS || (failures >= REFUSALS && nanos - sinceNanos >= SILENCE.toNanos()));
    }

    /** What is known against it, for the log. */
    String why(long nanos) {
        return refusals >= REFUSALS
                ? "nothing listens there any more"
                : "has not answered for " + Duration.ofNanos(nanos - sinceNanos).toMillis() + " ms";
    }
}
