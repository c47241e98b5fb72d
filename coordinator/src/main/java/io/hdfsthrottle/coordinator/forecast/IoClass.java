package io.hdfsthrottle.coordinator.forecast;

/** How much a tenant is going to move, beside its fair share of the disks. */
public enum IoClass {
    /** Less than two thirds of it: it is soon out of the way, and goes first. */
    LIGHT("light"),
    /** About that. */
    MODERATE("moderate"),
    /** All of it, for as long as is seen: who goes before it costs it little. */
    HEAVY("heavy");

    private static final double FEW = 2.0 / 3;
    private static final double ALL = 0.9;

    private final String label;

    IoClass(String label) {
        this.label = label;
    }

    static IoClass of(double rate, double fair) {
        if (rate < FEW * fair) {
            return LIGHT;
        }
        return rate < ALL * fair ? MODERATE : HEAVY;
    }

    /** As it is written. */
    public String label() {
        return label;
    }

    /** What a weight starts with: up to all that may be given for little, and all that may be taken for much. */
    double factor(double influence, ForecastSettings settings) {
        return switch (this) {
            case LIGHT -> StrictMath.pow(settings.most(), influence);
            case MODERATE -> 1;
            case HEAVY -> StrictMath.pow(settings.least(), influence);
        };
    }
}
