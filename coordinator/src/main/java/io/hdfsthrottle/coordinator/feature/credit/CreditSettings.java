package io.hdfsthrottle.coordinator.feature.credit;

import java.time.Duration;
import java.util.Map;

/**
 * Settings of credits: how they are earned, what they buy, and the limits of both.
 *
 * @param on whether tenants may yield and boost at all
 * @param perContender what a slice earns for each tenant that is active on the disk
 * @param perLevel what every slice earns besides, times 1 for {@code low}, 2 for {@code lowest}, 3 for {@code idle}
 * @param mostContenders how many active tenants count at most
 * @param price what a slice of high priority costs
 * @param most the largest balance of a tenant; what it earns beyond is lost
 * @param expiry how long credits last at least; they end up to an hour later
 * @param longestYield for how long a tenant may yield at a time
 * @param longestBoost for how long a tenant may have bought high priority at a time, all purchases together
 * @param factors what weights are multiplied with while yielding
 * @param boost what they are multiplied with while boosting
 */
public record CreditSettings(
        boolean on,
        Credits perContender,
        Credits perLevel,
        int mostContenders,
        Credits price,
        Credits most,
        Duration expiry,
        Duration longestYield,
        Duration longestBoost,
        Map<Level, Double> factors,
        double boost) {
    /** The largest amount; keeps every sum within its bounds. */
    public static final Credits LARGEST = Credits.of(1_000_000_000);

    /** The defaults: no tenant yields or boosts. */
    public static final CreditSettings OFF = standard(false);

    /** Copies what it is given. */
    public CreditSettings {
        factors = Map.copyOf(factors);
    }

    /** The defaults, switched on or off. */
    public static CreditSettings standard(boolean on) {
        return new CreditSettings(
                on,
                Credits.of(1),
                Credits.parse("0.1"),
                16,
                Credits.of(25),
                Credits.of(90_000),
                Duration.ofHours(24),
                Duration.ofHours(24),
                Duration.ofHours(1),
                Map.of(Level.LOW, 0.5, Level.LOWEST, 0.1, Level.IDLE, 0.001),
                8);
    }
}
