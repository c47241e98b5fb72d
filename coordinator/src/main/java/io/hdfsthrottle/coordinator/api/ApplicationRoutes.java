package io.hdfsthrottle.coordinator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.google.common.base.Throwables;
import io.hdfsthrottle.coordinator.application.Application;
import io.hdfsthrottle.coordinator.application.ApplicationBook;
import io.hdfsthrottle.coordinator.application.InsufficientCapacity;
import io.hdfsthrottle.coordinator.application.Registrations;
import io.hdfsthrottle.coordinator.application.Registrations.Proof;
import io.hdfsthrottle.coordinator.application.Registrations.Registered;
import io.hdfsthrottle.coordinator.application.Registrations.Request;
import io.hdfsthrottle.coordinator.application.Reservations;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.audit.Origin;
import io.hdfsthrottle.coordinator.node.ActivityBook;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.offer.AdmissionText;
import io.hdfsthrottle.coordinator.offer.Decision;
import io.hdfsthrottle.coordinator.offer.ReservationRequest;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.replica.ReplicaBook;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.part.PartTermsJson;
import io.hdfsthrottle.unit.Rate;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * REST endpoints {@code /v1/applications}: applications register, renew and leave; users query them. All take a JSON
 * body, which no HTML form can send: browsers add tickets by themselves.
 */
final class ApplicationRoutes {
    private final ApplicationBook book;
    private final Registrations registrations;
    private final ReplicaBook replicas;
    private final NodeBook nodes;
    private final AuditTrail audit;
    private final Executor answering;

    /** @param answering writes the answers that waited until a change was persisted */
    ApplicationRoutes(Services services, Executor answering) {
        this.answering = answering;
        this.book = services.applications();
        this.registrations = services.registrations();
        this.replicas = ReplicaBook.of(services.nodes(), () -> services.policy().now());
        this.nodes = services.nodes();
        this.audit = services.audit();
    }

    /** Without secrets and tags, which only the registrant receives. */
    private record ApplicationAnswer(
            String application,
            String name,
            String user,
            String claims,
            String tenant,
            long notBefore,
            boolean verified,
            String per,
            long reservationBytesPerSecond,
            Long limitBytesPerSecond,
            Map<String, Integer> poolWeights,
            AdmissionAnswer admission,
            long waitedMillis,
            long bytes,
            long bytesPerSecond) {}

    /** State of an application's reservation; what requires a decision is null in lists. */
    private record AdmissionAnswer(
            String mode,
            String state,
            List<String> nodes,
            int parts,
            Long waitsForBytesPerSecond,
            Long since,
            Boolean covered,
            Long freeBytesPerSecond,
            String bound,
            Integer ahead,
            Long enoughInSeconds,
            String sentence) {
        static AdmissionAnswer of(Application application, Optional<Reservations.Standing> standing) {
            ReservationRequest ask = application.ask();
            boolean holds = !application.terms().reservation().equals(Rate.ZERO);
            Optional<Decision> decision = standing.map(Reservations.Standing::decision);
            Optional<Decision.NotNow> notNow =
                    decision.filter(Decision.NotNow.class::isInstance).map(Decision.NotNow.class::cast);
            return new AdmissionAnswer(
                    ask.mode().label(),
                    ask.waitsFor().isPresent() ? "queued" : holds ? "admitted" : "none",
                    ask.nodes(),
                    ask.parts(),
                    ask.waitsFor().map(Rate::bytesPerSecond).orElse(null),
                    ask.since() == 0 ? null : ask.since(),
                    decision.map(Decision.Admitted.class::isInstance).orElse(null),
                    decision.map(each -> each.room().free().bytesPerSecond()).orElse(null),
                    decision.map(each -> each.room().bound().label()).orElse(null),
                    notNow.map(Decision.NotNow::ahead).orElse(null),
                    notNow.flatMap(Decision.NotNow::earliest)
                            .map(AdmissionText::seconds)
                            .orElse(null),
                    standing.map(Reservations.Standing::sentence).orElse(null));
        }
    }

    private record ApplicationsAnswer(List<ApplicationAnswer> applications, String next) {}

    private record RegisteredAnswer(
            String application,
            String tenant,
            String tag,
            long notBefore,
            String secret,
            long renewSeconds,
            long expiresSeconds,
            String shortCircuit,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String remark) {}

    void addTo(RoutesConfig routes) {
        routes.get("/v1/applications", this::list, Needs.VIEW);
        routes.post("/v1/applications", this::register, Needs.REGISTER);
        routes.get("/v1/applications/{application}", this::get, Needs.VIEW);
        routes.put("/v1/applications/{application}", this::change, Needs.REGISTER);
        routes.delete("/v1/applications/{application}", this::withdraw, Needs.REGISTER);
        routes.post("/v1/applications/{application}/renewal", this::renew, Needs.REGISTER);
        routes.get("/v1/applications/{application}/replicas", this::showReplicas, Needs.VIEW);
        routes.post("/v1/applications/{application}/replicas", this::askForReplicas, Needs.REGISTER);
    }

    private void list(Context context) {
        Page<Application> page = Page.of(context, book.applications(), Application::id);
        Answers.json(context, 200, new ApplicationsAnswer(page.map(this::answer), page.next()));
    }

    private void get(Context context) {
        String id = id(context);
        tagged(context, book.application(id).orElseThrow(() -> unknown(id)));
    }

    private void register(Context context) {
        RequestBody body = RequestBody.of(
                context,
                "application",
                "name",
                "user",
                "tenant",
                "notBefore",
                "secret",
                "per",
                "reservationBytesPerSecond",
                "limitBytesPerSecond",
                "poolWeights",
                "admission",
                "nodes");
        String secret = body.optionalText("secret");
        Request request = new Request(
                body.text("application"),
                body.optionalText("name"),
                body.text("user"),
                body.optionalText("tenant"),
                body.partTerms(),
                body.reservationRequest(),
                secret == null
                        ? Optional.empty()
                        : Optional.of(new Proof(body.count("notBefore", "seconds since 1970"), secret)));
        closeAfterwards(context);
        CompletableFuture<Registered> registering = registrations
                .register(request, Gate.of(context), recorded(context), Answers.dryRun(context))
                .whenComplete(declined(context, request.id()));
        context.future(() ->
                registering.thenAcceptAsync(registered -> Answers.json(context, 201, answer(registered)), answering));
    }

    /** Records that there was no room for a reservation. */
    private BiConsumer<Object, Throwable> declined(Context context, String id) {
        Origin origin = Gate.origin(context);
        return (done, refused) -> {
            if (refused != null && Throwables.getRootCause(refused) instanceof InsufficientCapacity none) {
                audit.ofApplication(origin, "reservation.declined", id, none.getMessage());
            }
        };
    }

    /** Replaces the terms and how the reservation is asked for: what is absent is what it is by default. */
    private void change(Context context) {
        String id = id(context);
        RequestBody body = RequestBody.of(
                context,
                "secret",
                "per",
                "reservationBytesPerSecond",
                "limitBytesPerSecond",
                "poolWeights",
                "admission",
                "nodes");
        Consumer<Optional<?>> expected = EntityTag.expected(context, "application " + id);
        CompletableFuture<Optional<Application>> changing = registrations.change(
                id,
                body.partTerms(),
                body.reservationRequest(),
                alive -> expected.accept(Optional.of(replaceable(alive))),
                Optional.ofNullable(body.optionalText("secret")),
                Gate.of(context),
                recorded(context),
                Answers.dryRun(context));
        CompletableFuture<?> unused = changing.whenComplete(declined(context, id));
        context.future(() -> changing.thenAcceptAsync(
                changed -> tagged(context, changed.orElseThrow(() -> unknown(id))), answering));
    }

    private void renew(Context context) {
        String id = id(context);
        RequestBody body = RequestBody.of(context, "secret", "executors", "tasks");
        String secret = body.text("secret");
        int executors = parts(body, "executors");
        int tasks = parts(body, "tasks");
        closeAfterwards(context);
        boolean dryRun = Answers.dryRun(context);
        Registered renewed = (dryRun
                        ? registrations.proven(id, secret).map(registrations::registered)
                        : registrations.renew(id, secret))
                .orElseThrow(() -> unknown(id));
        if (!dryRun) {
            registrations.count(renewed.application(), executors, tasks, recorded(context));
        }
        Answers.json(context, 200, answer(renewed));
    }

    private static int parts(RequestBody body, String member) {
        String permitted = "a whole number from 1 to " + ReservationRequest.MOST_PARTS;
        long parts = body.optionalCount(member, permitted).orElse(1);
        if (parts < 1 || parts > ReservationRequest.MOST_PARTS) {
            throw new InvalidInput(member, parts, permitted);
        }
        return (int) parts;
    }

    /** Its next request comes after a connection's idle timeout, and ten thousand idle connections take much room. */
    private static void closeAfterwards(Context context) {
        context.header("Connection", "close");
    }

    private void showReplicas(Context context) {
        String id = id(context);
        answerReplicas(context, book.application(id).orElseThrow(() -> unknown(id)));
    }

    private void askForReplicas(Context context) {
        String id = id(context);
        String secret = RequestBody.of(context, "secret").text("secret");
        answerReplicas(context, registrations.proven(id, secret).orElseThrow(() -> unknown(id)));
    }

    private void answerReplicas(Context context, Application application) {
        context.status(200)
                .result(replicas.answer(registrations.tenantOf(application), application.id()))
                .contentType("application/json");
    }

    private void withdraw(Context context) {
        String id = id(context);
        Optional<String> secret = RequestBody.given(context, "secret").map(body -> body.text("secret"));
        EntityTag.expected(context, "application " + id)
                .accept(book.application(id).map(ApplicationRoutes::replaceable));
        CompletableFuture<Boolean> ending =
                registrations.withdraw(id, secret, Gate.of(context), recorded(context), Answers.dryRun(context));
        context.future(() -> ending.thenAcceptAsync(
                wasAlive -> {
                    if (!wasAlive) {
                        throw unknown(id);
                    }
                    context.status(204);
                },
                answering));
    }

    private ApplicationBook.Kept recorded(Context context) {
        Origin origin = Gate.origin(context); // the request may be gone when its change is persisted
        return (before, after) -> audit.application(origin, before, after, registrations::tenantOfIfLeading);
    }

    private ApplicationAnswer answer(Application application) {
        return answer(application, Optional.empty());
    }

    /** What a change can replace, hence what an entity tag is of. */
    private static Map<String, Object> replaceable(Application application) {
        Map<String, Object> members = new LinkedHashMap<>(PartTermsJson.write(application.terms()));
        members.put("application", application.id());
        members.put("notBefore", application.notBefore());
        members.put("mode", application.ask().mode().label());
        members.put("nodes", application.ask().nodes());
        members.put(
                "waitsFor",
                application.ask().waitsFor().map(Rate::bytesPerSecond).orElse(null));
        return members;
    }

    private void tagged(Context context, Application application) {
        Answers.json(context, 200, answer(application, registrations.standing(application)));
        context.header("ETag", EntityTag.of(replaceable(application)));
    }

    private ApplicationAnswer answer(Application application, Optional<Reservations.Standing> standing) {
        PartTerms terms = application.terms();
        ActivityBook.Moved moved = nodes.activities().moved(application.id());
        return new ApplicationAnswer(
                application.id(),
                application.name(),
                application.user(),
                application.claims().map(Tenant::name).orElse(null),
                registrations.tenantOf(application).name(),
                application.notBefore(),
                application.userVerified(),
                terms.per().label(),
                terms.reservation().bytesPerSecond(),
                terms.limit().isUnlimited() ? null : terms.limit().bytesPerSecond(),
                terms.poolWeights(),
                AdmissionAnswer.of(application, standing),
                nodes.activities().waitedMillis(application.id()),
                moved.bytes(),
                moved.rate().bytesPerSecond());
    }

    private RegisteredAnswer answer(Registered registered) {
        return new RegisteredAnswer(
                registered.application().id(),
                registered.tenant().name(),
                registered.tag().toString(),
                registered.application().notBefore(),
                registered.secret(),
                registrations.renewal().toSeconds(),
                registrations.expiry().toSeconds(),
                registered.shortCircuit().label(),
                AdmissionText.remark(
                        registered.application().ask(),
                        registered.application().terms().reservation()));
    }

    static String id(Context context) {
        String id = context.pathParam("application");
        if (!AppTag.isApplication(id)) {
            throw new InvalidInput("application", id, AppTag.APPLICATION_RULE);
        }
        return id;
    }

    static Problem unknown(String id) {
        return Problem.notFound("There is no living application " + id + "; it has to register (again)");
    }
}
