package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.coordinator.access.Authority;
import io.hdfsthrottle.coordinator.access.Role;
import io.hdfsthrottle.coordinator.api.Answers;
import io.hdfsthrottle.coordinator.api.EntityTag;
import io.hdfsthrottle.coordinator.api.Gate;
import io.hdfsthrottle.coordinator.api.Needs;
import io.hdfsthrottle.coordinator.api.Page;
import io.hdfsthrottle.coordinator.api.Problem;
import io.hdfsthrottle.coordinator.api.RequestBody;
import io.hdfsthrottle.coordinator.api.Routes;
import io.hdfsthrottle.coordinator.application.Registrations;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.node.DiskKind;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * REST endpoints {@code /v1/disks}: the disks and their leaseholders; {@code /v1/leases}: clients lease disks, renew,
 * resize and end leases.
 */
record LeaseRoutes(LeaseBook book, Registrations registrations, AuditTrail audit) implements Routes {
    private static final String HOW_MANY = "a whole number from 1 to " + LeaseRequest.MOST_DISKS;

    private static final String WHICH =
            "disks as a lease holds them, for example [{\"node\": \"dn1:9866\", \"volumes\": [\"DS-5f0c\"]}]";

    private record DisksAnswer(boolean on, List<DiskAnswer> disks, String next) {}

    private record LeasesAnswer(boolean on, List<LeaseAnswer> leases, String next) {}

    @Override
    public List<String> sections() {
        return List.of("disks.js", "leases.js");
    }

    @Override
    public void addTo(RoutesConfig routes, Executor answering) {
        routes.get("/v1/disks", this::disks, Needs.VIEW);
        routes.get("/v1/leases", this::list, Needs.VIEW);
        routes.post("/v1/leases", this::request, Needs.REGISTER);
        routes.get("/v1/leases/{lease}", this::get, Needs.VIEW);
        routes.put("/v1/leases/{lease}", this::resize, Needs.REGISTER);
        routes.post("/v1/leases/{lease}/renewal", this::renew, Needs.REGISTER);
        routes.delete("/v1/leases/{lease}", this::end, Needs.REGISTER);
    }

    private void disks(Context context) {
        Page<DiskLine> page = Page.of(context, book.disks(), line -> {
            DiskName name = line.disk().name();
            return name.node() + " " + name.volumes().get(0);
        });
        Answers.json(context, 200, new DisksAnswer(book.settings().on(), page.map(DiskAnswer::of), page.next()));
    }

    private void list(Context context) {
        Page<Lease> page = Page.of(context, book.ledger().leases(), Lease::id);
        Answers.json(context, 200, new LeasesAnswer(book.settings().on(), page.map(this::answer), page.next()));
    }

    private void get(Context context) {
        Lease lease = lease(context);
        tagged(context, lease, answer(lease));
    }

    private static void tagged(Context context, Lease lease, LeaseAnswer answer) {
        Answers.json(context, 200, answer);
        context.header("ETag", EntityTag.of(LeaseAnswer.resizable(lease)));
    }

    private LeaseAnswer answer(Lease lease) {
        return answer(lease, Optional.ofNullable(book.outlooks().get(lease.id())));
    }

    private LeaseAnswer answer(Lease lease, Optional<Outlook> outlook) {
        return LeaseAnswer.of(
                lease, outlook, book.othersIo(lease), book.settings().strangersFloor());
    }

    private void request(Context context) {
        RequestBody body = RequestBody.of(
                context, "disks", "nodes", "holds", "kind", "forSeconds", "waitSeconds", "tenant", "user", "drain");
        Authority by = Gate.of(context);
        String user = Gate.user(by, body.optionalText("user"));
        LeaseRequest ask = new LeaseRequest(
                        registrations.tenantOf(user, body.optionalText("tenant"), by),
                        user,
                        1,
                        1,
                        DiskKind.asked(body.optionalText("kind")),
                        body.seconds("forSeconds", book.settings().longest()),
                        body.optionalSeconds("waitSeconds", LeaseRequest.LONGEST_WAIT)
                                .orElse(Duration.ZERO))
                .drained(body.flag("drain"));
        Decision decision = book.request(size(body).apply(ask), owner(by), Answers.dryRun(context));
        if (decision instanceof Decision.Granted granted) {
            record(context, "lease.granted", granted.lease());
            Answers.json(context, 201, answer(granted.lease(), Optional.empty()));
        } else if (decision instanceof Decision.Queued queued) {
            record(context, "lease.queued", queued.lease());
            Answers.json(context, 202, answer(queued.lease(), Optional.of(queued.outlook())));
        } else {
            throw refused((Decision.Refused) decision);
        }
    }

    /** How many disks, or which, are asked for: what is not given stays as it was. */
    private UnaryOperator<LeaseRequest> size(RequestBody body) {
        OptionalInt disks = body.optionalWholeNumber("disks", HOW_MANY);
        OptionalInt nodes = body.optionalWholeNumber("nodes", HOW_MANY);
        List<DiskName> those = body.objects("holds", WHICH, "node", "volumes").stream()
                .map(LeaseRoutes::disk)
                .toList();
        if (those.isEmpty()) {
            return ask -> ask.sized(disks.orElse(ask.disks()), nodes.orElse(ask.nodes()));
        }
        if (disks.isPresent() || nodes.isPresent()) {
            throw new InvalidInput("holds", those.size() + " disks", "no disks and nodes beside it: it names all");
        }
        book.requireDisks(those);
        return ask -> ask.named(those);
    }

    private static DiskName disk(RequestBody body) {
        String node = body.text("node");
        List<String> volumes = body.texts("volumes", WHICH).orElse(List.of());
        if (volumes.isEmpty()) {
            throw new InvalidInput("holds.volumes", "[]", WHICH);
        }
        return new DiskName(node, volumes);
    }

    private void resize(Context context) {
        Lease lease = lease(context);
        if (!lease.owner().equals(owner(Gate.of(context)))) {
            throw Problem.forbidden("A lease is resized by who asked for it");
        }
        UnaryOperator<LeaseRequest> size = size(RequestBody.of(context, "disks", "nodes", "holds"));
        Decision decision = book.resize(lease.id(), size, expected(context), Answers.dryRun(context))
                .orElseThrow(() -> unknown(lease.id()));
        if (decision instanceof Decision.Granted granted) {
            record(context, "lease.resized", granted.lease());
            tagged(context, granted.lease(), answer(granted.lease(), Optional.empty()));
        } else {
            throw refused((Decision.Refused) decision);
        }
    }

    private static Consumer<Lease> expected(Context context) {
        Consumer<Optional<?>> expected = EntityTag.expected(context, "this lease");
        return lease -> expected.accept(Optional.of(LeaseAnswer.resizable(lease)));
    }

    private void renew(Context context) {
        Lease lease = own(context);
        Duration time = RequestBody.of(context, "forSeconds")
                .seconds("forSeconds", book.settings().longest());
        Decision decision =
                book.renew(lease.id(), time, Answers.dryRun(context)).orElseThrow(() -> unknown(lease.id()));
        if (decision instanceof Decision.Granted granted) {
            record(context, "lease.renewed", granted.lease());
            Answers.json(context, 200, answer(granted.lease(), Optional.empty()));
        } else {
            throw refused((Decision.Refused) decision);
        }
    }

    private void end(Context context) {
        Lease asked = own(context);
        Lease ended =
                book.end(asked.id(), expected(context), Answers.dryRun(context)).orElseThrow(() -> unknown(asked.id()));
        record(context, ended.owner().equals(owner(Gate.of(context))) ? "lease.released" : "lease.revoked", ended);
        context.status(204);
    }

    private void record(Context context, String event, Lease lease) {
        if (!Answers.dryRun(context)) {
            String which = lease.disks().stream().map(disk -> ", " + disk).collect(Collectors.joining());
            audit.happened(
                    Gate.origin(context),
                    event,
                    lease.id(),
                    lease.ask().total() + " disks of " + lease.ask().user() + which);
        }
    }

    private static Problem refused(Decision.Refused refused) {
        return Problem.conflict(
                "no-disks",
                "These disks cannot be leased",
                refused.sentence(),
                LeaseAnswer.refusal(refused.reason().name().toLowerCase(Locale.ROOT), refused.outlook()));
    }

    /** The lease, if the caller asked for it or is an administrator. */
    private Lease own(Context context) {
        Lease lease = lease(context);
        Authority by = Gate.of(context);
        if (!by.may(Role.ADMIN) && !lease.owner().equals(owner(by))) {
            throw Problem.forbidden("A lease is renewed and ended by who asked for it, or by an administrator");
        }
        return lease;
    }

    private static String owner(Authority by) {
        return by.user().map("user "::concat).orElse(by.name());
    }

    private Lease lease(Context context) {
        String id = context.pathParam("lease");
        return book.ledger().lease(id).orElseThrow(() -> unknown(id));
    }

    private static Problem unknown(String id) {
        return Problem.notFound("There is no lease " + id + "; it may have ended");
    }
}
