package io.hdfsthrottle.setting;

import io.hdfsthrottle.unit.Rate;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The settings of how reads are charged. Immutable. */
public final class ChargeSettings {

    private static final String CHARGE = "charge";

    /** Every key, without the prefix. */
    static final Set<String> KEYS = Set.of(CHARGE);

    private final Charge charge;

    /** @throws SettingException naming the first key that is malformed */
    ChargeSettings(Map<String, String> written) throws SettingException {
        charge = Setting.read(written, CHARGE, Setting.AUTO, Charge::parse);
    }

    /**
     * How reads are charged, if the kernel reports their cost.
     *
     * @param capacity the capacity of each volume, if set
     */
    public Charge charge(Optional<Rate> capacity) {
        return charge.orWith(capacity);
    }
}
