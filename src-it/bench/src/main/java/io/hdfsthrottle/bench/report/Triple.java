package io.hdfsthrottle.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A figure of which more is better, with the hook, and without it directly before and after. */
public record Triple(double on, double off, double otherOff) {

    /**
     * Half the width of a median's 95 % interval, in interquartile ranges over the root of the number of values (the
     * notch of a box plot).
     */
    private static final double NOTCH = 1.57;

    /** From turns alternately without the hook and with it: one for each with it. */
    public static List<Triple> of(List<ClientCost> turns, ToDoubleFunction<ClientCost> figure) {
        List<Triple> triples = new ArrayList<>();
        for (int i = 1; i + 1 < turns.size(); i += 2) {
            triples.add(new Triple(
                    figure.applyAsDouble(turns.get(i)),
                    figure.applyAsDouble(turns.get(i - 1)),
                    figure.applyAsDouble(turns.get(i + 1))));
        }
        return triples;
    }

    /** The cost of the hook, in percent. */
    double costPercent() {
        return (1 - on / ((off + otherOff) / 2)) * 100;
    }

    /** The absolute difference between the two without the hook, in percent. */
    double differencePercent() {
        return Math.abs(1 - off / otherOff) * 100;
    }

    /** The cost: the median of all. */
    public static double medianCost(List<Triple> triples) {
        return Statistics.median(triples.stream().map(Triple::costPercent).toList());
    }

    /** The differences between equal turns, in percent. */
    public static List<Double> differences(List<Triple> triples) {
        return triples.stream().map(Triple::differencePercent).toList();
    }

    /**
     * The cost that could be measured if there were none, in percent: half the 95 % interval of a median of as many
     * differences, from their interquartile range. The differences are signed here, since absolute ones spread half as
     * far; the range of both signs cannot cancel itself out as their median does.
     */
    public static double noisePercent(List<Triple> triples) {
        List<Double> signed = triples.stream()
                .map(triple -> (1 - triple.off / triple.otherOff) * 100)
                .toList();
        return NOTCH * Statistics.interquartileRange(signed) / Math.sqrt(signed.size());
    }
}
