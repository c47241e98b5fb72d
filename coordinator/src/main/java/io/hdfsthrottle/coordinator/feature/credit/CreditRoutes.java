package io.hdfsthrottle.coordinator.feature.credit;

import io.hdfsthrottle.coordinator.api.Answers;
import io.hdfsthrottle.coordinator.api.Gate;
import io.hdfsthrottle.coordinator.api.Needs;
import io.hdfsthrottle.coordinator.api.Page;
import io.hdfsthrottle.coordinator.api.Problem;
import io.hdfsthrottle.coordinator.api.RequestBody;
import io.hdfsthrottle.coordinator.api.Routes;
import io.hdfsthrottle.coordinator.application.Registrations;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.identity.Tenant;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * REST endpoints {@code /v1/credits}: each tenant's credits; {@code /v1/tenants/{tenant}/yield} and {@code boost}: tenants
 * and their applications yield, or boost for credits.
 */
record CreditRoutes(Replicated<Policy> policy, CreditBook credits, Registrations registrations, AuditTrail audit)
        implements Routes {
    private static final Duration LONGEST_BOOST = Duration.ofDays(1);
    private static final double THOUSANDTHS = 1e3;

    private record CreditsAnswer(boolean on, List<CreditBalance> tenants, String next) {}

    @Override
    public void addTo(RoutesConfig routes, Executor answering) {
        routes.get("/v1/credits", this::credits, Needs.VIEW);
        routes.put("/v1/tenants/{tenant}/yield", this::yields, Needs.REGISTER);
        routes.delete("/v1/tenants/{tenant}/yield", this::yieldsNoMore, Needs.REGISTER);
        routes.post("/v1/tenants/{tenant}/boost", this::boosts, Needs.REGISTER);
    }

    private void credits(Context context) {
        Page<CreditBalance> page = Page.of(context, credits.standings(), CreditBalance::tenant);
        Answers.json(context, 200, new CreditsAnswer(credits.settings().on(), page.items(), page.next()));
    }

    private void yields(Context context) {
        Tenant tenant = known(context);
        RequestBody body = RequestBody.of(context, "level", "yieldSeconds", "daily", "application", "secret");
        Optional<RequestBody> daily = body.optionalObject("daily", "from", "until", "zone");
        // A time of each day outlasts every application: only the tenant decides.
        requireSpokenFor(context, tenant, daily.isPresent() ? Optional.empty() : Optional.of(body));
        if (daily.isPresent()) {
            yieldsDaily(context, tenant, body, daily.get());
            return;
        }
        YieldRequest wish = YieldRequest.of(
                body.text("level"),
                body.seconds("yieldSeconds", credits.settings().longestYield()));
        String what = wish.level().label() + " for " + wish.time().toSeconds() + " s";
        Decision decision = credits.stepBack(tenant, wish, Answers.dryRun(context));
        answer(context, tenant, granted(context, tenant, "yield.began", what, decision));
    }

    private void yieldsDaily(Context context, Tenant tenant, RequestBody body, RequestBody daily) {
        body.optionalSeconds("yieldSeconds", credits.settings().longestYield()).ifPresent(given -> {
            throw new InvalidInput("yieldSeconds", given.toSeconds(), "nothing where daily is given");
        });
        DailyTime time = DailyTime.of(body.text("level"), daily.text("from"), daily.text("until"), daily.text("zone"));
        Decision decision = credits.stepBackDaily(tenant, time, Answers.dryRun(context));
        answer(context, tenant, granted(context, tenant, "yield.began", time + ", daily", decision));
    }

    private void yieldsNoMore(Context context) {
        Tenant tenant = known(context);
        Optional<RequestBody> body = RequestBody.given(context, "application", "secret");
        requireSpokenFor(context, tenant, body);
        // Whoever speaks for an application ends what applications may begin.
        boolean daily = body.map(some -> some.optionalText("application")).isEmpty();
        Decision decision = credits.stepBackNoMore(tenant, daily, Answers.dryRun(context));
        Decision.Granted unused = granted(context, tenant, "yield.ended", null, decision);
        context.status(204);
    }

    private void boosts(Context context) {
        Tenant tenant = known(context);
        RequestBody body = RequestBody.of(context, "boostSeconds", "application", "secret");
        requireSpokenFor(context, tenant, Optional.of(body));
        Duration time = body.seconds("boostSeconds", LONGEST_BOOST);
        String what = time.toSeconds() + " s";
        Decision decision = credits.boost(tenant, time.toSeconds(), Answers.dryRun(context));
        answer(context, tenant, granted(context, tenant, "boost.bought", what, decision));
    }

    private void requireSpokenFor(Context context, Tenant tenant, Optional<RequestBody> body) {
        registrations.requireSpokenFor(
                tenant,
                body.map(some -> some.optionalText("application")),
                body.map(some -> some.optionalText("secret")),
                Gate.of(context));
    }

    /** Records what was decided, or throws the refusal. */
    private Decision.Granted granted(Context context, Tenant tenant, String event, String what, Decision decision) {
        if (decision instanceof Decision.Refused refused) {
            throw Problem.conflict(
                    "declined",
                    "Credits do not allow it",
                    refused.sentence(),
                    Map.of(
                            "reason",
                            refused.reason().name().toLowerCase(Locale.ROOT),
                            "missing",
                            refused.missing().thousandths() / THOUSANDTHS));
        }
        if (!Answers.dryRun(context)) {
            audit.happened(Gate.origin(context), event, tenant.name(), what);
        }
        return (Decision.Granted) decision;
    }

    private void answer(Context context, Tenant tenant, Decision.Granted granted) {
        Answers.json(context, 200, credits.standing(tenant, granted.ledger()));
    }

    private Tenant known(Context context) {
        Tenant tenant = TenantTerms.tenantNamed("tenant", context.pathParam("tenant"));
        Policy now = policy.now();
        if (now.terms(tenant).isEmpty()) {
            throw Problem.notFound("tenant", tenant, now.tenantNames());
        }
        return tenant;
    }
}
