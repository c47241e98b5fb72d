package io.hdfsthrottle.coordinator.feature.launch;

import io.hdfsthrottle.coordinator.access.Authority;
import io.hdfsthrottle.coordinator.access.Role;
import io.hdfsthrottle.coordinator.api.Answers;
import io.hdfsthrottle.coordinator.api.Gate;
import io.hdfsthrottle.coordinator.api.Needs;
import io.hdfsthrottle.coordinator.api.Page;
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
import io.javalin.http.HandlerType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/**
 * REST endpoints {@code /v1/products}: what can be launched on leased disks; {@code /v1/deployments}: what was launched,
 * and its state.
 */
record LaunchRoutes(LaunchBook book, Optional<Elsewhere> elsewhere, Registrations registrations, AuditTrail audit)
        implements Routes {
    private static final String WHOLE_NUMBER = "a whole number";
    private static final String ARGUMENTS = "texts by their names, as the product's form has them";
    private static final String ONE = "/v1/deployments/";
    private static final String RENEWAL = "/renewal";
    private static final int LINES = 20;
    private static final int MOST_LINES = 500;

    private record ProductsAnswer(boolean on, List<ProductAnswer> products, String next) {}

    private record DeploymentsAnswer(boolean on, List<DeploymentAnswer> deployments, String next) {}

    @Override
    public List<String> sections() {
        return List.of("launch.js", "deployments.js");
    }

    @Override
    public void addTo(RoutesConfig routes, Executor answering) {
        routes.get("/v1/products", this::products, Needs.VIEW);
        routes.get("/v1/deployments", this::list, Needs.REGISTER);
        routes.post("/v1/deployments", this::launch, Needs.REGISTER);
        routes.get("/v1/deployments/{deployment}", this::get, Needs.REGISTER);
        routes.post("/v1/deployments/{deployment}/end", this::end, Needs.REGISTER);
        routes.post("/v1/deployments/{deployment}/renewal", this::renew, Needs.REGISTER);
        routes.delete("/v1/deployments/{deployment}", this::forget, Needs.REGISTER);
    }

    /**
     * One that it runs itself has its log and its contact nowhere else, and needs nobody else to renew its lease. Only
     * who leads knows which tokens were cancelled.
     */
    @Override
    public boolean answersWithoutLead(Context context) {
        String path = context.path();
        if (context.method().equals(HandlerType.POST)
                && path.startsWith(ONE)
                && path.endsWith(RENEWAL)
                && path.length() > (ONE + RENEWAL).length()) {
            String id = path.substring(ONE.length(), path.length() - RENEWAL.length());
            return Gate.of(context).isLaunched(id)
                    && book.deployments().deployment(id).isPresent();
        }
        return context.method().equals(HandlerType.GET)
                && path.startsWith(ONE)
                && !Gate.of(context).isToken()
                && book.deployments()
                        .deployment(path.substring(ONE.length()))
                        .filter(deployment -> isOf(deployment, Gate.of(context)))
                        .isPresent();
    }

    private void products(Context context) {
        Page<Product> page = Page.of(context, book.catalogue().products(), Product::name);
        List<ProductAnswer> products = page.map(product -> ProductAnswer.of(product, book.backend()));
        Answers.json(context, 200, new ProductsAnswer(book.settings().on(), products, page.next()));
    }

    private void launch(Context context) {
        Authority by = Gate.of(context);
        RequestBody body = RequestBody.of(
                context,
                "product",
                "version",
                "disks",
                "nodes",
                "cores",
                "memory",
                "arguments",
                "kind",
                "forSeconds",
                "tenant",
                "user");
        if (!book.settings().on()) {
            throw Problem.conflict(
                    "not-launched",
                    "Nothing is launched",
                    "Set launch = on in the coordinator's settings",
                    Map.of("reason", "off"));
        }
        String name = body.text("product");
        Product product = book.catalogue()
                .product(name)
                .orElseThrow(() -> new InvalidInput(
                        "product",
                        name,
                        book.catalogue().products().stream().map(Product::name).toList()));
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
                version(product, body.optionalText("version")),
                user,
                by.user().equals(Optional.of(user)),
                registrations.tenantOf(user, body.optionalText("tenant"), by),
                size,
                DiskKind.asked(body.optionalText("kind")),
                body.optionalSeconds("forSeconds", book.settings().longest())
                        .orElse(book.settings().longest()));
        LaunchBook.Result result = book.launch(order, Answers.dryRun(context));
        if (result instanceof Refused refused) {
            throw problem(refused);
        }
        Deployment deployment = ((Launched) result).deployment();
        record(context, "deployment.started", deployment);
        context.header("Location", "/v1/deployments/" + deployment.id());
        Answers.json(context, 201, DeploymentAnswer.of(deployment));
    }

    /** The first one if none is named. */
    private static Product.Version version(Product product, String named) {
        return named == null
                ? product.versions().get(0)
                : product.version(named)
                        .orElseThrow(() -> new InvalidInput(
                                "version",
                                named,
                                product.versions().stream()
                                        .map(Product.Version::name)
                                        .toList()));
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
        List<DeploymentAnswer> own = Stream.concat(
                        book.deployments().all().stream().map(DeploymentAnswer::of),
                        elsewhere.stream().flatMap(others -> others.deployments().stream()))
                .filter(each -> isOf(each.user(), by))
                .toList();
        Page<DeploymentAnswer> page = Page.of(context, own, DeploymentAnswer::deployment);
        Answers.json(context, 200, new DeploymentsAnswer(book.settings().on(), page.map(each -> each), page.next()));
    }

    private void get(Context context) {
        int lines = (int) Answers.count(context, "lines", LINES, MOST_LINES);
        Optional<DeploymentAnswer> other = ofAnother(context);
        Answers.json(
                context,
                200,
                other.map(DeploymentAnswer::withoutLog)
                        .orElseGet(() -> DeploymentAnswer.whole(own(context), book.backend(), lines)));
    }

    private void end(Context context) {
        Optional<DeploymentAnswer> other = ofAnother(context);
        if (other.isPresent()) {
            endAnother(context, other.get());
            return;
        }
        Deployment asked = own(context);
        Deployment after = book.destroy(asked.id(), Answers.dryRun(context)).orElseThrow(() -> unknown(asked.id()));
        if (!after.isOver()) {
            record(context, "deployment.destroyed", after);
        }
        Answers.json(context, after.isOver() ? 200 : 202, DeploymentAnswer.of(after));
    }

    /** Its coordinator ends what has lost its lease. */
    private void endAnother(Context context, DeploymentAnswer asked) {
        boolean dryRun = Answers.dryRun(context);
        if (asked.isOver()) {
            Answers.json(context, 200, asked);
            return;
        }
        if (!dryRun) {
            elsewhere.orElseThrow().end(asked);
            audit.happened(
                    Gate.origin(context), "deployment.destroyed", asked.deployment(), "at " + asked.coordinator());
        }
        Answers.json(context, 202, dryRun ? asked : asked.ending("destroyed on request"));
    }

    /** By the deployment itself, by its token. */
    private void renew(Context context) {
        String id = context.pathParam("deployment");
        long seconds = elsewhere.stream()
                .filter(any -> Gate.of(context).isLaunched(id))
                .flatMapToLong(leases -> leases.renew(id, Answers.dryRun(context)).stream())
                .findFirst()
                .orElseThrow(() -> unknown(id));
        Answers.json(context, 200, Map.of("deployment", id, "leaseSeconds", seconds));
    }

    private void forget(Context context) {
        ofAnother(context).ifPresent(other -> {
            throw Problem.conflict(
                    "elsewhere",
                    "Another coordinator has it",
                    other.coordinator() + " forgets " + other.deployment() + " by itself, after 64 others",
                    Map.of("coordinator", other.coordinator()));
        });
        Deployment asked = own(context);
        Deployment was = book.forget(asked.id(), Answers.dryRun(context)).orElseThrow(() -> unknown(asked.id()));
        if (!was.isOver()) {
            throw Problem.conflict(
                    "not-over",
                    "It is not over",
                    was.id() + " is " + was.state().label() + "; end it first",
                    Map.of("state", was.state().label()));
        }
        context.status(204);
    }

    private void record(Context context, String event, Deployment deployment) {
        if (!Answers.dryRun(context)) {
            Order order = deployment.order();
            audit.happened(
                    Gate.origin(context),
                    event,
                    deployment.id(),
                    order.product().name() + " for " + order.user() + " on " + order.disks() + " disks of "
                            + deployment.lease());
        }
    }

    /**
     * The deployment, if it is of the caller's user or the caller is an administrator; the existence of others is not
     * disclosed.
     */
    private Deployment own(Context context) {
        String id = context.pathParam("deployment");
        return book.deployments()
                .deployment(id)
                .filter(deployment -> isOf(deployment, Gate.of(context)))
                .orElseThrow(() -> unknown(id));
    }

    private static boolean isOf(Deployment deployment, Authority by) {
        return isOf(deployment.order().user(), by);
    }

    private static boolean isOf(String user, Authority by) {
        return by.may(Role.ADMIN) || user.equals(by.user().orElse(by.name()));
    }

    /** The same of a deployment that another coordinator runs. */
    private Optional<DeploymentAnswer> ofAnother(Context context) {
        return elsewhere
                .flatMap(others -> others.deployment(context.pathParam("deployment")))
                .filter(each -> isOf(each.user(), Gate.of(context)));
    }

    private static Problem unknown(String id) {
        return Problem.notFound("There is no deployment " + id + " of yours");
    }
}
