package io.hdfsthrottle.coordinator.feature.forecast;

import io.hdfsthrottle.coordinator.feature.Expectation;
import io.hdfsthrottle.coordinator.feature.Factor;
import io.hdfsthrottle.coordinator.feature.Feature;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.feature.FeatureContext.Core;
import io.hdfsthrottle.coordinator.setting.SettingsReader;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.Map;

/** Forecasts (paper D): what tenants will read and write in the next seconds, learned from what they did. */
public final class ForecastFeature implements Feature {
    private static final Duration SLICE = Duration.ofSeconds(1);

    @Override
    public Map<String, String> defaults() {
        return Map.of(
                "forecast", "off",
                "forecast.models", "32",
                "forecast.factor.most", "4",
                "forecast.factor.least", "0.5");
    }

    @Override
    public Part configured(SettingsReader reader) {
        ForecastSettings settings = settings(reader);
        return context -> join(settings, context);
    }

    static ForecastSettings settings(SettingsReader reader) {
        int models = reader.count("forecast.models", "32");
        if (models < ForecastSettings.FEWEST_MODELS || models > ForecastSettings.MOST_MODELS) {
            throw reader.refused("forecast.models", "32, a whole number from 2 to 256");
        }
        return new ForecastSettings(
                reader.isOn("forecast"),
                models,
                reader.decimal("forecast.factor.most", 1, 10),
                reader.decimal("forecast.factor.least", 0.1, 1));
    }

    private static void join(ForecastSettings settings, FeatureContext context) {
        Core core = context.core();
        ForecastBook book = new ForecastBook(settings, core.store());
        context.routes(new ForecastRoutes(book));
        context.gauge("forecast.models", "Tenants with any forecast", () -> book.forecasts()
                .tenants()
                .size());
        context.gauge(
                "forecast.skill.next",
                "Mean skill of forecasts of the next second: 1 without error, 0 or less if naive ones are as good",
                () -> book.forecasts().skill(TenantForecast::ofNext));
        context.gauge(
                "forecast.skill.stretch", "Mean skill of forecasts of the mean of the next 15 s", () -> book.forecasts()
                        .skill(TenantForecast::ofStretch));
        context.gauge("forecast.skill.ahead", "Mean skill of forecasts of each of the next 15 s", () -> book.forecasts()
                .skill(TenantForecast::ofAhead));
        if (settings.on()) {
            context.inTerm(book::open, book::close);
            context.weighs(new Expected(book));
            context.expects(new Ahead(book, core.ticker()));
            context.every(
                    SLICE,
                    "forecast",
                    () -> book.next(
                            core.policy().now(),
                            core.demand(),
                            loads(core),
                            core.ticker().nanos()));
        }
    }

    private static Map<Tenant, Load> loads(Core core) {
        return Load.of(
                core.applications().applications(),
                core.registrations()::tenantOf,
                core.nodes().executors());
    }

    private record Ahead(ForecastBook book, Ticker ticker) implements Expectation {
        @Override
        public Map<Tenant, Double> lasting() {
            return book.lasting(ticker.nanos());
        }

        @Override
        public Map<Tenant, Double> coming() {
            return book.coming(ticker.nanos());
        }

        @Override
        public double bytesPerSecond() {
            return book.forecasts().tenants().values().stream()
                    .filter(each -> each.stretchBytesPerSecond() != null)
                    .mapToDouble(each ->
                            each.stretchBytesPerSecond() * each.ofStretch().influence())
                    .sum();
        }
    }

    private record Expected(ForecastBook book) implements Factor {
        @Override
        public String name() {
            return "forecast";
        }

        @Override
        public Map<Tenant, Double> factors(long nanos) {
            return book.factors(nanos);
        }

        @Override
        public String why(Tenant tenant) {
            return book.forecasts()
                    .of(tenant)
                    .map(each -> each.ioClass() + (each.turn() ? ", its turn" : "") + "; influence "
                            + Factor.digits(each.influence()) + " and "
                            + Factor.digits(each.ofAhead().influence()))
                    .orElse("nothing is forecast");
        }
    }
}
