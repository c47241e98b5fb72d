package io.hdfsthrottle.coordinator.feature.mode;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import java.util.Optional;

/**
 * When a canary is worse than its peers.
 *
 * @param slowerPercent the mean time in which its streams move a byte, in percent of theirs, above which it is worse
 * @param throughputPercent its throughput, in percent of their mean, below which it is worse; 0 for any
 * @param errors how many more errors of its hook than the mean of theirs it may have
 * @param forSeconds for how long it has to be worse
 * @param p99Percent the 99th percentile of the times in which its reads move a MiB, in percent of theirs, above which
 *     it is worse; empty for any
 */
record Bounds(int slowerPercent, int throughputPercent, int errors, int forSeconds, Optional<Integer> p99Percent) {
    /** Of reads it says nothing: those of a tenant with a small share are meant to be slower where that is enforced. */
    static final Bounds USUAL = new Bounds(150, 50, 0, 15, Optional.empty());

    private static final int MOST = 1_000_000;
    private static final int MOST_SECONDS = 3_600;

    /** Refuses what is out of its range. */
    Bounds {
        check("slowerPercent", slowerPercent, 101, MOST);
        check("throughputPercent", throughputPercent, 0, 99);
        check("errors", errors, 0, MOST);
        check("forSeconds", forSeconds, 1, MOST_SECONDS);
        p99Percent = p99Percent.filter(percent -> percent != 0);
        p99Percent.ifPresent(percent -> check("p99Percent", percent, 125, MOST));
    }

    /** As the command takes them. */
    @Override
    public String toString() {
        return "slowerPercent=" + slowerPercent + ",throughputPercent=" + throughputPercent + ",errors=" + errors
                + ",forSeconds=" + forSeconds + ",p99Percent=" + p99Percent.orElse(0);
    }

    private static void check(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new InvalidInput(name, value, "a whole number from " + least + " to " + most);
        }
    }
}
