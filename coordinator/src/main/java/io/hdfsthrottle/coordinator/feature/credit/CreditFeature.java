package io.hdfsthrottle.coordinator.feature.credit;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.feature.Factor;
import io.hdfsthrottle.coordinator.feature.Feature;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.coordinator.setting.SettingsReader;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** Credits (paper D): a tenant that yields while others wait earns them, and buys high priority with them. */
public final class CreditFeature implements Feature {
    /** No slice of a second is left out, and each counts once. */
    private static final Duration COUNT_SLICES = Duration.ofMillis(250);

    @Override
    public Map<String, String> defaults() {
        return Map.ofEntries(
                Map.entry("credit", "off"),
                Map.entry("credit.earn.contention", "1.0"),
                Map.entry("credit.earn.level", "0.10"),
                Map.entry("credit.contention.most", "16"),
                Map.entry("credit.price", "25"),
                Map.entry("credit.most", "90000"),
                Map.entry("credit.expiry", "24h"),
                Map.entry("credit.yield.longest", "24h"),
                Map.entry("credit.boost.longest", "1h"),
                Map.entry("credit.weight.low", "0.5"),
                Map.entry("credit.weight.lowest", "0.1"),
                Map.entry("credit.weight.idle", "0.001"),
                Map.entry("credit.weight.boost", "8"));
    }

    @Override
    public Part configured(SettingsReader reader) {
        CreditSettings settings = settings(reader);
        return context -> join(settings, context);
    }

    static CreditSettings settings(SettingsReader reader) {
        Duration day = Duration.ofHours(24);
        int contenders = reader.count("credit.contention.most", "16");
        if (contenders < 2 || contenders > 1_000) {
            throw reader.refused("credit.contention.most", "16, a whole number from 2 to 1000");
        }
        Duration second = Duration.ofSeconds(1);
        return new CreditSettings(
                reader.isOn("credit"),
                credits(reader, "credit.earn.contention", Credits.NONE),
                credits(reader, "credit.earn.level", Credits.NONE),
                contenders,
                credits(reader, "credit.price", Credits.parse("0.001")),
                credits(reader, "credit.most", Credits.NONE),
                reader.duration("credit.expiry", Duration.ofHours(1), day, "24h"),
                reader.duration("credit.yield.longest", second, Duration.ofDays(30), "24h"),
                reader.duration("credit.boost.longest", second, day, "1h"),
                Map.of(
                        Level.LOW, reader.decimal("credit.weight.low", Factors.LEAST, 1),
                        Level.LOWEST, reader.decimal("credit.weight.lowest", Factors.LEAST, 1),
                        Level.IDLE, reader.decimal("credit.weight.idle", Factors.LEAST, 1)),
                reader.decimal("credit.weight.boost", 1, 100));
    }

    private static Credits credits(SettingsReader reader, String key, Credits least) {
        String good = reader.defaults().get(key) + ", from " + least + " to " + CreditSettings.LARGEST
                + " with at most three digits behind the point";
        try {
            Credits amount = Credits.parse(reader.matching(key, Credits.WRITTEN, good));
            if (amount.compareTo(least) >= 0 && amount.compareTo(CreditSettings.LARGEST) <= 0) {
                return amount;
            }
        } catch (IllegalArgumentException inexact) {
            // refused below, like an amount out of bounds
        }
        throw reader.refused(key, good);
    }

    private static void join(CreditSettings settings, FeatureContext context) {
        FeatureContext.Core core = context.core();
        CreditBook book = new CreditBook(settings, core.store(), core.clock(), core.weighAnew());
        context.routes(new CreditRoutes(core.policy(), book, core.registrations(), core.audit()));
        context.gauge("credit.yielding", "Tenants that yield", book::yielding);
        context.gauge("credit.boosting", "Tenants with high priority", book::boosting);
        context.gauge("credit.held", "Credits that tenants have", book::held);
        if (settings.on()) {
            context.inTerm(book::open, book::close);
            context.weighs(new Paid(book));
            context.every(
                    COUNT_SLICES,
                    "credits",
                    () -> book.count(core::demand, () -> core.policy().now().tenants().stream()
                            .map(TenantTerms::tenant)
                            .collect(Collectors.toUnmodifiableSet())));
        }
    }

    private record Paid(CreditBook book) implements Factor {
        @Override
        public String name() {
            return "credit";
        }

        @Override
        public boolean isPaidFor() {
            return true;
        }

        @Override
        public Map<Tenant, Double> factors(long nanos) {
            return book.factors();
        }

        @Override
        public String why(Tenant tenant) {
            CreditBalance standing = book.standing(tenant);
            if (standing.boostSeconds() > 0) {
                return "high priority for " + standing.boostSeconds() + " s more";
            }
            return standing.level() == null
                    ? "neither yields nor boosts"
                    : "yields " + standing.level() + " for " + standing.yieldSeconds() + " s more";
        }
    }
}
