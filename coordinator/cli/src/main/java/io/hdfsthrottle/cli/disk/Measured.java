package io.hdfsthrottle.cli.disk;

import java.util.List;

/**
 * One way of using a disk, measured several times.
 *
 * @param access which
 * @param bytesPerSecond what each repeat gave, at least one, in the order in which they were made
 * @param seen of the bytes that were moved, how many the device itself saw: 1 for all, less where something above it
 *     answered from memory, NaN where there is no device to ask
 * @param foreign of what the device did meanwhile, how much was not ours, 0 to 1; 0 where there is no device to ask
 */
public record Measured(Access access, List<Double> bytesPerSecond, double seen, double foreign) {

    /** Takes a copy of the repeats. */
    public Measured {
        bytesPerSecond = List.copyOf(bytesPerSecond);
    }

    /** The middle one of the repeats, sorted. */
    public double median() {
        List<Double> sorted = bytesPerSecond.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    /** The slowest. */
    public double least() {
        return bytesPerSecond.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    }

    /** How far the repeats lie apart, as a part of the median. */
    public double spread() {
        double most =
                bytesPerSecond.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return median() == 0 ? 0 : (most - least()) / median();
    }

    /** Requests a second, at the median. */
    public double requestsPerSecond() {
        return median() / access.requestBytes();
    }
}
