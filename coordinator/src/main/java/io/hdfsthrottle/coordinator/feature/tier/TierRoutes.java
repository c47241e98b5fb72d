package io.hdfsthrottle.coordinator.feature.tier;

import io.hdfsthrottle.coordinator.api.Answers;
import io.hdfsthrottle.coordinator.api.Gate;
import io.hdfsthrottle.coordinator.api.Needs;
import io.hdfsthrottle.coordinator.api.Page;
import io.hdfsthrottle.coordinator.api.Problem;
import io.hdfsthrottle.coordinator.api.RequestBody;
import io.hdfsthrottle.coordinator.api.Routes;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * REST endpoints {@code /v1/tiers}: the state of all tenants' tiers; {@code /v1/tenants/{tenant}/tiers}: users
 * configure a tenant's tiers.
 */
record TierRoutes(
        TierBook book,
        Supplier<Policy> policy,
        Supplier<Quiet> quiet,
        Supplier<List<TierStatus>> statuses,
        AuditTrail audit)
        implements Routes {
    private static final String PATH = "/v1/tenants/{tenant}/tiers";

    private record TiersAnswer(boolean on, boolean quiet, Double contention, List<TierStatus> tiers, String next) {}

    private record TierAnswer(String path, String policy, String next, Long quotaBytes, long afterSeconds) {
        static TierAnswer of(TenantTiers tiers, Tier tier) {
            return new TierAnswer(
                    tier.path(),
                    tier.policy().name(),
                    tiers.next(tier).name(),
                    tier.quotaBytes().isPresent() ? tier.quotaBytes().getAsLong() : null,
                    tier.after().toSeconds());
        }
    }

    private record TenantAnswer(String tenant, TierAnswer temporary, TierAnswer stable) {
        static TenantAnswer of(TenantTiers tiers) {
            return new TenantAnswer(
                    tiers.tenant().name(),
                    tiers.temporary().map(tier -> TierAnswer.of(tiers, tier)).orElse(null),
                    tiers.stable().map(tier -> TierAnswer.of(tiers, tier)).orElse(null));
        }
    }

    @Override
    public void addTo(RoutesConfig routes, Executor answering) {
        routes.get("/v1/tiers", this::list, Needs.VIEW);
        routes.put(PATH, this::put, Needs.ADMIN);
        routes.delete(PATH, this::delete, Needs.ADMIN);
    }

    private void list(Context context) {
        Quiet now = quiet.get();
        Page<TierStatus> page = Page.of(context, statuses(book.table()), tier -> tier.tenant() + " " + tier.tier());
        Answers.json(
                context,
                200,
                new TiersAnswer(
                        book.settings().on(),
                        now.quiet(),
                        Double.isNaN(now.contention()) ? null : now.contention(),
                        page.items(),
                        page.next()));
    }

    /** Includes tiers that were configured just now and not walked yet. */
    private List<TierStatus> statuses(TierTable table) {
        List<TierStatus> told = statuses.get();
        List<TierStatus> all = new ArrayList<>();
        for (TenantTiers tiers : table.tenants()) {
            for (Tier tier : tiers.tiers()) {
                TierStatus unknown = TierStatus.unknown(tiers, tier, null);
                all.add(told.stream().filter(unknown::isOfTheSame).findFirst().orElse(unknown));
            }
        }
        return all;
    }

    private void put(Context context) {
        Tenant tenant = tenant(context);
        RequestBody body = RequestBody.of(context, "temporary", "stable");
        TenantTiers tiers = new TenantTiers(tenant, tier(body, Tier.Kind.TEMPORARY), tier(body, Tier.Kind.STABLE));
        refuseIfOff();
        if (policy.get().terms(tenant).isEmpty()) {
            throw Problem.notFound("There is no tenant " + tenant);
        }
        TierTable unused = book.change(table -> table.with(tiers), Answers.dryRun(context));
        record(context, "tiers.changed", tenant, text(tiers));
        Answers.json(context, 200, TenantAnswer.of(tiers));
    }

    private static Optional<Tier> tier(RequestBody body, Tier.Kind kind) {
        return body.optionalObject(kind.label(), "path", "policy", "quotaBytes", "afterSeconds")
                .map(tier -> Tier.of(
                        kind,
                        tier.text("path"),
                        tier.optionalText("policy"),
                        tier.optionalCount("quotaBytes", "a whole number of bytes, for example 10737418240"),
                        tier.seconds("afterSeconds", Tier.LONGEST)));
    }

    private static String text(TenantTiers tiers) {
        List<String> texts = new ArrayList<>();
        tiers.tiers()
                .forEach(tier -> texts.add(tier.kind().label() + " " + tier.path() + " " + tier.policy() + " for "
                        + tier.after().toSeconds() + "s"));
        return String.join(", ", texts);
    }

    private void delete(Context context) {
        Tenant tenant = tenant(context);
        if (book.table().of(tenant).isEmpty()) {
            throw Problem.notFound("Tenant " + tenant + " has no tiers");
        }
        TierTable unused = book.change(table -> table.without(tenant), Answers.dryRun(context));
        record(context, "tiers.removed", tenant, null);
        context.status(204);
    }

    private void refuseIfOff() {
        if (!book.settings().on()) {
            throw Problem.conflict(
                    "tiers-off", "There are no tiers", "Set tiers = on in the settings of every coordinator", Map.of());
        }
    }

    private void record(Context context, String event, Tenant tenant, String what) {
        if (!Answers.dryRun(context)) {
            audit.happened(Gate.origin(context), event, tenant.name(), what);
        }
    }

    private static Tenant tenant(Context context) {
        return TenantTerms.tenantNamed("tenant", context.pathParam("tenant"));
    }
}
