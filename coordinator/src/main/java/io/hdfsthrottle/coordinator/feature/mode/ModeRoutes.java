package io.hdfsthrottle.coordinator.feature.mode;

import io.hdfsthrottle.coordinator.api.Answers;
import io.hdfsthrottle.coordinator.api.Gate;
import io.hdfsthrottle.coordinator.api.Needs;
import io.hdfsthrottle.coordinator.api.Page;
import io.hdfsthrottle.coordinator.api.Problem;
import io.hdfsthrottle.coordinator.api.RequestBody;
import io.hdfsthrottle.coordinator.api.Routes;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.feature.mode.CanaryRoutes.CanaryAnswer;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.mode.Modes;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * REST endpoints {@code /v1/modes}: the modes of cluster, nodes and tenants; {@code /v1/shadow}: what enforcing would
 * give.
 */
record ModeRoutes(
        ModeBook book,
        NodeBook nodes,
        Replicated<Policy> policy,
        Supplier<Factors> factors,
        AuditTrail audit,
        CanaryRoutes canary)
        implements Routes {
    private static final String CLUSTER = "cluster";

    /**
     * One mode that was set.
     *
     * @param of cluster, node or tenant
     * @param name of the node or tenant; null for the cluster
     * @param mode null for none
     */
    private record ModeAnswer(String of, String name, String mode) {
        static ModeAnswer of(String of, String name, Optional<Mode> mode) {
            return new ModeAnswer(of, name, mode.map(Mode::label).orElse(null));
        }
    }

    private record ModesAnswer(
            String cluster, List<ModeAnswer> modes, List<String> behind, CanaryAnswer canary, String next) {}

    private record ShadowAnswer(String summary, List<TenantOutlook> tenants, String next) {}

    @Override
    public List<String> sections() {
        return List.of("modes.js");
    }

    @Override
    public void addTo(RoutesConfig routes, Executor answering) {
        routes.get("/v1/modes", this::list, Needs.VIEW);
        canary.addTo(routes);
        routes.get("/v1/shadow", this::shadow, Needs.VIEW);
        routes.put("/v1/modes/cluster", context -> put(context, this::ofCluster), Needs.ADMIN);
        routes.delete("/v1/modes/cluster", context -> delete(context, this::ofCluster), Needs.ADMIN);
        routes.put("/v1/modes/nodes/{node}", context -> put(context, this::ofNode), Needs.ADMIN);
        routes.delete("/v1/modes/nodes/{node}", context -> delete(context, this::ofNode), Needs.ADMIN);
        routes.put("/v1/modes/tenants/{tenant}", context -> put(context, this::ofTenant), Needs.ADMIN);
        routes.delete("/v1/modes/tenants/{tenant}", context -> delete(context, this::ofTenant), Needs.ADMIN);
    }

    /**
     * What a request is about.
     *
     * @param of cluster, node or tenant
     * @param name null for the cluster
     */
    private record Subject(
            String of,
            String name,
            Function<ModeState, Optional<Mode>> mode,
            BiFunction<ModeState, Optional<Mode>, ModeState> change) {}

    private Subject ofCluster(Context context) {
        return new Subject(CLUSTER, null, ModeState::cluster, ModeState::withCluster);
    }

    private Subject ofNode(Context context) {
        String node = NodeBook.checkNode(context.pathParam("node"));
        return new Subject("node", node, state -> state.own(node), (state, mode) -> state.withNode(node, mode));
    }

    private Subject ofTenant(Context context) {
        Tenant tenant = TenantTerms.tenantNamed("tenant", context.pathParam("tenant"));
        return new Subject(
                "tenant", tenant.name(), state -> state.own(tenant), (state, mode) -> state.withTenant(tenant, mode));
    }

    private void put(Context context, Function<Context, Subject> about) {
        Subject subject = about.apply(context);
        String label = RequestBody.of(context, "mode").text("mode");
        Mode mode = Mode.labelled(label).orElseThrow(() -> new InvalidInput("mode", label, Mode.LABELS));
        Policy known = policy.now();
        if (subject.of.equals("tenant")
                && known.terms(Tenant.named(subject.name)).isEmpty()) {
            throw Problem.notFound("tenant", subject.name, known.tenantNames());
        }
        change(context, subject, Optional.of(mode));
        Answers.json(context, 200, ModeAnswer.of(subject.of, subject.name, Optional.of(mode)));
    }

    private void delete(Context context, Function<Context, Subject> about) {
        change(context, about.apply(context), Optional.empty());
        context.status(204);
    }

    private void change(Context context, Subject subject, Optional<Mode> mode) {
        ModeState unused =
                book.change(state -> subject.change.apply(state, mode), Answers.dryRun(context), (before, after) -> {
                    audit.happened(
                            Gate.origin(context),
                            "mode.changed",
                            subject.name == null ? CLUSTER : subject.of + " " + subject.name,
                            label(subject.mode.apply(before)) + " -> " + label(subject.mode.apply(after)));
                    canary.tellEnd(context, before, after);
                });
    }

    private static String label(Optional<Mode> mode) {
        return mode.map(Mode::label).orElse("none of its own");
    }

    private void list(Context context) {
        ModeState now = book.now();
        List<ModeAnswer> all = new ArrayList<>();
        now.nodes().forEach((node, mode) -> all.add(ModeAnswer.of("node", node, Optional.of(mode))));
        now.tenants().forEach((tenant, mode) -> all.add(ModeAnswer.of("tenant", tenant.name(), Optional.of(mode))));
        Page<ModeAnswer> page = Page.of(context, all, each -> each.of + " " + each.name);
        String cluster = now.cluster().map(Mode::label).orElse(null);
        Answers.json(
                context, 200, new ModesAnswer(cluster, page.items(), behind(now), canary.answer(now), page.next()));
    }

    /** Nodes that go by another mode than they are told: for a moment, or because their version knows none. */
    private List<String> behind(ModeState now) {
        Modes modes = now.modes();
        return nodes.nodes().stream()
                .filter(NodeReport::answering)
                .map(NodeReport::usage)
                .filter(usage -> modes.of(usage.node())
                        .filter(told -> told != usage.mode().orElse(Mode.ENFORCE))
                        .isPresent())
                .map(usage ->
                        usage.node() + ": " + usage.mode().orElse(Mode.ENFORCE).label())
                .limit(ModeState.MOST)
                .toList();
    }

    private void shadow(Context context) {
        Outlook outlook = outlook();
        Page<TenantOutlook> page = Page.of(context, outlook.tenants(), TenantOutlook::tenant);
        Answers.json(context, 200, new ShadowAnswer(outlook.summary(), page.items(), page.next()));
    }

    /** One at a time: on a large cluster it is as much work as several balances. */
    private synchronized Outlook outlook() {
        return Outlook.of(nodes.nodes(), policy.now(), factors.get(), book.now().modes());
    }
}
