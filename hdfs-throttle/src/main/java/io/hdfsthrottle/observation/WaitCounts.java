package io.hdfsthrottle.observation;

import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * How many waits there were of at most 10 ms, of at most 100 ms, of at most 1 s, and of any duration: each number
 * includes the one before it, so that percentiles can be told. Immutable.
 */
public final class WaitCounts {

    /** How many numbers there are. */
    public static final int PLACES = 4;

    /** There were none. */
    public static final WaitCounts NONE = new WaitCounts(new long[PLACES]);

    /** So that those of all disks of a node can be added. */
    private static final long MOST = 1L << 53;

    private final long[] upTo;

    private WaitCounts(long[] upTo) {
        this.upTo = upTo;
    }

    /** The first of the numbers that include a wait of that duration. */
    public static int place(long nanos) {
        return nanos <= 10_000_000L ? 0 : nanos <= 100_000_000L ? 1 : nanos <= 1_000_000_000L ? 2 : 3;
    }

    /** Of waits that were counted at their {@link #place} alone. */
    public static WaitCounts counted(IntToLongFunction atPlace) {
        long[] upTo = new long[PLACES];
        long sum = 0;
        for (int i = 0; i < PLACES; i++) {
            sum += atPlace.applyAsLong(i);
            upTo[i] = sum;
        }
        return new WaitCounts(upTo);
    }

    /**
     * Of these numbers; without any, {@link #NONE}.
     *
     * @throws IllegalArgumentException unless they are four, 0 to 2^53, none smaller than the one before it
     */
    public static WaitCounts of(List<Long> numbers) {
        if (numbers.isEmpty()) {
            return NONE;
        }
        long before = 0;
        for (long number : numbers) {
            if (number < before || number > MOST || numbers.size() != PLACES) {
                throw new IllegalArgumentException(
                        "waits are four numbers, 0 to 2^53, none smaller than the one before it");
            }
            before = number;
        }
        return new WaitCounts(numbers.stream().mapToLong(Long::longValue).toArray());
    }

    /** These and others. */
    public WaitCounts and(WaitCounts other) {
        long[] sum = upTo.clone();
        for (int i = 0; i < PLACES; i++) {
            sum[i] += other.upTo[i];
        }
        return new WaitCounts(sum);
    }

    /** How many there were up to that place's duration: 10 ms, 100 ms, 1 s, any. */
    public long upTo(int place) {
        return upTo[place];
    }

    /** How many there were. */
    public long all() {
        return upTo[PLACES - 1];
    }

    /** The numbers, as {@link #of} takes them. */
    public List<Long> numbers() {
        return LongStream.of(upTo).boxed().collect(Collectors.toUnmodifiableList());
    }
}
