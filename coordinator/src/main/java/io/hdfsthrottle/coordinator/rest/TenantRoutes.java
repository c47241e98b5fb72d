package io.hdfsthrottle.coordinator.rest;

import io.hdfsthrottle.coordinator.app.Registrations;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.credit.CreditBalance;
import io.hdfsthrottle.coordinator.credit.CreditBook;
import io.hdfsthrottle.coordinator.credit.Decision;
import io.hdfsthrottle.coordinator.credit.YieldRequest;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * REST endpoints {@code /v1/tenants}: users read and change tenants; tenants and their applications yield, or
 * boost for credits; {@code /v1/credits}: each tenant's credits.
 */
final class TenantRoutes {
    private static final int LONGEST_BOOST_MINUTES = 24 * 60;
    private static final double THOUSANDTHS = 1e3;

    private final Replicated<Policy> policy;
    private final CreditBook credits;
    private final Registrations registrations;
    private final AuditTrail audit;

    TenantRoutes(Replicated<Policy> policy, CreditBook credits, Registrations registrations, AuditTrail audit) {
        this.policy = policy;
        this.credits = credits;
        this.registrations = registrations;
        this.audit = audit;
    }

    private record TenantAnswer(
            String tenant, int priority, long reservation, Long limit, String shortCircuit, boolean builtIn) {
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

    private record TenantsAnswer(List<TenantAnswer> tenants, String defaultTenant) {}

    private record CreditsAnswer(boolean on, List<CreditBalance> tenants) {}

    void addTo(RoutesConfig routes) {
        routes.get("/v1/tenants", this::list, Needs.VIEW);
        routes.get("/v1/tenants/{tenant}", this::get, Needs.VIEW);
        routes.put("/v1/tenants/{tenant}", this::put, Needs.ADMIN);
        routes.delete("/v1/tenants/{tenant}", this::delete, Needs.ADMIN);
        routes.get("/v1/credits", this::credits, Needs.VIEW);
        routes.put("/v1/tenants/{tenant}/yield", this::yields, Needs.REGISTER);
        routes.delete("/v1/tenants/{tenant}/yield", this::yieldsNoMore, Needs.REGISTER);
        routes.post("/v1/tenants/{tenant}/boost", this::boosts, Needs.REGISTER);
    }

    private void list(Context context) {
        List<TenantAnswer> tenants =
                policy.kept().tenants().stream().map(TenantAnswer::of).toList();
        Answers.json(context, 200, new TenantsAnswer(tenants, Tenant.DEFAULT.name()));
    }

    private void get(Context context) {
        Tenant tenant = tenant(context);
        Policy now = policy.kept();
        Answers.tagged(context, 200, now.terms(tenant).map(TenantAnswer::of).orElseThrow(() -> unknown(tenant, now)));
    }

    private void put(Context context) {
        Tenant tenant = tenant(context);
        RequestBody body = RequestBody.of(context, "priority", "reservation", "limit", "shortCircuit");
        TenantTerms terms = new TenantTerms(
                tenant,
                body.wholeNumber("priority", "a whole number from 1 to 100, for example 8"),
                body.rate("reservation", Rate.ZERO),
                body.rate("limit", Rate.UNLIMITED),
                shortCircuit(body.optionalText("shortCircuit")));
        AtomicBoolean created = new AtomicBoolean();
        apply(context, tenant, before -> {
            Optional<TenantAnswer> present = before.terms(tenant).map(TenantAnswer::of);
            EntityTag.check(context, "tenant " + tenant, present);
            created.set(present.isEmpty());
            return before.with(terms);
        });
        Answers.tagged(context, created.get() ? 201 : 200, TenantAnswer.of(terms));
    }

    private static ShortCircuit shortCircuit(String label) {
        return label == null
                ? ShortCircuit.TCP
                : ShortCircuit.labelled(label)
                        .orElseThrow(() -> new InvalidInput("shortCircuit", label, ShortCircuit.LABELS));
    }

    private void delete(Context context) {
        Tenant tenant = tenant(context);
        apply(context, tenant, before -> {
            Optional<TenantAnswer> present = before.terms(tenant).map(TenantAnswer::of);
            EntityTag.check(context, "tenant " + tenant, present);
            if (present.isEmpty()) {
                throw unknown(tenant, before);
            }
            return before.without(tenant);
        });
        context.status(204);
    }

    private void credits(Context context) {
        Answers.json(context, 200, new CreditsAnswer(credits.settings().on(), credits.standings()));
    }

    private void yields(Context context) {
        Tenant tenant = known(context);
        RequestBody body = RequestBody.of(context, "level", "for", "application", "secret");
        requireSpokenFor(context, tenant, Optional.of(body));
        YieldRequest wish = YieldRequest.of(body.text("level"), body.text("for"), credits.settings());
        String what = wish.level().label() + " for " + body.text("for");
        answer(context, tenant, "yield.began", what, credits.stepBack(tenant, wish, Answers.dryRun(context)));
    }

    private void yieldsNoMore(Context context) {
        Tenant tenant = known(context);
        requireSpokenFor(context, tenant, RequestBody.given(context, "application", "secret"));
        answer(context, tenant, "yield.ended", null, credits.stepBackNoMore(tenant, Answers.dryRun(context)));
    }

    private void boosts(Context context) {
        Tenant tenant = known(context);
        String permitted = "a whole number from 1 to " + LONGEST_BOOST_MINUTES;
        RequestBody body = RequestBody.of(context, "minutes", "application", "secret");
        requireSpokenFor(context, tenant, Optional.of(body));
        int minutes = body.wholeNumber("minutes", permitted);
        if (minutes < 1 || minutes > LONGEST_BOOST_MINUTES) {
            throw new InvalidInput("minutes", minutes, permitted);
        }
        String what = minutes + " minutes";
        answer(context, tenant, "boost.bought", what, credits.boost(tenant, minutes, Answers.dryRun(context)));
    }

    private void requireSpokenFor(Context context, Tenant tenant, Optional<RequestBody> body) {
        registrations.requireSpokenFor(
                tenant,
                body.map(some -> some.optionalText("application")),
                body.map(some -> some.optionalText("secret")),
                Gate.of(context));
    }

    /** Answers with the tenant's present state, or the refusal. */
    private void answer(Context context, Tenant tenant, String event, String what, Decision decision) {
        if (decision instanceof Decision.Refused refused) {
            throw Problem.declined(
                    refused.reason().name().toLowerCase(Locale.ROOT),
                    refused.missing().thousandths() / THOUSANDTHS,
                    refused.sentence());
        }
        if (decision instanceof Decision.Granted granted) {
            if (!Answers.dryRun(context)) {
                audit.happened(Gate.origin(context), event, tenant.name(), what);
            }
            Answers.json(context, 200, credits.standing(tenant, granted.ledger()));
        }
    }

    private Tenant known(Context context) {
        Tenant tenant = tenant(context);
        Policy now = policy.now();
        if (now.terms(tenant).isEmpty()) {
            throw unknown(tenant, now);
        }
        return tenant;
    }

    private void apply(Context context, Tenant tenant, UnaryOperator<Policy> change) {
        Policy unused = policy.change(
                change,
                Answers.dryRun(context),
                (before, after) -> audit.tenant(Gate.origin(context), tenant, before, after));
    }

    private static Tenant tenant(Context context) {
        return TenantTerms.tenantNamed("tenant", context.pathParam("tenant"));
    }

    private static Problem unknown(Tenant tenant, Policy policy) {
        return Problem.notFound("tenant", tenant, policy.tenantNames());
    }
}
