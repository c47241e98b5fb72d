package io.hdfsthrottle.coordinator.api;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** REST endpoints {@code /v1/tenants}: users read and change tenants. */
record TenantRoutes(Services services, Foresight foresight) {
    private record TenantAnswer(
            String tenant,
            int priority,
            long reservationBytesPerSecond,
            Long limitBytesPerSecond,
            String shortCircuit,
            boolean builtIn) {
        static TenantAnswer of(TenantTerms terms) {
            return new TenantAnswer(
                    terms.tenant().name(),
                    terms.priority(),
                    terms.reservation().bytesPerSecond(),
                    terms.limit().isUnlimited() ? null : terms.limit().bytesPerSecond(),
                    terms.shortCircuit().label(),
                    terms.builtIn());
        }
    }

    private record TenantsAnswer(List<TenantAnswer> tenants, String defaultTenant, String next) {}

    void addTo(RoutesConfig routes) {
        routes.get("/v1/tenants", this::list, Needs.VIEW);
        routes.get("/v1/tenants/{tenant}", this::get, Needs.VIEW);
        routes.put("/v1/tenants/{tenant}", this::put, Needs.ADMIN);
        routes.delete("/v1/tenants/{tenant}", this::delete, Needs.ADMIN);
    }

    private void list(Context context) {
        Page<TenantTerms> page = Page.of(context, services.policy().kept().tenants(), terms -> terms.tenant()
                .name());
        Answers.json(context, 200, new TenantsAnswer(page.map(TenantAnswer::of), Tenant.DEFAULT.name(), page.next()));
    }

    private void get(Context context) {
        Tenant tenant = tenant(context);
        Policy now = services.policy().kept();
        Answers.tagged(context, 200, now.terms(tenant).map(TenantAnswer::of).orElseThrow(() -> unknown(tenant, now)));
    }

    private void put(Context context) {
        Tenant tenant = tenant(context);
        RequestBody body =
                RequestBody.of(context, "priority", "reservationBytesPerSecond", "limitBytesPerSecond", "shortCircuit");
        TenantTerms terms = terms(tenant, body);
        AtomicReference<Policy> present = new AtomicReference<>();
        Policy after = apply(context, tenant, before -> {
            EntityTag.expected(context, "tenant " + tenant)
                    .accept(before.terms(tenant).map(TenantAnswer::of));
            present.set(before);
            return before.with(terms);
        });
        int status = present.get().terms(tenant).isEmpty() ? 201 : 200;
        foresight.answer(context, status, TenantAnswer.of(terms), present.get(), after);
    }

    /** The terms of that tenant that a body has. */
    static TenantTerms terms(Tenant tenant, RequestBody body) {
        return new TenantTerms(
                tenant,
                body.wholeNumber("priority", "a whole number from 1 to 100, for example 8"),
                body.rate("reservationBytesPerSecond", Rate.ZERO),
                body.rate("limitBytesPerSecond", Rate.UNLIMITED),
                shortCircuit(body.optionalText("shortCircuit")));
    }

    private static ShortCircuit shortCircuit(String label) {
        return label == null
                ? ShortCircuit.TCP
                : ShortCircuit.labelled(label)
                        .orElseThrow(() -> new InvalidInput("shortCircuit", label, ShortCircuit.LABELS));
    }

    private void delete(Context context) {
        Tenant tenant = tenant(context);
        AtomicReference<Policy> present = new AtomicReference<>();
        Policy after = apply(context, tenant, before -> {
            Optional<TenantAnswer> terms = before.terms(tenant).map(TenantAnswer::of);
            EntityTag.expected(context, "tenant " + tenant).accept(terms);
            if (terms.isEmpty()) {
                throw unknown(tenant, before);
            }
            present.set(before);
            return before.without(tenant);
        });
        foresight.ended(context, present.get(), after);
    }

    private Policy apply(Context context, Tenant tenant, UnaryOperator<Policy> change) {
        return services.policy().change(change, Answers.dryRun(context), (before, after) -> services.audit()
                .tenant(Gate.origin(context), tenant, before, after));
    }

    private static Tenant tenant(Context context) {
        return TenantTerms.tenantNamed("tenant", context.pathParam("tenant"));
    }

    private static Problem unknown(Tenant tenant, Policy policy) {
        return Problem.notFound("tenant", tenant, policy.tenantNames());
    }
}
