package io.hdfsthrottle.coordinator.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hdfsthrottle.coordinator.api.Foresight.Consequences;
import io.hdfsthrottle.coordinator.api.PolicyText.TenantText;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.unit.Ticker;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * REST endpoint {@code /v1/policy}: all tenants and rules as one document, replaced as a whole or not at all. A dry run
 * answers with the plan: what would change, and what that is predicted to give and take.
 */
record PolicyRoutes(Services services, Foresight foresight) {
    /** As much as ZooKeeper keeps of a policy, written with as many blanks. */
    private static final int MOST_BYTES = 512 * 1024;

    private static final int MOST_PARTS = 32 * 1024;

    /**
     * What is changed, and into what.
     *
     * @param plan a digest of the policy that was in force and of this one
     * @param base the entity tag of the one that was in force, without quotes
     */
    private record PlanAnswer(
            String plan,
            String base,
            List<TenantText> tenants,
            List<Map<String, Object>> rules,
            @JsonUnwrapped Consequences consequences) {}

    void addTo(RoutesConfig routes) {
        routes.get("/v1/policy", this::get, Needs.VIEW);
        routes.put("/v1/policy", this::put, Needs.ADMIN);
        routes.get("/v1/policy/score", this::score, Needs.VIEW);
    }

    private void score(Context context) {
        Answers.json(context, 200, services.scores().score(Ticker.system().nanos()));
    }

    private void get(Context context) {
        Answers.tagged(context, 200, PolicyText.of(services.policy().now()));
    }

    private void put(Context context) {
        RequestBody body = RequestBody.of(context, MOST_BYTES, MOST_PARTS, "plan", "tenants", "rules");
        Policy wanted = PolicyText.read(body);
        PolicyText text = PolicyText.of(wanted);
        String planned = body.optionalText("plan");
        boolean dryRun = Answers.dryRun(context);
        Consumer<Optional<?>> expected = EntityTag.expected(context, "the policy");
        AtomicReference<Policy> present = new AtomicReference<>();
        Policy unused = services.policy()
                .change(
                        before -> {
                            expected.accept(Optional.of(PolicyText.of(before)));
                            String plan = plan(before, text);
                            if (planned != null && !planned.equals(plan)) {
                                throw new InvalidInput(
                                        "plan",
                                        planned,
                                        plan
                                                + ", which is the plan of these tenants and rules for the policy that"
                                                + " is in force");
                            }
                            present.set(before);
                            return wanted;
                        },
                        dryRun,
                        (before, after) -> {
                            services.audit().policy(Gate.origin(context), plan(before, text), before, after);
                            services.scores()
                                    .applied(
                                            plan(before, text),
                                            after,
                                            services.balance().get().factors(),
                                            Ticker.system().nanos());
                        });
        Policy before = present.get();
        PlanAnswer answer = new PlanAnswer(
                plan(before, text),
                digest(PolicyText.of(before)),
                text.tenants(),
                text.rules(),
                dryRun ? foresight.of(before, wanted) : Consequences.made(before, wanted));
        Answers.json(context, 200, answer);
        context.header("ETag", EntityTag.of(text));
    }

    private static String plan(Policy before, PolicyText after) {
        return digest(List.of(PolicyText.of(before), after));
    }

    private static String digest(Object content) {
        return EntityTag.of(content).replace("\"", "");
    }
}
