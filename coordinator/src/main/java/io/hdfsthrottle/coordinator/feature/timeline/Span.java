package io.hdfsthrottle.coordinator.feature.timeline;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A part of a timeline, divided into steps.
 *
 * @param from where it begins, in seconds since 1970
 * @param step the length of a step, in seconds
 * @param steps how many
 */
record Span(long from, long step, int steps) {
    /** No span has more steps: the minutes of a day, the first and the last of which are not whole. */
    static final int MOST_STEPS = Series.MINUTES + 1;

    private static final int USUAL_STEPS = 360;

    /** The span that covers that time, its steps of that length or of one that suits it. */
    static Span of(long from, long to, Optional<Long> step) {
        long least = (to - from + USUAL_STEPS - 1) / USUAL_STEPS;
        long unit = least <= Series.SLOT ? Series.SLOT : Series.MINUTE;
        long length = step.orElse((least + unit - 1) / unit * unit);
        long begin = Math.floorDiv(from, length) * length;
        return new Span(begin, length, (int) Math.min((to - begin + length - 1) / length, MOST_STEPS + 1));
    }

    /** The figures of a series in each step, as the mean of what is known of all; null where nothing is known. */
    List<Figures> of(Series series, Series all) {
        List<Figures> figures = new ArrayList<>(steps);
        for (int i = 0; i < steps; i++) {
            figures.add(series.mean(from + i * step, step, all).orElse(null));
        }
        return figures;
    }

    /** What is left of a sum without these parts of it; empty if that is nothing. */
    Optional<List<Figures>> rest(Series whole, Collection<Series> parts, Series all) {
        List<Figures> rest = new ArrayList<>(steps);
        boolean some = false;
        for (int i = 0; i < steps; i++) {
            long begin = from + i * step;
            Figures left = whole.mean(begin, step, all)
                    .map(sum -> sum.without(parts.stream()
                            .flatMap(part -> part.mean(begin, step, all).stream())
                            .reduce(Figures.ZERO, Figures::and)))
                    .orElse(null);
            rest.add(left);
            some |= left != null && !left.isNothing();
        }
        return some ? Optional.of(rest) : Optional.empty();
    }
}
