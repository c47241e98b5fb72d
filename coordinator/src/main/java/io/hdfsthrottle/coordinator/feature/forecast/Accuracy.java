package io.hdfsthrottle.coordinator.feature.forecast;

/**
 * The accuracy of a forecast, for display.
 *
 * @param judged how many forecasts were judged
 * @param errorBytesPerSecond its root mean square error over the last minutes, in bytes per second
 * @param naiveBytesPerSecond that of the better naive forecast: the last value stays, or the last season repeats
 * @param skill how much smaller the error is than the naive one: 1 for none, 0 for as large or not known yet, below 0
 *     for larger
 * @param influence how far it counts, 0 to 1
 */
public record Accuracy(
        long judged, long errorBytesPerSecond, long naiveBytesPerSecond, double skill, double influence) {
    private static final double MEGA = 1e6;

    static Accuracy of(Score score) {
        return new Accuracy(
                score.count(),
                (long) (score.error() * MEGA),
                (long) (score.naiveError() * MEGA),
                score.skill(),
                score.influence());
    }
}
