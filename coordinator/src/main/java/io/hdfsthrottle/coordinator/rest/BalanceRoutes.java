package io.hdfsthrottle.coordinator.rest;

import io.hdfsthrottle.coordinator.balance.Balance;
import io.hdfsthrottle.coordinator.balance.TenantBalance;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** {@code /v1/balance}: what each tenant is due in the whole cluster; people look. */
final class BalanceRoutes {
    private final Supplier<Balance> balance;
    private final Supplier<Duration> took;

    /**
     * Routes to what was decided last.
     *
     * @param took how long that took
     */
    BalanceRoutes(Supplier<Balance> balance, Supplier<Duration> took) {
        this.balance = balance;
        this.took = took;
    }

    private record TenantLine(String tenant, long demand, long entitlement, long splits, long uncovered) {
        static TenantLine of(TenantBalance tenant) {
            return new TenantLine(
                    tenant.tenant().name(),
                    tenant.demand().bytesPerSecond(),
                    tenant.entitlement().bytesPerSecond(),
                    tenant.splits().bytesPerSecond(),
                    tenant.uncovered().bytesPerSecond());
        }
    }

    private record BalanceAnswer(boolean relearning, long tookMicros, List<TenantLine> tenants, List<String> silent) {}

    void addTo(RoutesConfig routes) {
        routes.get("/v1/balance", this::get, Needs.VIEW);
    }

    private void get(Context context) {
        Balance now = balance.get();
        Answers.json(
                context,
                200,
                new BalanceAnswer(
                        now.relearning(),
                        took.get().toNanos() / 1_000,
                        now.tenants().stream().map(TenantLine::of).toList(),
                        now.silent()));
    }
}
