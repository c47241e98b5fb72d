package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this host's clock lets this coordinator lead. With a wrong one it would refuse tickets and certificates,
 * and tell people wrong times; so it leaves the lead to any other candidate, and stands only when there is none. Who stands again then keeps
 * the lead for a while, whoever else stands: a candidate that is never able to lead must not take it away for ever. For one
 * thread.
 */
final class ClockGuard {
    private static final Logger LOG = LoggerFactory.getLogger(ClockGuard.class);
    private static final Duration LEARN = Duration.ofSeconds(30);

    /** Further from the shared time, a clock is told to be wrong. */
    private static final Duration TOLD = Duration.ofMinutes(1);

    /** Further from it, a clock is no good to lead with: as in Kerberos. */
    private static final Duration WRONG = Duration.ofMinutes(5);

    /** So often in turn nobody else stands before one whose clock is wrong does. */
    private static final int LOOKS_ALONE = 4;

    private static final Duration KEPT = Duration.ofMinutes(5);

    private final ClusterClock clock;
    private final Callable<Integer> candidates;
    private final Ticker ticker;
    private Duration ahead = Duration.ZERO;
    private OptionalLong learnedNanos = OptionalLong.empty();
    private OptionalLong keptNanos = OptionalLong.empty();
    private boolean hasStoodBack;
    private int looksAlone;

    /** @param candidates asks how many stand for election */
    ClockGuard(ClusterClock clock, Callable<Integer> candidates, Ticker ticker) {
        this.clock = clock;
        this.candidates = candidates;
        this.ticker = ticker;
    }

    /**
     * Looks at the clock, twice a minute, and at the other candidates while it is wrong.
     *
     * @param stands whether this coordinator stands for election
     * @return whether it has to leave that to another one
     * @throws Exception if ZooKeeper does not answer
     */
    boolean standsBack(boolean stands) throws Exception {
        learn();
        if (!isFurtherThan(WRONG) || isRecent(keptNanos, KEPT)) {
            looksAlone = LOOKS_ALONE;
            return false;
        }
        int others = candidates.call() - (stands ? 1 : 0);
        looksAlone = others > 0 ? 0 : Math.min(looksAlone + 1, LOOKS_ALONE);
        if (hasStoodBack && !stands && mayStand()) {
            keptNanos = OptionalLong.of(ticker.nanos());
        }
        hasStoodBack |= stands && others > 0;
        return others > 0;
    }

    /** Whether it may stand for election, as it was last looked at. */
    boolean mayStand() {
        return looksAlone >= LOOKS_ALONE;
    }

    private void learn() throws Exception {
        if (isRecent(learnedNanos, LEARN)) {
            return;
        }
        boolean wasTold = isFurtherThan(TOLD);
        ahead = clock.learn();
        learnedNanos = OptionalLong.of(ticker.nanos());
        if (isFurtherThan(TOLD) && !wasTold) {
            LOG.error(
                    "This host's clock is {} s ahead of ZooKeeper's (behind if below 0). From 300 s on this"
                            + " coordinator leads only if no other stands; set the clock right",
                    ahead.toSeconds());
        } else if (wasTold && !isFurtherThan(TOLD)) {
            LOG.info("This host's clock agrees with ZooKeeper's again");
        }
    }

    private boolean isFurtherThan(Duration most) {
        return ahead.abs().compareTo(most) > 0;
    }

    private boolean isRecent(OptionalLong nanos, Duration span) {
        return nanos.isPresent() && ticker.nanos() - nanos.getAsLong() < span.toNanos();
    }
}
