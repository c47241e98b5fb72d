package io.hdfsthrottle.coordinator.api;

import io.hdfsthrottle.coordinator.api.PolicyText.Change;
import io.hdfsthrottle.coordinator.api.PolicyText.TenantText;
import io.hdfsthrottle.coordinator.application.ApplicationBook;
import io.hdfsthrottle.coordinator.application.Registrations;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.balance.Balance;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.plan.Prediction;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * REST endpoint {@code /v1/policy}: all tenants and rules as one document, replaced as a whole or not at all. A dry run
 * answers with the plan: what would change, and what that is predicted to give and take.
 */
final class PolicyRoutes {
    /** As much as ZooKeeper keeps of a policy, written with as many blanks. */
    private static final int MOST_BYTES = 512 * 1024;

    private static final int MOST_PARTS = 32 * 1024;

    /** So many applications that change their tenant one answer names. */
    private static final int MOST_MOVED = 1_000;

    private final Replicated<Policy> policy;
    private final ApplicationBook applications;
    private final Registrations registrations;
    private final NodeBook nodes;
    private final Supplier<Balance> balance;
    private final AuditTrail audit;

    PolicyRoutes(Services services) {
        this.policy = services.policy();
        this.applications = services.applications();
        this.registrations = services.registrations();
        this.nodes = services.nodes();
        this.balance = services.balance();
        this.audit = services.audit();
    }

    /**
     * What is changed, and into what.
     *
     * @param plan a digest of the policy that was in force and of this one
     * @param base the entity tag of the one that was in force, without quotes
     * @param applications null for a change that was made, as is the prediction
     */
    private record PlanAnswer(
            String plan,
            String base,
            List<TenantText> tenants,
            List<Map<String, Object>> rules,
            List<Change> changes,
            List<MovedApplication> applications,
            Prediction prediction) {}

    /** A living application that would belong to another tenant, as far as the coordinator decides that. */
    private record MovedApplication(
            String application, String user, String before, String after, long bytesPerSecond) {}

    void addTo(RoutesConfig routes) {
        routes.get("/v1/policy", this::get, Needs.VIEW);
        routes.put("/v1/policy", this::put, Needs.ADMIN);
    }

    private void get(Context context) {
        Answers.tagged(context, 200, PolicyText.of(policy.now()));
    }

    private void put(Context context) {
        RequestBody body = RequestBody.of(context, MOST_BYTES, MOST_PARTS, "plan", "tenants", "rules");
        Policy wanted = PolicyText.read(body);
        PolicyText text = PolicyText.of(wanted);
        String planned = body.optionalText("plan");
        boolean dryRun = Answers.dryRun(context);
        Consumer<Optional<?>> expected = EntityTag.expected(context, "the policy");
        AtomicReference<Policy> present = new AtomicReference<>();
        Policy unused = policy.change(
                before -> {
                    expected.accept(Optional.of(PolicyText.of(before)));
                    String plan = plan(before, text);
                    if (planned != null && !planned.equals(plan)) {
                        throw new InvalidInput(
                                "plan",
                                planned,
                                plan
                                        + ", which is the plan of these tenants and rules for the policy that is in force");
                    }
                    present.set(before);
                    return wanted;
                },
                dryRun,
                (before, after) -> audit.policy(Gate.origin(context), plan(before, text), before, after));
        Policy before = present.get();
        PlanAnswer answer = new PlanAnswer(
                plan(before, text),
                digest(PolicyText.of(before)),
                text.tenants(),
                text.rules(),
                PolicyText.changes(before, wanted),
                dryRun ? moved(before, wanted) : null,
                dryRun ? predict(before, wanted) : null);
        Answers.json(context, 200, answer);
        context.header("ETag", EntityTag.of(text));
    }

    /** Those that move most bytes first. */
    private List<MovedApplication> moved(Policy before, Policy after) {
        return applications.applications().stream()
                .filter(each -> !registrations.tenantOf(each, before).equals(registrations.tenantOf(each, after)))
                .map(each -> new MovedApplication(
                        each.id(),
                        each.user(),
                        registrations.tenantOf(each, before).name(),
                        registrations.tenantOf(each, after).name(),
                        nodes.activities().moved(each.id()).rate().bytesPerSecond()))
                .sorted(Comparator.comparingLong(MovedApplication::bytesPerSecond)
                        .reversed()
                        .thenComparing(MovedApplication::application))
                .limit(MOST_MOVED)
                .toList();
    }

    /** One at a time: on a large cluster it is as much work as several balances. */
    private synchronized Prediction predict(Policy before, Policy after) {
        return Prediction.of(before, after, balance.get().factors(), ClusterDemand.of(nodes.nodes(), unversioned -> 0));
    }

    private static String plan(Policy before, PolicyText after) {
        return digest(List.of(PolicyText.of(before), after));
    }

    private static String digest(Object content) {
        return EntityTag.of(content).replace("\"", "");
    }
}
