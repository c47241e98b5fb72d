package io.hdfsthrottle.fakes;

import java.util.SplittableRandom;

/** Runs a check over many random cases; says the seed, a failure its own, and {@code -Dseed=...} runs that very case first. */
public final class Seeds {

    /** What is to hold for one case. */
    @FunctionalInterface
    public interface Check {
        /** Draws a case and checks it. */
        void with(SplittableRandom random) throws Exception;
    }

    private Seeds() {}

    /** So many cases, each from a seed of its own. */
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
