package io.hdfsthrottle.coordinator.feature;

import io.hdfsthrottle.coordinator.setting.SettingsReader;
import java.io.IOException;
import java.util.Map;

/**
 * An optional part of the coordinator, found by {@link java.util.ServiceLoader}. Without its folder and its line in
 * {@code META-INF/services} the coordinator is complete.
 */
public interface Feature {
    /** The keys of its settings, and their defaults. */
    default Map<String, String> defaults() {
        return Map.of();
    }

    /** Whether all coordinators have to have the same settings of it, files excepted. */
    default boolean isShared() {
        return true;
    }

    /**
     * Reads its settings.
     *
     * @throws io.hdfsthrottle.coordinator.setting.RefusedSetting if one cannot be
     */
    Part configured(SettingsReader reader);

    /** A feature with its settings. */
    @FunctionalInterface
    interface Part {
        /**
         * Adds what it does to the coordinator, once, before that begins. A feature that is off adds its routes only.
         *
         * @throws IOException if something that its settings name is missing; the message says what
         */
        void join(FeatureContext context) throws IOException;
    }
}
