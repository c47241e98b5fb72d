package io.hdfsthrottle.coordinator.feature.forecast;

import java.util.Locale;

/** Class of the I/O that a tenant is forecast to do, compared with the mean of its fair share while it has demand. */
public enum IoClass {
    /** Less than two thirds of it: the tenant is soon done, and is served first. */
    LIGHT,
    /** Between two thirds and four fifths of it. */
    MODERATE,
    /** At least four fifths of it: it uses all that it gets, so tenants served before it delay it little. */
    HEAVY;

    private static final double FEW = 2.0 / 3;
    private static final double ALL = 0.8;

    static IoClass of(double rate, double fair) {
        if (rate < FEW * fair) {
            return LIGHT;
        }
        return rate < ALL * fair ? MODERATE : HEAVY;
    }

    /** How far off it was where that class came true: 0 for not at all, 1 for light taken for heavy or the reverse. */
    double error(IoClass came) {
        if (this == came) {
            return 0;
        }
        return this == MODERATE || came == MODERATE ? 0.5 : 1;
    }

    /** Its label. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The initial factor of a weight: up to the largest factor for light I/O, down to the least for heavy I/O. */
    double factor(double influence, ForecastSettings settings) {
        return switch (this) {
            case LIGHT -> StrictMath.pow(settings.most(), influence);
            case MODERATE -> 1;
            case HEAVY -> StrictMath.pow(settings.least(), influence);
        };
    }
}
