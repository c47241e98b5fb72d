package io.hdfsthrottle.coordinator.feature.history;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.feature.Factor;
import io.hdfsthrottle.coordinator.feature.Feature;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.setting.SettingsReader;
import io.hdfsthrottle.identity.Tenant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Usage history: who used more of the disks than its share weighs less for a while, and who used less, more. */
public final class HistoryFeature implements Feature {
    private static final List<String> HISTORIES = List.of("off", "fennel");

    @Override
    public Map<String, String> defaults() {
        return Map.of(
                "history", "off",
                "history.tenants", "",
                "history.half.life", "1h",
                "history.factor.most", "2.0",
                "history.factor.least", "0.5");
    }

    @Override
    public Part configured(SettingsReader reader) {
        HistorySettings settings = settings(reader);
        return context -> join(settings, context);
    }

    static HistorySettings settings(SettingsReader reader) {
        return new HistorySettings(
                reader.oneOf("history", HISTORIES, "off").equals("fennel"),
                tenants(reader),
                reader.duration("history.half.life", HistorySettings.SHORTEST, HistorySettings.LONGEST, "1h"),
                reader.decimal("history.factor.most", 1, 10),
                reader.decimal("history.factor.least", 0.1, 1));
    }

    private static Map<Tenant, Boolean> tenants(SettingsReader reader) {
        String written = reader.text("history.tenants");
        Map<Tenant, Boolean> tenants = new HashMap<>();
        for (String each : written.isEmpty() ? new String[0] : written.split(",", -1)) {
            String[] parts = each.strip().split("=", 2);
            Tenant tenant = Tenant.parse(parts[0]).orElse(null);
            if (parts.length < 2 || tenant == null || !HISTORIES.contains(parts[1])) {
                throw reader.refused("history.tenants", "etl=fennel,gold=off");
            }
            tenants.put(tenant, parts[1].equals("fennel"));
        }
        return tenants;
    }

    private static void join(HistorySettings settings, FeatureContext context) {
        HistoryBook book =
                new HistoryBook(settings, context.core().store(), context.core().clock());
        context.gauge(
                "history.fairness",
                "Jain's index of what tenants got by weight: 1 is fair, NaN while it is off or compares fewer than two",
                () -> book.history().fairness().orElse(Double.NaN));
        if (!settings.isOff()) {
            context.inTerm(book::open, book::close);
            context.weighs(new Past(book));
        }
    }

    private record Past(HistoryBook book) implements Factor {
        @Override
        public String name() {
            return "history";
        }

        @Override
        public void next(Policy policy, ClusterDemand demand, long nanos) {
            book.next(policy, demand, nanos);
        }

        @Override
        public Map<Tenant, Double> factors(long nanos) {
            return book.history().factors();
        }

        @Override
        public String why(Tenant tenant) {
            if (!book.settings().appliesTo(tenant)) {
                return "off";
            }
            History history = book.history();
            return history.pasts().containsKey(tenant)
                    ? "used " + Factor.digits(history.past(tenant).used()) + " of its fair share"
                    : "used nothing lately";
        }
    }
}
