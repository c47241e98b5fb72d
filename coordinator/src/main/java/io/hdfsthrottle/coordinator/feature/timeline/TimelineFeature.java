package io.hdfsthrottle.coordinator.feature.timeline;

import io.hdfsthrottle.coordinator.feature.Feature;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.setting.SettingsReader;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The last day of the disks, and what is so now. It has no settings. */
public final class TimelineFeature implements Feature {
    /** Nodes report as often. */
    private static final Duration SAMPLING = Duration.ofSeconds(1);

    private static final long MILLIS = 1_000;

    @Override
    public Part configured(SettingsReader reader) {
        return TimelineFeature::join;
    }

    private static void join(FeatureContext context) {
        FeatureContext.Core core = context.core();
        TimelineBook book = new TimelineBook(core.store(), core.nodes().activities());
        Activity activity = new Activity();
        LongSupplier now = () -> core.clock().millis() / MILLIS;
        Live live = new Live();
        TimelineRoutes routes = new TimelineRoutes(book, activity, live, core.ticker(), now, app -> core.registrations()
                .tenantOf(app));
        context.routes(routes);
        context.inTerm(book::open, book::close);
        context.inTerm(term -> {}, live::end);
        context.closes(() -> book.end(now.getAsLong()));
        context.every(SAMPLING, "timeline", () -> {
            long nanos = core.ticker().nanos();
            Policy policy = core.policy().orInitial();
            activity.next(core.applications().applications(), core.nodes().activities(), nanos);
            book.next(now.getAsLong(), nanos, core.nodes().nodes(), tenant -> policy.terms(tenant)
                    .isPresent());
        });
        context.every(
                SAMPLING, "live", () -> live.next(routes::event, core.ticker().nanos()));
    }
}
