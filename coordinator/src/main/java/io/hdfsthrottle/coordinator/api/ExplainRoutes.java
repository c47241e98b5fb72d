package io.hdfsthrottle.coordinator.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hdfsthrottle.coordinator.application.Application;
import io.hdfsthrottle.coordinator.application.ApplicationBook;
import io.hdfsthrottle.coordinator.application.Registrations;
import io.hdfsthrottle.coordinator.application.Reservations;
import io.hdfsthrottle.coordinator.explain.Explainer;
import io.hdfsthrottle.coordinator.explain.Explanation;
import io.hdfsthrottle.coordinator.explain.Situation;
import io.hdfsthrottle.coordinator.explain.Subject;
import io.hdfsthrottle.coordinator.node.ActivityBook;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Waiting;
import io.hdfsthrottle.link.WireFormat;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** REST endpoints that explain why an application, a tenant or a disk is slow. */
final class ExplainRoutes {
    private final Services services;
    private final ApplicationBook book;
    private final Registrations registrations;
    private final NodeBook nodes;

    /** A prediction computes several balances of the cluster: one at a time, and others are answered without. */
    private final Semaphore predicting = new Semaphore(1);

    ExplainRoutes(Services services) {
        this.services = services;
        this.book = services.applications();
        this.registrations = services.registrations();
        this.nodes = services.nodes();
    }

    void addTo(RoutesConfig routes) {
        routes.get("/v1/applications/{application}/explain", this::application, Needs.VIEW);
        routes.post("/v1/applications/{application}/explain", this::toIt, Needs.REGISTER);
        routes.get("/v1/tenants/{tenant}/explain", this::tenant, Needs.VIEW);
        routes.get("/v1/nodes/{node}/volumes/{volume}/explain", this::disk, Needs.VIEW);
    }

    /** Also for an ended application: users ask afterwards. */
    private void application(Context context) {
        String id = ApplicationRoutes.id(context);
        Optional<Application> alive = book.application(id);
        Waiting waiting = nodes.activities()
                .waiting(id)
                .or(() -> alive.map(this::notWaited))
                .orElseThrow(() -> unknown(id));
        Tenant tenant = alive.map(registrations::tenantOf).orElse(waiting.tenant());
        ActivityBook activities = nodes.activities();
        Subject subject = new Subject(
                id,
                tenant,
                alive.map(registrations::caller),
                alive.flatMap(Application::claims),
                activities.moved(id).rate(),
                activities.spent(id),
                activities.stays(id),
                activities.runs(id));
        Explanation explanation = explained(explainer -> explainer.application(subject));
        ObjectNode members = waiting(id, waiting);
        // Without the wait that nodes measured: it is not the time held back, and beside that reads as a contradiction.
        members.put("sentence", (explanation.sentence() + " " + reservation(id)).trim());
        members.set("explanation", Json.tree(explanation));
        Answers.json(context, 200, members);
    }

    private static Problem unknown(String id) {
        return Problem.notFound("There is no living application " + id + ", and no DataNode has reported it in the last"
                + " eight days, as far as this coordinator knows. One that runs has no tag: its driver's log says why, and"
                + " it counts for the tenant of its address or client name, or for default");
    }

    /** Without what others do. */
    private void toIt(Context context) {
        String id = ApplicationRoutes.id(context);
        String secret = RequestBody.of(context, "secret").text("secret");
        Application application = registrations.proven(id, secret).orElseThrow(() -> ApplicationRoutes.unknown(id));
        Answers.json(context, 200, waiting(id, nodes.activities().waiting(id).orElseGet(() -> notWaited(application))));
    }

    private Waiting notWaited(Application application) {
        return Waiting.none(registrations.tenantOf(application));
    }

    private String reservation(String id) {
        return book.application(id)
                .flatMap(registrations::standing)
                .map(Reservations.Standing::sentence)
                .orElse("");
    }

    private ObjectNode waiting(String id, Waiting waiting) {
        String answer = WireFormat.waitingToJson(id, waiting, reservation(id));
        ObjectNode members = Json.readObject(answer.getBytes(StandardCharsets.UTF_8));
        Tenant tenant = waiting.tenant();
        services.weight().apply(tenant).line(tenant).ifPresent(line -> members.put("weight", line));
        return members;
    }

    private void tenant(Context context) {
        Tenant tenant = TenantTerms.tenantNamed("tenant", context.pathParam("tenant"));
        Policy policy = services.policy().now();
        if (policy.terms(tenant).isEmpty()) {
            throw Problem.notFound("tenant", tenant, policy.tenantNames());
        }
        Answers.json(context, 200, explained(explainer -> explainer.tenant(tenant)));
    }

    private void disk(Context context) {
        String node = NodeBook.checkNode(context.pathParam("node"));
        String volume = context.pathParam("volume");
        Answers.json(
                context,
                200,
                new Explainer(situation(), false)
                        .disk(node, volume)
                        .orElseThrow(() -> Problem.notFound("No node " + node + " that answers reports a disk " + volume
                                + "; of volumes on one disk the first counts. See GET /v1/nodes")));
    }

    private Explanation explained(Function<Explainer, Explanation> question) {
        boolean predicts = predicting.tryAcquire();
        try {
            return question.apply(new Explainer(situation(), predicts));
        } finally {
            if (predicts) {
                predicting.release();
            }
        }
    }

    private Situation situation() {
        return new Situation(
                services.policy().now(),
                services.weight(),
                services.balance().get().factors(),
                nodes.nodes(),
                services.grants().version(),
                services.grants().modes(),
                nodes.activities().rates());
    }
}
