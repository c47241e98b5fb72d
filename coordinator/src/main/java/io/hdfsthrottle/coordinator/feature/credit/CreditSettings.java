package io.hdfsthrottle.coordinator.feature.credit;

import java.time.Duration;
import java.util.EnumMap;
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

    /** No tenant yields or boosts. */
    public static final CreditSettings OFF = new CreditSettings(
            false,
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

    /** @throws IllegalArgumentException if a value is out of its range */
    public CreditSettings {
        boolean earns = perContender.compareTo(LARGEST) <= 0 && perLevel.compareTo(LARGEST) <= 0;
        boolean costs = price.compareTo(Credits.NONE) > 0 && price.compareTo(LARGEST) <= 0;
        if (!earns || !costs || most.compareTo(LARGEST) > 0 || mostContenders < 2 || mostContenders > 1_000) {
            throw new IllegalArgumentException("credits are at most " + LARGEST + ", the price is above 0,"
                    + " and 2 to 1000 active tenants count");
        }
        Map<Level, Double> complete = new EnumMap<>(Level.class);
        for (Level level : Level.values()) {
            Double factor = factors.get(level);
            if (factor == null || !(factor > 0 && factor <= 1)) {
                throw new IllegalArgumentException("the factor of " + level.label() + " is above 0 and at most 1");
            }
            complete.put(level, factor);
        }
        if (!(boost >= 1)) {
            throw new IllegalArgumentException("the factor of high priority is 1 or more, not " + boost);
        }
        factors = Map.copyOf(complete);
    }

    /** The defaults, switched on. */
    public static CreditSettings standard() {
        return new CreditSettings(
                true,
                OFF.perContender,
                OFF.perLevel,
                OFF.mostContenders,
                OFF.price,
                OFF.most,
                OFF.expiry,
                OFF.longestYield,
                OFF.longestBoost,
                OFF.factors,
                OFF.boost);
    }
}
