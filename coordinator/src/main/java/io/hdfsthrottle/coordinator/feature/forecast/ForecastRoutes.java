package io.hdfsthrottle.coordinator.feature.forecast;

import io.hdfsthrottle.coordinator.api.Answers;
import io.hdfsthrottle.coordinator.api.Needs;
import io.hdfsthrottle.coordinator.api.Page;
import io.hdfsthrottle.coordinator.api.Routes;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.concurrent.Executor;

/** REST endpoint {@code /v1/forecasts}: what tenants are forecast to read and write. */
record ForecastRoutes(ForecastBook book) implements Routes {
    private record ForecastsAnswer(boolean on, int samples, List<TenantForecast> tenants, String next) {}

    @Override
    public void addTo(RoutesConfig routes, Executor answering) {
        routes.get("/v1/forecasts", this::list, Needs.VIEW);
    }

    private void list(Context context) {
        Forecasts now = book.forecasts();
        Page<TenantForecast> page = Page.of(context, now.tenants().values(), TenantForecast::tenant);
        Answers.json(context, 200, new ForecastsAnswer(book.settings().on(), now.samples(), page.items(), page.next()));
    }
}
