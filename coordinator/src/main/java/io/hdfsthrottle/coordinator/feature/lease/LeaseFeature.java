package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.coordinator.audit.Origin;
import io.hdfsthrottle.coordinator.feature.Feature;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.feature.FeatureContext.Core;
import io.hdfsthrottle.coordinator.setting.SettingsReader;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Disk leases (paper B): a user has whole disks for a time, and other tenants a small part of them. */
public final class LeaseFeature implements Feature {
    private static final Duration TURN = Duration.ofSeconds(1);

    @Override
    public Map<String, String> defaults() {
        return Map.of(
                "lease", "off",
                "lease.longest", "24h",
                "lease.disks.per.user", "8",
                "lease.shared.least", "1",
                "lease.ageing", "10m",
                "lease.drain.longest", "6h",
                "lease.strangers.floor", "0.05");
    }

    @Override
    public Part configured(SettingsReader reader) {
        LeaseSettings settings = settings(reader);
        return context -> join(settings, context);
    }

    static LeaseSettings settings(SettingsReader reader) {
        Duration second = Duration.ofSeconds(1);
        return new LeaseSettings(
                reader.isOn("lease"),
                reader.duration("lease.longest", second, Duration.ofDays(30), "24h"),
                reader.count("lease.disks.per.user", "8"),
                reader.count("lease.shared.least", "1"),
                reader.duration("lease.ageing", second, Duration.ofDays(1), "10m"),
                reader.duration("lease.drain.longest", second, Duration.ofDays(7), "6h"),
                reader.decimal("lease.strangers.floor", LeaseSettings.LEAST_FLOOR, LeaseSettings.LARGEST_FLOOR));
    }

    private static void join(LeaseSettings settings, FeatureContext context) {
        Core core = context.core();
        LeaseBook book = new LeaseBook(
                settings, core.store(), core.clock(), core.nodes()::nodes, core::priority, core.grantAnew());
        context.routes(new LeaseRoutes(book, core.registrations(), core.audit()));
        context.gauge("lease.disks", "Disks that are leased", book::leasedDisks);
        context.gauge("lease.waiting", "Requests that wait for disks", book::waiting);
        context.grants(book::into);
        if (settings.on()) {
            context.inTerm(book::open, book::close);
            context.lends(new Lessor(book));
            context.every(
                    TURN,
                    "leases",
                    () -> book.tick((before, after) -> core.audit()
                            .happened(Origin.ITSELF, event(before, after), before.id(), what(before, after))));
        }
    }

    private static String event(Lease before, Optional<Lease> after) {
        if (after.isPresent()) {
            return before.isWaiting() ? "lease.granted" : "lease.drained";
        }
        return before.isWaiting() ? "lease.lapsed" : "lease.expired";
    }

    private static String what(Lease before, Optional<Lease> after) {
        return after.orElse(before).disks().size() + " disks of " + before.ask().user() + left(before, after);
    }

    private static String left(Lease before, Optional<Lease> after) {
        if (before.draining().isEmpty() || after.isEmpty()) {
            return "";
        }
        OptionalLong bytes = after.get().left();
        return ", " + (bytes.isPresent() ? bytes.getAsLong() + " bytes left" : "bytes left unknown");
    }
}
