package io.hdfsthrottle.coordinator.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hdfsthrottle.coordinator.node.RuleHits;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.RuleMatch;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** REST endpoints {@code /v1/rules}: users read and change the rules that map callers to tenants. */
record RuleRoutes(Services services, Foresight foresight) {
    private record RuleAnswer(String rule, int position, Map<String, String> match, String tenant) {
        static Optional<RuleAnswer> of(Policy policy, String name) {
            return policy.rule(name)
                    .map(rule -> new RuleAnswer(
                            name,
                            policy.rules().rules().indexOf(rule) + 1,
                            RuleMatch.of(rule).members(),
                            rule.tenant().name()));
        }
    }

    /** A rule and its number of matches, which is not part of it and of its entity tag. */
    private record RuleLine(@JsonUnwrapped RuleAnswer rule, long hits, Long lastHitAgoMillis) {
        static RuleLine of(RuleAnswer answer, RuleHits hits) {
            return new RuleLine(
                    answer,
                    hits == null ? 0 : hits.hits(),
                    hits == null ? null : hits.ago().toMillis());
        }
    }

    private record RulesAnswer(List<RuleLine> rules, String next) {}

    void addTo(RoutesConfig routes) {
        routes.get("/v1/rules", this::list, Needs.VIEW);
        routes.get("/v1/rules/{rule}", this::get, Needs.VIEW);
        routes.put("/v1/rules/{rule}", this::put, Needs.ADMIN);
        routes.delete("/v1/rules/{rule}", this::delete, Needs.ADMIN);
    }

    private void list(Context context) {
        Policy now = services.policy().kept();
        Map<String, RuleHits> hits = services.nodes().ruleHits();
        List<RuleAnswer> rules = now.rules().rules().stream()
                .flatMap(rule -> RuleAnswer.of(now, rule.name()).stream())
                .toList();
        Page<RuleAnswer> page = Page.of(context, rules, rule -> Page.key(rule.position()));
        Answers.json(
                context,
                200,
                new RulesAnswer(page.map(answer -> RuleLine.of(answer, hits.get(answer.rule()))), page.next()));
    }

    private void get(Context context) {
        String name = name(context);
        Policy now = services.policy().kept();
        Answers.tagged(context, 200, RuleAnswer.of(now, name).orElseThrow(() -> unknown(name, now)));
    }

    private void put(Context context) {
        String name = name(context);
        RequestBody body = RequestBody.of(context, "position", "match", "tenant");
        TenantRule rule = rule(name, body);
        OptionalInt position = body.optionalWholeNumber("position", "a whole number, 1 for the first rule");
        AtomicReference<Policy> present = new AtomicReference<>();
        Policy after = apply(context, name, before -> {
            EntityTag.expected(context, "rule " + name).accept(RuleAnswer.of(before, name));
            present.set(before);
            return before.withRule(rule, position);
        });
        int status = present.get().rule(name).isEmpty() ? 201 : 200;
        RuleAnswer answer = RuleAnswer.of(after, name).orElseThrow(() -> unknown(name, after));
        foresight.answer(context, status, answer, present.get(), after);
    }

    /** The rule of that name that a body has. */
    static TenantRule rule(String name, RequestBody body) {
        RequestBody match = body.object("match", Fact.members());
        Map<Fact, String> patterns = new EnumMap<>(Fact.class);
        for (Fact fact : Fact.values()) {
            patterns.put(fact, match.optionalText(fact.member()));
        }
        return new RuleMatch(patterns).to(name, TenantTerms.tenantNamed("tenant", body.text("tenant")));
    }

    private void delete(Context context) {
        String name = name(context);
        AtomicReference<Policy> present = new AtomicReference<>();
        Policy after = apply(context, name, before -> {
            Optional<RuleAnswer> rule = RuleAnswer.of(before, name);
            EntityTag.expected(context, "rule " + name).accept(rule);
            if (rule.isEmpty()) {
                throw unknown(name, before);
            }
            present.set(before);
            return before.withoutRule(name);
        });
        foresight.ended(context, present.get(), after);
    }

    private Policy apply(Context context, String name, UnaryOperator<Policy> change) {
        return services.policy().change(change, Answers.dryRun(context), (before, after) -> services.audit()
                .rule(Gate.origin(context), name, before, after));
    }

    private static String name(Context context) {
        return Policy.checkRuleName(context.pathParam("rule"));
    }

    private static Problem unknown(String name, Policy policy) {
        return Problem.notFound("rule", name, policy.ruleNames());
    }
}
