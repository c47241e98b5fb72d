package io.hdfsthrottle.agent;

import io.hdfsthrottle.unit.Rate;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The settings of what reads are charged. Immutable. */
final class ChargeSettings {

    private static final String CHARGE = "charge";
    private static final String CACHED = "charge.cached";

    /** Every key, without the prefix. */
    static final Set<String> KEYS = Set.of(CHARGE, CACHED);

    private final Charge charge;
    private final double cachedPart;

    /**
     * Reads settings.
     *
     * @throws SettingException naming the first key that is malformed
     */
    ChargeSettings(Map<String, String> written) throws SettingException {
        charge = Setting.read(written, CHARGE, Setting.AUTO, Charge::parse);
        cachedPart = Setting.read(written, CACHED, "0.01", value -> Setting.part(value, "0.01"));
    }

    /**
     * What reads are charged, if the kernel tells it.
     *
     * @param capacity what each volume can give, if set
     */
    Charge charge(Optional<Rate> capacity) {
        return charge.orWith(capacity);
    }

    /** What a byte costs that was read from memory, where the device's work is charged: 0 to 1. */
    double cachedPart() {
        return cachedPart;
    }
}
