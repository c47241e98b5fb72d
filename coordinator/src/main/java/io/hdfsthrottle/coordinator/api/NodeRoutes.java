package io.hdfsthrottle.coordinator.api;

import io.hdfsthrottle.coordinator.access.Authority;
import io.hdfsthrottle.coordinator.admission.Admission.Permit;
import io.hdfsthrottle.coordinator.grant.GrantBook;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.offer.VolumeOffer;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdateJson;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.KeyFingerprints;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.link.CoordinatorLink;
import io.hdfsthrottle.localio.DiskUse;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.ExecutorStanding;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.localio.LocalIoJson;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.PathCoverage;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.UsageReportJson;
import io.hdfsthrottle.usage.VolumeUsage;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** REST endpoints {@code /v1/nodes}: agents fetch grants and report usage; users query nodes. */
final class NodeRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(NodeRoutes.class);

    /** A DataNode has tens of disks and tens of tenants; this is for hundreds. */
    static final int LARGEST_REPORT_BYTES = 1 << 20;

    /** Each line of a report is an object of about ten members. */
    private static final int MOST_REPORT_PARTS = 12 * NodeBook.MOST_LINES;

    /** Maximum number of reports parsed at a time: a parsed report takes many times its bytes. */
    private static final int PARSED_AT_ONCE = 4;

    private static final int LARGEST_QUESTION_BYTES = 192 << 10;
    private static final int MOST_QUESTION_PARTS = CoordinatorLink.MOST_APPLICATIONS + 10;
    private static final long LONGEST_WAIT_SECONDS = 60;

    private final Services services;
    private final GrantBook grants;
    private final NodeBook nodes;
    private final Executor answering;
    private final Semaphore parsing = new Semaphore(PARSED_AT_ONCE);

    /** @param answering writes the answers of waiting requests */
    NodeRoutes(Services services, Executor answering) {
        this.services = services;
        this.grants = services.grants();
        this.nodes = services.nodes();
        this.answering = answering;
    }

    private record TenantLine(
            String tenant,
            double weight,
            long bytes,
            long bytesPerSecond,
            long entitlementBytesPerSecond,
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
        static CoverLine of(PathCoverage cover) {
            return new CoverLine(cover.path(), cover.coveredBy(), cover.reason());
        }
    }

    private record DiskLine(
            String device,
            long totalBytesPerSecond,
            long hdfsBytesPerSecond,
            long executorsBytesPerSecond,
            long unclaimedBytesPerSecond) {
        static DiskLine of(DiskUse use) {
            return new DiskLine(
                    use.device(),
                    use.total().bytesPerSecond(),
                    use.hdfs().bytesPerSecond(),
                    use.executors().bytesPerSecond(),
                    use.unclaimed().bytesPerSecond());
        }
    }

    private record ExecutorLine(
            String application, String executor, String tenant, String state, long bytesPerSecond, String reason) {
        static ExecutorLine of(ExecutorStanding standing) {
            return new ExecutorLine(
                    standing.application(),
                    standing.executor(),
                    standing.tenant().name(),
                    standing.state().label(),
                    standing.rate().bytesPerSecond(),
                    standing.reason());
        }
    }

    private record VolumeAnswer(
            String volume,
            Long capacityBytesPerSecond,
            long reservedBytesPerSecond,
            Long freeToReserveBytesPerSecond,
            long movedBytesPerSecond,
            Long freeNowBytesPerSecond,
            DiskLine disk,
            List<TenantLine> tenants,
            List<CoverLine> coverage) {
        static VolumeAnswer of(VolumeUsage usage, VolumeOffer offer) {
            return new VolumeAnswer(
                    usage.volume(),
                    usage.capacity().map(Rate::bytesPerSecond).orElse(null),
                    offer.reserved().bytesPerSecond(),
                    offer.freeToReserve().map(Rate::bytesPerSecond).orElse(null),
                    offer.moved().bytesPerSecond(),
                    offer.freeNow().map(Rate::bytesPerSecond).orElse(null),
                    usage.disk().map(DiskLine::of).orElse(null),
                    usage.tenants().stream().map(TenantLine::of).toList(),
                    usage.coverage().stream().map(CoverLine::of).toList());
        }
    }

    private record NodeAnswer(
            String node,
            String state,
            String mode,
            boolean answering,
            long ageMillis,
            long epoch,
            long sequence,
            String keys,
            List<ExecutorLine> executors,
            List<VolumeAnswer> volumes) {
        static NodeAnswer of(NodeReport report, KeyFingerprints own, Function<UsageReport, List<VolumeOffer>> offers) {
            UsageReport usage = report.usage();
            List<VolumeOffer> volumes = offers.apply(usage);
            return new NodeAnswer(
                    usage.node(),
                    usage.pacing() ? "pacing" : "passing",
                    usage.mode().map(Mode::label).orElse(null),
                    report.answering(),
                    report.age().toMillis(),
                    usage.grant().epoch(),
                    usage.grant().sequence(),
                    usage.keys().map(keys -> compared(keys, own)).orElse(null),
                    usage.executors().stream().map(ExecutorLine::of).toList(),
                    IntStream.range(0, volumes.size())
                            .mapToObj(i -> VolumeAnswer.of(usage.volumes().get(i), volumes.get(i)))
                            .toList());
        }
    }

    /**
     * Compares a node's keys with this coordinator's: same, former if it verifies tags but signs with another one than
     * coordinators do, different, or the node's report that it has none or cannot use them.
     */
    private static String compared(String reported, KeyFingerprints own) {
        return KeyFingerprints.parse(reported)
                .map(theirs -> !theirs.believe(own) ? "different" : theirs.beginAs(own) ? "same" : "former")
                .orElse(reported);
    }

    void addTo(RoutesConfig routes) {
        routes.get("/v1/nodes", this::list, Needs.VIEW);
        routes.get("/v1/nodes/{node}", this::get, Needs.VIEW);
        routes.get("/v1/nodes/{node}/grant", this::grant, Needs.NODE);
        routes.post("/v1/nodes/{node}/applications", this::applications, Needs.NODE);
        routes.post("/v1/nodes/{node}/usage", this::report, Needs.NODE);
    }

    private void list(Context context) {
        KeyFingerprints own = services.keys().get();
        Function<UsageReport, List<VolumeOffer>> offers =
                services.registrations().offering().volumes();
        Page<NodeReport> page =
                Page.of(context, nodes.nodes(), report -> report.usage().node());
        context.status(200).contentType("application/json");
        OutputStream out = context.outputStream();
        try {
            // Node by node: all of them at once would take more memory than their reports.
            String before = "{\"nodes\":[";
            for (NodeReport report : page.items()) {
                out.write((before + Json.write(NodeAnswer.of(report, own, offers))).getBytes(StandardCharsets.UTF_8));
                before = ",";
            }
            String end = (before.equals(",") ? "" : before) + "],\"next\":" + Json.write(page.next()) + "}";
            out.write(end.getBytes(StandardCharsets.UTF_8));
        } catch (IOException gone) {
            LOG.debug("The caller that asked for the nodes is gone: {}", gone.toString());
        }
    }

    private void get(Context context) {
        String node = node(context);
        Answers.json(
                context,
                200,
                nodes.node(node)
                        .map(report -> NodeAnswer.of(
                                report,
                                services.keys().get(),
                                services.registrations().offering().volumes()))
                        .orElseThrow(() -> Problem.notFound("No report of node " + node + " is known")));
    }

    private void grant(Context context) {
        String node = itself(context);
        checkWire(Answers.count(context, "wire", 1, Integer.MAX_VALUE));
        GrantPosition known = GrantPosition.of(
                version(context, "epoch", "sequence"),
                version(context, "termsEpoch", "termsSequence"),
                Answers.count(context, "applications", 0, Long.MAX_VALUE));
        Duration patience = Duration.ofSeconds(Answers.count(context, "waitSeconds", 0, LONGEST_WAIT_SECONDS));
        CompletableFuture<Optional<Boolean>> news = grants.awaitNews(node, known, patience);
        if (!news.isDone()) {
            Gate.await(context, node, news);
        }
        context.future(() -> news.thenAcceptAsync(
                told -> answer(context, told.flatMap(some -> grants.update(node, known))), answering));
    }

    private static GrantVersion version(Context context, String epoch, String sequence) {
        return GrantVersion.of(
                Answers.count(context, epoch, 0, Long.MAX_VALUE), Answers.count(context, sequence, 0, Long.MAX_VALUE));
    }

    /** A request without a version has the first one. */
    private static void checkWire(long wire) {
        if (wire != GrantUpdateJson.WIRE) {
            throw Problem.malformed("This coordinator speaks wire " + GrantUpdateJson.WIRE
                    + " to nodes, and the node wire " + wire + ": upgrade the older of the two");
        }
    }

    private void applications(Context context) {
        String node = itself(context);
        Permit room = Gate.admission(context).body(LARGEST_QUESTION_BYTES);
        try {
            byte[] body = RequestBody.bytes(context, LARGEST_QUESTION_BYTES, MOST_QUESTION_PARTS);
            List<String> ids = GrantUpdateJson.readQuestion(
                    new String(body, StandardCharsets.UTF_8), CoordinatorLink.MOST_APPLICATIONS);
            if (!ids.stream().allMatch(AppTag::isApplication)) {
                throw Problem.malformed("An application's id is " + AppTag.APPLICATION_RULE);
            }
            context.status(200).result(grants.applications(node, ids)).contentType("application/json");
        } catch (MalformedJsonException | IllegalArgumentException malformed) {
            throw Problem.malformed("No question for applications: " + malformed.getMessage());
        } finally {
            room.close();
        }
    }

    private static void answer(Context context, Optional<String> update) {
        if (update.isPresent()) {
            context.status(200).result(update.get()).contentType("application/json");
        } else {
            context.status(204);
        }
    }

    private void report(Context context) {
        String node = itself(context);
        long length = context.req().getContentLengthLong();
        int expected = length < 0 ? LARGEST_REPORT_BYTES : (int) Math.min(length, LARGEST_REPORT_BYTES);
        Permit room = Gate.admission(context).body(expected);
        try {
            byte[] body = RequestBody.bytes(context, LARGEST_REPORT_BYTES, MOST_REPORT_PARTS);
            UsageReport usage = parsed(body);
            if (nodes.report(node, usage, context.ip())) {
                services.newcomer().run();
            }
            List<LocalExecutor> here = usage.machine()
                    .map(machine -> nodes.executors().on(machine, this::owned))
                    .orElse(List.of());
            if (here.isEmpty()) {
                context.status(204);
            } else {
                context.status(200).result(LocalIoJson.executors(here)).contentType("application/json");
            }
        } catch (MalformedJsonException | IllegalArgumentException malformed) {
            throw Problem.malformed("No usage report: " + malformed.getMessage());
        } finally {
            room.close();
        }
    }

    private Optional<LocalExecutor> owned(String id, ExecutorClaim claim) {
        return services.applications()
                .application(id)
                .map(alive -> LocalExecutor.of(
                        id, alive.user(), services.registrations().tenantOf(alive), claim));
    }

    private UsageReport parsed(byte[] body) throws MalformedJsonException {
        parsing.acquireUninterruptibly();
        try {
            return UsageReportJson.read(new String(body, StandardCharsets.UTF_8));
        } finally {
            parsing.release();
        }
    }

    private static String node(Context context) {
        return NodeBook.checkNode(context.pathParam("node"));
    }

    /** The node that the caller is. */
    private static String itself(Context context) {
        String node = node(context);
        Authority by = Gate.of(context);
        if (!by.speaksFor(node)) {
            throw Problem.forbidden("The credential " + by.name() + " speaks for a node of its own name only, not for "
                    + node + "; make that node's key on a coordinator: hdfs-throttle node-key HOST");
        }
        return node;
    }
}
