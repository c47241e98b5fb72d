package io.hdfsthrottle.fakes;

import java.util.SplittableRandom;

/**
 * Runs a check over many random cases, the same ones each time; prints the seed, a failure its own.
 * {@code -Dseed=...} runs that case first, {@code -Dcases=...} so many.
 */
public final class Seeds {

    /** A property that must hold for one case. */
    @FunctionalInterface
    public interface Check {
        /** Draws a case and checks it. */
        void with(SplittableRandom random) throws Exception;
    }

    private Seeds() {}

    /** Checks this many cases, each with a seed of its own. */
    public static void seeded(int cases, Check check) {
        long first = Long.getLong("seed", 1);
        int most = Integer.getInteger("cases", cases);
        System.out.println(most + " cases from -Dseed=" + first);
        for (int i = 0; i < most; i++) {
            long seed = first + i;
            try {
                check.with(new SplittableRandom(seed));
            } catch (Exception | AssertionError failure) {
                throw new AssertionError("with -Dseed=" + seed + ": " + failure.getMessage(), failure);
            }
        }
    }
}
