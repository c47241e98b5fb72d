package io.hdfsthrottle.coordinator.feature.timeline;

/** A number of 0 to 2^64 in two bytes: nothing known, zero, or its logarithm. */
final class Cell {
    /** The largest relative error of a number. */
    static final double ERROR = 4e-4;

    /** Nothing is known. */
    static final char UNKNOWN = 0;

    private static final char ZERO = 1;
    private static final int LEAST = 2;
    private static final int STEPS = Character.MAX_VALUE - LEAST;
    private static final double LARGEST = 64;
    private static final double LN2 = Math.log(2);

    private Cell() {}

    static char of(double number) {
        if (!(number > 0)) { // nor is NaN
            return ZERO;
        }
        double logarithm = Math.log1p(number) / LN2;
        return (char) (LEAST + Math.min(STEPS, Math.round(logarithm / LARGEST * STEPS)));
    }

    static double number(char cell) {
        return cell < LEAST ? 0 : Math.expm1((cell - LEAST) * LARGEST / STEPS * LN2);
    }
}
