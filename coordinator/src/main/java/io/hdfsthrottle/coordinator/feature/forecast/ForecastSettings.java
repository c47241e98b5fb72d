package io.hdfsthrottle.coordinator.feature.forecast;

/**
 * Settings of forecasts of tenants' I/O: whether they are made, and how far they may move weights.
 *
 * @param on whether anything is forecast
 * @param models how many tenants are forecast at most, the busiest; 2 to 256
 * @param most the largest factor of a weight, 1 to 10
 * @param least the smallest, 0.1 to 1
 */
public record ForecastSettings(boolean on, int models, double most, double least) {
    /** The least number of models. */
    public static final int FEWEST_MODELS = 2;

    /** The largest number of models. */
    public static final int MOST_MODELS = 256;

    /** Nothing is forecast. */
    public static final ForecastSettings OFF = new ForecastSettings(false, 32, 4, 0.5);

    /** @throws IllegalArgumentException if a value is out of its range */
    public ForecastSettings {
        if (models < FEWEST_MODELS || models > MOST_MODELS) {
            throw new IllegalArgumentException("models are from 2 to 256, not " + models);
        }
        if (!(most >= 1 && most <= 10) || !(least >= 0.1 && least <= 1)) {
            throw new IllegalArgumentException(
                    "the most is a factor from 1 to 10 and the least one from 0.1 to 1, not " + most + " and " + least);
        }
    }

    /** The defaults, switched on. */
    public static ForecastSettings standard() {
        return new ForecastSettings(true, OFF.models, OFF.most, OFF.least);
    }
}
