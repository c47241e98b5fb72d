package io.hdfsthrottle.setting;

import java.util.Map;
import java.util.Set;

/** The settings of the quota of transfer threads. Immutable. */
public final class SlotSettings {

    private static final String EXTRA = "slots.extra";

    /** Every key, without the prefix. */
    static final Set<String> KEYS = Set.of(EXTRA);

    private final double extra;

    /** @throws SettingException naming the first key that is malformed */
    SlotSettings(Map<String, String> written) throws SettingException {
        extra = Setting.read(written, EXTRA, "0.5", value -> Setting.part(value, "0.5"));
    }

    /**
     * How many more transfer threads the host may have while it is short of them: a part of its administrator's limit.
     */
    public double extra() {
        return extra;
    }
}
