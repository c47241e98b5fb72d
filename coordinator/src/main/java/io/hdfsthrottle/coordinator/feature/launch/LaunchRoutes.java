package io.hdfsthrottle.coordinator.feature.launch;

import io.hdfsthrottle.coordinator.access.Authority;
import io.hdfsthrottle.coordinator.access.Role;
import io.hdfsthrottle.coordinator.api.Answers;
import io.hdfsthrottle.coordinator.api.Gate;
import io.hdfsthrottle.coordinator.api.Needs;
import io.hdfsthrottle.coordinator.api.Problem;
import io.hdfsthrottle.coordinator.api.RequestBody;
import io.hdfsthrottle.coordinator.api.Routes;
import io.hdfsthrottle.coordinator.application.Registrations;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Deployment;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Form;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchBook;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchBook.Result.Launched;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchBook.Result.Refused;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Order;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product;
import io.hdfsthrottle.coordinator.node.DiskKind;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * REST endpoints {@code /v1/products}: what can be launched on leased disks; {@code /v1/clusters}: the launched
 * clusters and their state.
 */
final class LaunchRoutes implements Routes {
    private static final String WHOLE_NUMBER = "a whole number";
    private static final String ARGUMENTS = "texts by their names, as the product's form has them";
    private static final int LINES = 20;
    private static final int MOST_LINES = 500;

    private final LaunchBook book;
    private final Registrations registrations;
    private final AuditTrail audit;

    LaunchRoutes(LaunchBook book, Registrations registrations, AuditTrail audit) {
        this.book = book;
        this.registrations = registrations;
        this.audit = audit;
    }

    private record ProductsAnswer(boolean on, List<ProductAnswer> products) {}

    private record ClustersAnswer(boolean on, List<ClusterAnswer> clusters) {}

    @Override
    public void addTo(RoutesConfig routes, Executor answering) {
        routes.get("/v1/products", this::products, Needs.VIEW);
        routes.post("/v1/products/{product}/{version}", this::launch, Needs.REGISTER);
        routes.get("/v1/clusters", this::list, Needs.REGISTER);
        routes.get("/v1/clusters/{cluster}", this::get, Needs.REGISTER);
        routes.delete("/v1/clusters/{cluster}", this::destroy, Needs.REGISTER);
    }

    private void products(Context context) {
        List<ProductAnswer> products = book.catalogue().products().stream()
                .map(product -> ProductAnswer.of(product, book.backend()))
                .toList();
        Answers.json(context, 200, new ProductsAnswer(book.settings().on(), products));
    }

    private void launch(Context context) {
        Authority by = Gate.of(context);
        RequestBody body = RequestBody.of(
                context, "disks", "nodes", "cores", "memory", "arguments", "kind", "for", "tenant", "user");
        if (!book.settings().on()) {
            throw Problem.conflict(
                    "not-launched",
                    "Nothing is launched",
                    "Set launch = on in the coordinator's settings",
                    Map.of("reason", "off"));
        }
        String name = context.pathParam("product");
        String version = context.pathParam("version");
        Product product = book.catalogue()
                .product(name)
                .orElseThrow(
                        () -> Problem.notFound("There is no product " + name + "; /v1/products has those that are"));
        if (product.trusted() && !by.may(Role.ADMIN)) {
            throw Problem.forbidden("The product " + name + " runs whatever it is given, which takes the role admin");
        }
        String user = Gate.user(by, body.optionalText("user"));
        Form.Filled size = product.form()
                .filled(
                        body.optionalWholeNumber("disks", WHOLE_NUMBER),
                        body.optionalWholeNumber("nodes", WHOLE_NUMBER),
                        body.optionalWholeNumber("cores", WHOLE_NUMBER),
                        Optional.ofNullable(body.optionalText("memory")),
                        body.textsByName("arguments", ARGUMENTS));
        Order order = new Order(
                product,
                product.version(version)
                        .orElseThrow(() -> Problem.notFound("There is no version " + version + " of " + name)),
                user,
                by.user().equals(Optional.of(user)),
                registrations.tenantOf(user, body.optionalText("tenant"), by),
                size,
                kind(body.optionalText("kind")),
                time(body.optionalText("for")));
        LaunchBook.Result result = book.launch(order, Answers.dryRun(context));
        if (result instanceof Refused refused) {
            throw problem(refused);
        }
        Deployment cluster = ((Launched) result).deployment();
        record(context, "launch.started", cluster);
        Answers.json(context, 201, ClusterAnswer.of(cluster));
    }

    private static Optional<DiskKind> kind(String written) {
        return written == null
                ? Optional.empty()
                : Optional.of(DiskKind.named(written)
                        .orElseThrow(() -> new InvalidInput("kind", written, DiskKind.NAMES + ", or null for any")));
    }

    private Duration time(String written) {
        Duration longest = book.settings().longest();
        return written == null ? longest : InvalidInput.time("for", written, longest);
    }

    private static Problem problem(Refused refused) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("reason", refused.why().reason().name().toLowerCase(Locale.ROOT));
        refused.disks().ifPresent(disks -> {
            members.put("freeDisks", disks.free());
            members.put("ahead", disks.ahead());
        });
        return Problem.conflict(
                "not-launched", "It is not launched", refused.why().sentence(), members);
    }

    private void list(Context context) {
        Authority by = Gate.of(context);
        List<ClusterAnswer> clusters = book.deployments().all().stream()
                .filter(each -> isOf(each, by))
                .map(ClusterAnswer::of)
                .toList();
        Answers.json(context, 200, new ClustersAnswer(book.settings().on(), clusters));
    }

    private void get(Context context) {
        int lines = (int) Answers.count(context, "lines", LINES, MOST_LINES);
        Answers.json(context, 200, ClusterAnswer.whole(own(context), book.backend(), lines));
    }

    private void destroy(Context context) {
        Deployment asked = own(context);
        Deployment after = book.destroy(asked.id(), Answers.dryRun(context)).orElseThrow(() -> unknown(asked.id()));
        if (after.isOver()) {
            context.status(204);
        } else {
            record(context, "launch.destroyed", after);
            Answers.json(context, 202, ClusterAnswer.of(after));
        }
    }

    private void record(Context context, String event, Deployment cluster) {
        if (!Answers.dryRun(context)) {
            Order order = cluster.order();
            audit.happened(
                    Gate.origin(context),
                    event,
                    cluster.id(),
                    order.product().name() + " for " + order.user() + " on " + order.disks() + " disks of "
                            + cluster.lease());
        }
    }

    /**
     * The cluster, if it is of the caller's user or the caller is an administrator; the existence of others is not
     * disclosed.
     */
    private Deployment own(Context context) {
        String id = context.pathParam("cluster");
        return book.deployments()
                .deployment(id)
                .filter(cluster -> isOf(cluster, Gate.of(context)))
                .orElseThrow(() -> unknown(id));
    }

    private static boolean isOf(Deployment cluster, Authority by) {
        return by.may(Role.ADMIN) || cluster.order().user().equals(by.user().orElse(by.name()));
    }

    private static Problem unknown(String id) {
        return Problem.notFound("There is no cluster " + id + " of yours");
    }
}
