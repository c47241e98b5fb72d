package io.hdfsthrottle.coordinator.setting;

import io.hdfsthrottle.coordinator.feature.Feature;
import java.util.Map;
import java.util.Optional;

/** Settings of one feature as a test gives them. */
public final class Settings {
    /** Where they were read. */
    public static final String SOURCE = "coordinator.properties";

    private Settings() {}

    /** The settings of that feature, with those that are given. */
    public static SettingsReader of(Feature feature, Map<String, String> given) {
        return new SettingsReader(given, feature.defaults(), key -> SOURCE, Optional.empty());
    }
}
