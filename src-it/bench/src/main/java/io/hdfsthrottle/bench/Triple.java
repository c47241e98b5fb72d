package io.hdfsthrottle.bench;

import java.util.List;

/** What one client got with the hook, and from two nodes without it, one right after the other; bytes per second. */
record Triple(double on, double off, double otherOff) {

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
