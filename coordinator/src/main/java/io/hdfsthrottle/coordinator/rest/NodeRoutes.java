package io.hdfsthrottle.coordinator.rest;

import io.hdfsthrottle.coordinator.ledger.GrantBook;
import io.hdfsthrottle.coordinator.ledger.GrantBook.Published;
import io.hdfsthrottle.coordinator.ledger.NodeBook;
import io.hdfsthrottle.coordinator.ledger.NodeReport;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.KeyFingerprints;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.link.PathCover;
import io.hdfsthrottle.link.UsageReport;
import io.hdfsthrottle.link.UsageReport.TenantUsage;
import io.hdfsthrottle.link.UsageReport.VolumeUsage;
import io.hdfsthrottle.link.WireFormat;
import io.hdfsthrottle.unit.Rate;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** {@code /v1/nodes}: agents fetch grants and report usage; people look. */
final class NodeRoutes {
    /** A DataNode has tens of disks and tens of tenants; this is for hundreds. */
    static final int LARGEST_REPORT_BYTES = 1 << 20;

    private static final long LONGEST_WAIT_SECONDS = 60;

    private final GrantBook grants;
    private final NodeBook nodes;
    private final Supplier<KeyFingerprints> keys;
    private final Executor answering;

    /**
     * Routes to these books.
     *
     * @param keys the signing keys that this coordinator has
     * @param answering writes the answers of those who waited
     */
    NodeRoutes(GrantBook grants, NodeBook nodes, Supplier<KeyFingerprints> keys, Executor answering) {
        this.grants = grants;
        this.nodes = nodes;
        this.keys = keys;
        this.answering = answering;
    }

    private record TenantLine(
            String tenant,
            double weight,
            long bytes,
            long bytesPerSecond,
            long entitlement,
            boolean backlogged,
            long waitedMillis) {
        static TenantLine of(TenantUsage usage) {
            return new TenantLine(
                    usage.tenant().name(),
                    usage.weight(),
                    usage.bytes(),
                    usage.rate().bytesPerSecond(),
                    usage.entitlement().bytesPerSecond(),
                    usage.backlogged(),
                    usage.waited().toMillis());
        }
    }

    private record CoverLine(String path, List<String> coveredBy, String reason) {
        static CoverLine of(PathCover cover) {
            return new CoverLine(cover.path(), cover.coveredBy(), cover.reason());
        }
    }

    private record VolumeAnswer(String volume, Long capacity, List<TenantLine> tenants, List<CoverLine> coverage) {
        static VolumeAnswer of(VolumeUsage usage) {
            return new VolumeAnswer(
                    usage.volume(),
                    usage.capacity().map(Rate::bytesPerSecond).orElse(null),
                    usage.tenants().stream().map(TenantLine::of).toList(),
                    usage.coverage().stream().map(CoverLine::of).toList());
        }
    }

    private record NodeAnswer(
            String node,
            String state,
            boolean answering,
            long ageMillis,
            long epoch,
            long sequence,
            String keys,
            List<VolumeAnswer> volumes) {
        static NodeAnswer of(NodeReport report, KeyFingerprints own) {
            UsageReport usage = report.usage();
            return new NodeAnswer(
                    usage.node(),
                    usage.pacing() ? "pacing" : "passing",
                    report.answering(),
                    report.age().toMillis(),
                    usage.grant().epoch(),
                    usage.grant().sequence(),
                    usage.keys().map(keys -> compared(keys, own)).orElse(null),
                    usage.volumes().stream().map(VolumeAnswer::of).toList());
        }
    }

    /** What a node's keys are worth: it says that it has none or cannot use them, or they are the same as here or different. */
    private static String compared(String reported, KeyFingerprints own) {
        return KeyFingerprints.parse(reported)
                .map(theirs -> theirs.believe(own) ? "same" : "different")
                .orElse(reported);
    }

    private record NodesAnswer(List<NodeAnswer> nodes) {}

    void addTo(RoutesConfig routes) {
        routes.get("/v1/nodes", this::list, Needs.VIEW);
        routes.get("/v1/nodes/{node}", this::get, Needs.VIEW);
        routes.get("/v1/nodes/{node}/grant", this::grant, Needs.NODE);
        routes.post("/v1/nodes/{node}/usage", this::report, Needs.NODE);
    }

    private void list(Context context) {
        KeyFingerprints own = keys.get();
        Answers.json(
                context,
                200,
                new NodesAnswer(nodes.nodes().stream()
                        .map(report -> NodeAnswer.of(report, own))
                        .toList()));
    }

    private void get(Context context) {
        String node = node(context);
        Answers.json(
                context,
                200,
                nodes.node(node)
                        .map(report -> NodeAnswer.of(report, keys.get()))
                        .orElseThrow(() -> Problem.notFound("No report of node " + node + " is known")));
    }

    private void grant(Context context) {
        String unused = node(context);
        GrantVersion known = GrantVersion.of(
                Answers.count(context, "epoch", 0, Long.MAX_VALUE),
                Answers.count(context, "sequence", 0, Long.MAX_VALUE));
        Duration patience = Duration.ofSeconds(Answers.count(context, "waitSeconds", 0, LONGEST_WAIT_SECONDS));
        context.future(() ->
                grants.otherThan(known, patience).thenAcceptAsync(granted -> answer(context, granted), answering));
    }

    private static void answer(Context context, Optional<Published> granted) {
        if (granted.isPresent()) {
            context.status(200).result(granted.get().json()).contentType("application/json");
        } else {
            context.status(204);
        }
    }

    private void report(Context context) {
        String node = node(context);
        String body = new String(RequestBody.bytes(context, LARGEST_REPORT_BYTES), StandardCharsets.UTF_8);
        try {
            nodes.report(node, WireFormat.usageFromJson(body));
        } catch (MalformedJsonException | IllegalArgumentException malformed) {
            throw Problem.malformed("No usage report: " + malformed.getMessage());
        }
        context.status(204);
    }

    private static String node(Context context) {
        return NodeBook.checkNode(context.pathParam("node"));
    }
}
