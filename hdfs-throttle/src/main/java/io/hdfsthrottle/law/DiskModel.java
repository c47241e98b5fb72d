package io.hdfsthrottle.law;

import java.util.Arrays;

/**
 * What a disk's time goes into: so many nanoseconds a byte, and so many each time it is sent elsewhere. Told apart by pairs of epochs that differ in
 * their quantum, and so in their switches; the median of the last pairs counts, because one pair may be spoiled by whatever else happens. Not
 * thread-safe.
 */
final class DiskModel {

    /** Pairs from which something is known; one that was spoiled does not matter then. */
    static final int FEWEST = 3;

    private static final int PAIRS = 5;

    /** Epochs whose switches differ less say nothing: random readers, or one stream alone, switch as they like. */
    private static final double DISTINCT = 0.5;

    private final double[] nanosPerSwitch = new double[PAIRS];
    private int pairs;
    private double medianPerSwitch;
    private double nanosPerByte;

    /** Two epochs that differ in their switches, as far as the streams let them. */
    void learn(Epoch one, Epoch other) {
        double difference = switchesPerByte(one) - switchesPerByte(other);
        if (Math.abs(difference) < DISTINCT * Math.max(switchesPerByte(one), switchesPerByte(other))) {
            return;
        }
        nanosPerSwitch[pairs++ % PAIRS] = (nanosPerByte(one) - nanosPerByte(other)) / difference;
        double[] sorted = Arrays.copyOf(nanosPerSwitch, Math.min(pairs, PAIRS));
        Arrays.sort(sorted);
        medianPerSwitch = Math.max(0, sorted[sorted.length / 2]);
    }

    /** An epoch with the present tuning. */
    void learn(Epoch epoch) {
        nanosPerByte = Math.max(0, nanosPerByte(epoch) - medianPerSwitch * switchesPerByte(epoch));
    }

    /** Whether enough pairs were seen. */
    boolean isKnown() {
        return pairs >= FEWEST;
    }

    /** Nanoseconds a byte; 0 while nothing is known. */
    double nanosPerByte() {
        return nanosPerByte;
    }

    /** What a switch costs, as bytes; 0 while nothing is known. */
    double bytesPerSwitch() {
        return nanosPerByte == 0 || !isKnown() ? 0 : medianPerSwitch / nanosPerByte;
    }

    private static double switchesPerByte(Epoch epoch) {
        return (double) epoch.switches() / epoch.bytes();
    }

    private static double nanosPerByte(Epoch epoch) {
        return (double) epoch.nanos() / epoch.bytes();
    }
}
