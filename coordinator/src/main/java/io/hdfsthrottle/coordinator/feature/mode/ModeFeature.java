package io.hdfsthrottle.coordinator.feature.mode;

import io.hdfsthrottle.coordinator.audit.Origin;
import io.hdfsthrottle.coordinator.feature.Feature;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.setting.SettingsReader;
import java.time.Duration;

/** Modes: the switch that lets everything pass, or only counts it, without a restart. It has no settings. */
public final class ModeFeature implements Feature {
    private static final Duration TURN = Duration.ofSeconds(1);

    /** Sooner than somebody who deletes a tenant makes the next one of its name. */
    private static final Duration SOON = Duration.ofMillis(100);

    @Override
    public Part configured(SettingsReader reader) {
        return ModeFeature::join;
    }

    private static void join(FeatureContext context) {
        FeatureContext.Core core = context.core();
        ModeBook book = new ModeBook(core.store(), core.grantAnew());
        CanaryWatch watch = new CanaryWatch(book, core.nodes(), core.audit(), core.ticker());
        CanaryRoutes canary = new CanaryRoutes(book, core.nodes(), core.audit(), watch);
        context.routes(new ModeRoutes(book, core.nodes(), core.policy(), context::factors, core.audit(), canary));
        context.finds(watch::findings);
        context.every(TURN, "canary", watch::turn);
        context.every(
                SOON,
                "modes",
                () -> book.forget(core.policy(), gone -> core.audit()
                        .happened(Origin.ITSELF, "mode.changed", "tenant " + gone, "ended with the tenant")));
        context.grants(book::into);
        context.inTerm(book::open, book::close);
    }
}
