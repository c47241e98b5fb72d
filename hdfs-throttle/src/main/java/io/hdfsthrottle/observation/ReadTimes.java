package io.hdfsthrottle.observation;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * How many long reads took how long for a MiB: counts at places that begin at 2^18 ns, 0.26 ms, of which four double
 * the time, so that a percentile is known to within a quarter. What is faster counts at the first place, what is slower
 * than 15 s at the last. Immutable.
 */
public final class ReadTimes {

    /** How many places there are. */
    public static final int PLACES = 64;

    /** No reads. */
    public static final ReadTimes NONE = new ReadTimes(new double[PLACES]);

    private final double[] counts;

    private ReadTimes(double[] counts) {
        this.counts = counts;
    }

    /** The place of a read that took so long for each MiB. */
    public static int place(long nanosPerMebi) {
        long nanos = Math.max(nanosPerMebi, begin(0));
        int shift = 61 - Long.numberOfLeadingZeros(nanos); // leaves three bits: 4 to 7
        return (int) Math.min(PLACES - 1, 4L * (shift - 16) + (nanos >>> shift) - 4);
    }

    /** The least time at that place, in nanoseconds. */
    private static long begin(int place) {
        return (4L + place % 4) << (16 + place / 4);
    }

    /** So many at each place. */
    public static ReadTimes counted(IntToLongFunction atPlace) {
        double[] counts = new double[PLACES];
        Arrays.setAll(counts, atPlace::applyAsLong);
        return new ReadTimes(counts);
    }

    /** So many at the first places, 0 or more at each, and none at the others. */
    public static ReadTimes of(List<Long> first) {
        return counted(place -> place < first.size() ? first.get(place) : 0);
    }

    /** The counts, whole, up to the last that is not 0; as {@link #of} takes them. */
    public List<Long> first() {
        int end = PLACES;
        while (end > 0 && counts[end - 1] == 0) {
            end--;
        }
        return DoubleStream.of(counts)
                .limit(end)
                .mapToLong(Math::round)
                .boxed()
                .collect(Collectors.toUnmodifiableList());
    }

    /** Those that came since that earlier count of the same node; all of them if it began anew. */
    public ReadTimes since(ReadTimes before) {
        double[] more = new double[PLACES];
        for (int i = 0; i < PLACES; i++) {
            more[i] = counts[i] - before.counts[i];
            if (more[i] < 0) {
                return this;
            }
        }
        return new ReadTimes(more);
    }

    /** These, each counted for that part of one, and the others in full. */
    public ReadTimes fadedTo(double part, ReadTimes others) {
        double[] sum = new double[PLACES];
        Arrays.setAll(sum, i -> part * counts[i] + others.counts[i]);
        return new ReadTimes(sum);
    }

    /** How many there were. */
    public double all() {
        return DoubleStream.of(counts).sum();
    }

    /** The time for a MiB that this part of the reads did not exceed, as if they were even within a place. */
    public Duration percentile(double part) {
        double rank = part * all();
        double before = 0;
        for (int i = 0; i < PLACES; i++) {
            if (counts[i] > 0 && before + counts[i] >= rank) {
                double within = (rank - before) / counts[i];
                return Duration.ofNanos(begin(i) + Math.round(within * (begin(i + 1) - begin(i))));
            }
            before += counts[i];
        }
        return Duration.ZERO;
    }
}
