package io.hdfsthrottle.coordinator.feature.mode;

import io.hdfsthrottle.coordinator.feature.Feature;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.setting.SettingsReader;
import java.util.Map;

/** Modes: the switch that lets everything pass, or only counts it, without a restart. It has no settings. */
public final class ModeFeature implements Feature {
    @Override
    public Map<String, String> defaults() {
        return Map.of();
    }

    @Override
    public Part configured(SettingsReader reader) {
        return ModeFeature::join;
    }

    private static void join(FeatureContext context) {
        FeatureContext.Core core = context.core();
        ModeBook book = new ModeBook(core.store(), core.grantAnew());
        context.routes(new ModeRoutes(book, core.nodes(), core.policy(), core.audit()));
        context.grants(book::into);
        context.inTerm(book::open, book::close);
    }
}
