package io.hdfsthrottle.coordinator.feature.forecast;

/**
 * The score of a forecast compared with two naive ones, by mean squared errors over the last minutes: that the last
 * value stays, and that the last season repeats. Squared errors are what forecasts of a mean are to be judged by
 * (Gneiting: Making and Evaluating Point Forecasts, 2011). Immutable.
 *
 * @param count how many forecasts were judged
 * @param model the sum of squared errors of the forecast, older ones counting less
 * @param last the same where the last value stays
 * @param seasonal the same where the last season repeats
 */
record Score(long count, double model, double last, double seasonal) {
    /** Nothing was judged. */
    static final Score NONE = new Score(0, 0, 0, 0);

    /** Until this many were judged, a forecast has no influence. */
    static final int ENOUGH = 60;

    /** After this many later ones, a forecast counts half. */
    static final int HALF_LIFE = 60;

    /** A forecast has its full influence when its error is smaller by this part than that of the better naive one. */
    static final double CONVINCING = 0.2;

    private static final double KEPT = StrictMath.pow(0.5, 1.0 / HALF_LIFE);

    /** @throws IllegalArgumentException if a number is none, or negative */
    Score {
        if (count < 0 || !isSum(model) || !isSum(last) || !isSum(seasonal)) {
            throw new IllegalArgumentException(
                    count + " forecasts with errors of " + model + ", " + last + ", " + seasonal);
        }
    }

    private static boolean isSum(double squares) {
        return squares >= 0 && Double.isFinite(squares);
    }

    /** The score after one more forecast, by its squared errors. */
    Score and(double modelError, double lastError, double seasonalError) {
        return new Score(
                count + 1, KEPT * model + modelError, KEPT * last + lastError, KEPT * seasonal + seasonalError);
    }

    /**
     * How much smaller the root mean square error is than that of the better naive forecast: 1 for none at all, 0 for
     * as large, below 0 for larger. 0 while too few were judged, or a naive forecast makes no error, too.
     */
    double skill() {
        double naive = Math.min(last, seasonal);
        if (count < ENOUGH || !(naive > 0)) {
            return 0;
        }
        double skill = 1 - Math.sqrt(model / naive);
        return Double.isNaN(skill) ? -1 : Math.max(skill, -1);
    }

    /** How far the forecast may move a weight: from 0, where it is no better than a naive one, to 1. */
    double influence() {
        return Math.min(Math.max(skill() / CONVINCING, 0), 1);
    }

    /** The score after one more class: naive is always to be as wrong as one can be. */
    Score andClass(double error) {
        return and(error, 1, 1);
    }

    /** How far a class may move a weight: 1 where it always came true, 0 where its mean error was a half. */
    double influenceOfClass() {
        return count < ENOUGH ? 0 : Math.max(0, 1 - 2 * model / last);
    }

    /** The root mean square error of the forecast; nothing judged is 0. */
    double error() {
        return root(model);
    }

    /** That of the better naive one. */
    double naiveError() {
        return root(Math.min(last, seasonal));
    }

    private double root(double sum) {
        double weights = (1 - StrictMath.pow(KEPT, (double) count)) / (1 - KEPT);
        return count == 0 ? 0 : Math.sqrt(sum / weights);
    }
}
