package io.hdfsthrottle.fakes;

import java.util.SplittableRandom;

/** Runs a check over many random cases; prints the seed, a failure its own; {@code -Dseed=...} runs that case first. */
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
        long first = Long.getLong("seed", System.nanoTime());
        System.out.println(cases + " cases from -Dseed=" + first);
        for (int i = 0; i < cases; i++) {
            long seed = first + i;
            try {
                check.with(new SplittableRandom(seed));
            } catch (Exception | AssertionError failure) {
                throw new AssertionError("with -Dseed=" + seed + ": " + failure.getMessage(), failure);
            }
        }
    }
}
