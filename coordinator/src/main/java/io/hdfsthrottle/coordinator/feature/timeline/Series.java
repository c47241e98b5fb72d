package io.hdfsthrottle.coordinator.feature.timeline;

import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * One tenant on one disk, or a sum of such: an hour in slots of 10 seconds, a day by the minute. Times are seconds
 * since 1970. Not thread-safe.
 */
final class Series {
    /** The length of the shortest slot, in seconds. */
    static final int SLOT = 10;

    /** The length of a slot of the day, in seconds. */
    static final int MINUTE = 60;

    static final int SLOTS = 360;
    static final int MINUTES = 1440;

    /** The bytes of its numbers. */
    static final int BYTES = (SLOTS + MINUTES) * Ring.SLOT_BYTES;

    private static final int OF_MINUTE = MINUTE / SLOT;

    /** A series that was twice as large an hour ago is as large as another one now. */
    private static final double FADING = Math.pow(2, -1.0 / SLOTS);

    private final Ring hour = new Ring(SLOTS);
    private final Ring day = new Ring(MINUTES);
    private Figures sum = Figures.ZERO;
    private double size;

    /** Whether it took another one's place: then what it had before is not known, and else was nothing. */
    private boolean late;

    /** Adds a sample of the slot under way. */
    void add(Figures sample) {
        sum = sum.and(sample);
    }

    /**
     * Ends the slot under way.
     *
     * @param slot its number since 1970
     * @param samples how many were taken, of this series or not
     * @param all the series of all, which has ended that slot, or this one
     */
    void end(long slot, int samples, Series all) {
        Figures mean = sum.times(1.0 / samples);
        sum = Figures.ZERO;
        hour.put(slot, mean);
        size = Math.max(size * FADING, mean.demand());
        long minute = Math.floorDiv(slot, OF_MINUTE);
        mean(minute * OF_MINUTE, OF_MINUTE, hour::at, all.hour::at).ifPresent(figures -> day.put(minute, figures));
    }

    /** Adds what a former leader kept of that minute since 1970. */
    void fill(long minute, Figures figures, long now) {
        day.fill(minute, figures);
        size = Math.max(size, figures.demand() * Math.pow(2, (minute * MINUTE - now) / 3_600.0));
    }

    /** Its figures in that minute since 1970, if known. */
    Optional<Figures> minute(long minute) {
        return day.at(minute);
    }

    /**
     * Its mean from then on for so many seconds, both multiples of {@link #SLOT}; empty if nothing is known. The mean is
     * of the time that is known of all, but for waits: these are of the whole time, so that they sum to what is known.
     */
    Optional<Figures> mean(long from, long seconds, Series all) {
        return from % MINUTE == 0 && seconds % MINUTE == 0
                ? mean(from / MINUTE, seconds / MINUTE, day::at, all.day::at)
                : mean(from / SLOT, seconds / SLOT, slot -> slot(slot, all), slot -> all.slot(slot, all));
    }

    /** That slot; of a minute of which the hour of all knows no slot, or no more, the mean of the minute. */
    private Optional<Figures> slot(long slot, Series all) {
        long minute = Math.floorDiv(slot, OF_MINUTE);
        boolean bySlot = all.hour.at(slot).isPresent()
                || (all.hour.reaches(slot)
                        && LongStream.range(minute * OF_MINUTE, (minute + 1) * OF_MINUTE)
                                .anyMatch(each -> all.hour.at(each).isPresent()));
        return bySlot ? hour.at(slot) : day.at(minute);
    }

    private Optional<Figures> mean(
            long first, long slots, LongFunction<Optional<Figures>> at, LongFunction<Optional<Figures>> all) {
        Figures sum = Figures.ZERO;
        int known = 0;
        boolean missing = true;
        for (long slot = first; slot < first + slots; slot++) {
            if (all.apply(slot).isPresent()) {
                Optional<Figures> figures = at.apply(slot);
                sum = sum.and(figures.orElse(Figures.ZERO));
                missing &= figures.isEmpty();
                known++;
            }
        }
        return known == 0 || (late && missing) ? Optional.empty() : Optional.of(sum.mean(known, slots));
    }

    /** How much it wanted lately, in bytes per second; what was long ago counts less. */
    double size() {
        return size;
    }

    /** The series of one that wanted so much at once. */
    static Series begun(double size) {
        Series series = new Series();
        series.size = size;
        series.late = true;
        return series;
    }
}
