package io.hdfsthrottle.bench.scenario.tier;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Who is killed while files go on. */
enum Victim {
    COORDINATOR,
    SATISFIER,
    DATA_NODE;

    /** From the first look to the last block moved it takes some seconds: so late a kill comes at most. */
    private static final long LATEST_MILLIS = 8_000;

    /**
     * A kill.
     *
     * @param victim who
     * @param after how long after files were written
     */
    record Kill(Victim victim, Duration after) {}

    /** So many kills, at times and of victims that follow from the seed. */
    static Stream<Kill> kills(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        return Stream.generate(() -> new Kill(
                        values()[random.nextInt(values().length)], Duration.ofMillis(random.nextLong(LATEST_MILLIS))))
                .limit(count);
    }
}
