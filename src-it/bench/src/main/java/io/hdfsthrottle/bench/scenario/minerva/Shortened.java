package io.hdfsthrottle.bench.scenario.minerva;

import java.util.List;

/**
 * By how much a job is shorter, held against the most that is possible. Pure.
 *
 * @param before its seconds without what shortens it
 * @param after its seconds with that
 * @param least its seconds at best
 */
record Shortened(double before, double after, double least) {

    /** The part of what is possible that has to be reached, in percent. */
    static final double ENOUGH_PERCENT = 90;

    /** Reading only, for so long with an even share: at best with that share of the disk throughout. */
    static Shortened reading(double evenSeconds, double after, double evenShare, double share) {
        return new Shortened(evenSeconds, after, evenSeconds * evenShare / share);
    }

    /** The share of a disk that a tenant of that weight has beside the others. */
    static double share(double weight, List<Double> others) {
        return weight / (weight + others.stream().mapToDouble(each -> each).sum());
    }

    double percent() {
        return (1 - after / before) * 100;
    }

    double possiblePercent() {
        return (1 - least / before) * 100;
    }

    /** What was reached of what is possible, in percent; NaN, which keeps no bar, where nothing is possible. */
    double ofPossiblePercent() {
        return least < before ? percent() / possiblePercent() * 100 : Double.NaN;
    }
}
