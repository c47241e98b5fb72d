package io.hdfsthrottle.bench.scenario.tier;

import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The process that is killed while files move on. */
enum Victim {
    COORDINATOR,
    SATISFIER,
    DATA_NODE;

    /** From the first scan to the last block moved it takes some seconds: the latest time of a kill. */
    private static final long LATEST_MILLIS = 8_000;

    /**
     * A kill.
     *
     * @param victim the process
     * @param after the time after files were written
     */
    record Kill(Victim victim, Duration after) {}

    /** So many kills, at times and of victims determined by the seed. */
    static Stream<Kill> kills(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        return Stream.generate(() -> new Kill(
                        values()[random.nextInt(values().length)], Duration.ofMillis(random.nextLong(LATEST_MILLIS))))
                .limit(count);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
