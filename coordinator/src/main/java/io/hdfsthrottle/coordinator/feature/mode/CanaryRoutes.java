package io.hdfsthrottle.coordinator.feature.mode;

import io.hdfsthrottle.coordinator.api.Answers;
import io.hdfsthrottle.coordinator.api.Gate;
import io.hdfsthrottle.coordinator.api.Needs;
import io.hdfsthrottle.coordinator.api.Problem;
import io.hdfsthrottle.coordinator.api.RequestBody;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.mode.Mode;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** REST endpoint {@code /v1/modes/canary}: one node that enforces in a cluster in shadow. */
record CanaryRoutes(ModeBook book, NodeBook nodes, AuditTrail audit, CanaryWatch watch) {
    private static final String PATH = "/v1/modes/canary";

    /** @param standing how it compares, for people; null right after it began */
    record CanaryAnswer(
            String node,
            String state,
            int slowerPercent,
            int throughputPercent,
            int errors,
            int forSeconds,
            int p99Percent,
            String standing) {
        static CanaryAnswer of(Canary canary, String standing) {
            Bounds bounds = canary.bounds();
            return new CanaryAnswer(
                    canary.node(),
                    canary.enforces() ? "enforcing" : "failed",
                    bounds.slowerPercent(),
                    bounds.throughputPercent(),
                    bounds.errors(),
                    bounds.forSeconds(),
                    bounds.p99Percent().orElse(0),
                    standing);
        }
    }

    void addTo(RoutesConfig routes) {
        routes.put(PATH, this::begin, Needs.ADMIN);
        routes.delete(PATH, this::end, Needs.ADMIN);
    }

    /** The one that there is; null for none. */
    CanaryAnswer answer(ModeState now) {
        return now.canary()
                .map(each -> CanaryAnswer.of(each, watch.standing(each)))
                .orElse(null);
    }

    private static Bounds bounds(RequestBody body) {
        return new Bounds(
                number(body, "slowerPercent", Bounds.USUAL.slowerPercent()),
                number(body, "throughputPercent", Bounds.USUAL.throughputPercent()),
                number(body, "errors", Bounds.USUAL.errors()),
                number(body, "forSeconds", Bounds.USUAL.forSeconds()),
                Optional.of(number(body, "p99Percent", 0)));
    }

    private static int number(RequestBody body, String member, int otherwise) {
        return body.optionalWholeNumber(member, "a whole number").orElse(otherwise);
    }

    private void begin(Context context) {
        RequestBody body = RequestBody.of(
                context, "node", "slowerPercent", "throughputPercent", "errors", "forSeconds", "p99Percent");
        String node = NodeBook.checkNode(body.text("node"));
        Canary canary = Canary.of(node, bounds(body));
        List<String> answering = nodes.nodes().stream()
                .filter(NodeReport::answering)
                .map(report -> report.usage().node())
                .toList();
        if (!answering.contains(node)) {
            throw Problem.notFound("node that reports by the name", node, answering);
        }
        if (answering.size() < 2) {
            throw noPeers("no other node reports");
        }
        ModeState unused = book.change(
                state -> {
                    if (state.cluster().filter(Mode.SHADOW::equals).isEmpty()) {
                        throw noPeers("the mode of the cluster is "
                                + state.cluster().map(Mode::label).orElse("none")
                                + "; begin with hdfs-throttle mode shadow");
                    }
                    return state.withCanary(canary);
                },
                Answers.dryRun(context),
                (before, after) -> {
                    tellEnd(context, before, after);
                    tell(context, "canary.began", canary);
                });
        Answers.json(context, 200, CanaryAnswer.of(canary, null));
    }

    private static Problem noPeers(String why) {
        return Problem.conflict(
                "no-peers",
                "There is nobody to compare a canary with",
                "A canary is compared with nodes in shadow, and " + why,
                Map.of());
    }

    private void end(Context context) {
        ModeState unused = book.change(
                ModeState::withoutCanary, Answers.dryRun(context), (before, after) -> tellEnd(context, before, after));
        context.status(204);
    }

    /** If a change ended one, or replaced it. */
    void tellEnd(Context context, ModeState before, ModeState after) {
        before.canary()
                .filter(ended -> !after.canary().equals(Optional.of(ended)))
                .ifPresent(ended -> tell(context, "canary.ended", ended));
    }

    private void tell(Context context, String event, Canary canary) {
        audit.happened(
                Gate.origin(context), event, canary.node(), canary.bounds().toString());
    }
}
