package io.hdfsthrottle.coordinator.feature.mode;

import io.hdfsthrottle.coordinator.policy.InvalidInput;

/**
 * When a canary is worse than its peers.
 *
 * @param slowerPercent the mean time in which its streams move a byte, in percent of theirs, above which it is worse
 * @param throughputPercent its throughput, in percent of their mean, below which it is worse; 0 for any
 * @param errors how many more errors of its hook than the mean of theirs it may have
 * @param forSeconds for how long it has to be worse
 */
record Bounds(int slowerPercent, int throughputPercent, int errors, int forSeconds) {
    static final Bounds USUAL = new Bounds(150, 50, 0, 15);

    private static final int MOST = 1_000_000;
    private static final int MOST_SECONDS = 3_600;

    /** Refuses what is out of its range. */
    Bounds {
        check("slowerPercent", slowerPercent, 101, MOST);
        check("throughputPercent", throughputPercent, 0, 99);
        check("errors", errors, 0, MOST);
        check("forSeconds", forSeconds, 1, MOST_SECONDS);
    }

    private static void check(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new InvalidInput(name, value, "a whole number from " + least + " to " + most);
        }
    }
}
