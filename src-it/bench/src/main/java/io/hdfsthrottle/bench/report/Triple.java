package io.hdfsthrottle.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A figure of which more is better, with the hook, and without it right before and right after. */
record Triple(double on, double off, double otherOff) {

    /** Of turns without the hook, with it, without it and so on: one for each with it. */
    static List<Triple> of(List<Turn> turns, ToDoubleFunction<Turn> figure) {
        List<Triple> triples = new ArrayList<>();
        for (int i = 1; i + 1 < turns.size(); i += 2) {
            triples.add(new Triple(
                    figure.applyAsDouble(turns.get(i)),
                    figure.applyAsDouble(turns.get(i - 1)),
                    figure.applyAsDouble(turns.get(i + 1))));
        }
        return triples;
    }

    /** What the hook costs. */
    double costPercent() {
        return (1 - on / ((off + otherOff) / 2)) * 100;
    }

    /** What nothing costs: as far as this can be told from 0, so far a cost can be told. */
    double noisePercent() {
        return (1 - off / otherOff) * 100;
    }

    static double medianCost(List<Triple> triples) {
        return Statistics.median(triples.stream().map(Triple::costPercent).toList());
    }

    static double medianNoise(List<Triple> triples) {
        return Statistics.median(triples.stream().map(Triple::noisePercent).toList());
    }
}
