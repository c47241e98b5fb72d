package io.hdfsthrottle.bench.report;

import java.util.List;
import java.util.stream.IntStream;

/** A figure of which more is better, with the hook, and without it directly before and after. */
public record Triple(double on, double off, double otherOff) {

    /** Half the width of a median's 95 % interval, in interquartile ranges over the root of the number of values. */
    private static final double NOTCH = 1.57;

    /** From a figure of turns alternately without the hook and with it: one for each with it. */
    public static List<Triple> of(List<Double> turns) {
        return IntStream.range(0, turns.size() / 2)
                .mapToObj(i -> new Triple(turns.get(2 * i + 1), turns.get(2 * i), turns.get(2 * i + 2)))
                .toList();
    }

    /** The cost of the hook, in percent. */
    double costPercent() {
        return (1 - on / ((off + otherOff) / 2)) * 100;
    }

    /** The difference between the two without the hook, in percent; negative if the first is more. */
    double differencePercent() {
        return (1 - off / otherOff) * 100;
    }

    /** The cost: the median of all. */
    public static double medianCost(List<Triple> triples) {
        return Statistics.median(Statistics.each(triples, Triple::costPercent));
    }

    /**
     * The cost that could be measured if there were none, in percent: half the 95 % interval of a median of as many
     * differences, from their interquartile range. The differences are signed, since absolute ones spread half as far;
     * the range of both signs cannot cancel itself out as their median does.
     */
    public static double noisePercent(List<Triple> triples) {
        List<Double> differences = Statistics.each(triples, Triple::differencePercent);
        return NOTCH * Statistics.interquartileRange(differences) / Math.sqrt(differences.size());
    }
}
