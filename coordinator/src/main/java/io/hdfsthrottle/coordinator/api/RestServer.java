package io.hdfsthrottle.coordinator.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Suppliers;
import io.hdfsthrottle.coordinator.admission.Connections;
import io.hdfsthrottle.coordinator.admission.LimitExceeded;
import io.hdfsthrottle.coordinator.admission.Limits;
import io.hdfsthrottle.coordinator.application.InsufficientCapacity;
import io.hdfsthrottle.coordinator.application.Refused;
import io.hdfsthrottle.coordinator.kerberos.Tickets;
import io.hdfsthrottle.coordinator.node.NameTaken;
import io.hdfsthrottle.coordinator.node.TooManyNodes;
import io.hdfsthrottle.coordinator.policy.InUse;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.tls.TlsFiles;
import io.hdfsthrottle.unit.Ticker;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server: access control, endpoints, and the conversion of every error to a problem document.
 *
 * <p>Everything below {@code /v1} except the status needs the leader, unless a client asks for the persisted policy or
 * {@link Routes#answersWithoutLead} says otherwise.
 * Every route declares what it {@link Needs}; the server does not start with one that does not.
 */
public final class RestServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RestServer.class);
    private static final int LEAST_THREADS = 4;

    /** What a coordinator that does not lead can answer from ZooKeeper. */
    private static final List<String> KEPT = List.of("/v1/tenants", "/v1/rules");

    /** Header with the leader, in such an answer. */
    private static final String LEADER = "Hdfs-Throttle-Leader";

    /** Room for a Kerberos ticket and clients' other headers. */
    private static final int LARGEST_HEADERS = Tickets.LONGEST + 8 * 1024;

    /** Idle timeout of a waiting request: longer than a node waits for a grant. */
    static final Duration LONGEST_SILENCE = Duration.ofSeconds(75);

    private final String address;
    private final int port;
    private final Optional<SslContextFactory.Server> tls;
    private final Services services;
    private final Gate gate;
    private final Supplier<Map<String, Set<String>>> queries =
            Suppliers.memoize(() -> Specification.queries(specification()));
    private final Javalin javalin;

    /**
     * A server that does not listen yet.
     *
     * @param port where it will listen; 0 takes any free one
     * @param files its certificate and key, without which it speaks plain HTTP
     * @throws IOException if one of the files cannot be used; the message names it
     */
    public RestServer(String address, int port, TlsFiles files, Services services) throws IOException {
        this.address = address;
        this.port = port;
        this.tls = files.certificate().isPresent() ? Optional.of(tls(files)) : Optional.empty();
        this.services = services;
        this.gate = new Gate(services.access(), services.self(), services.onLoopback(), services.admission());
        this.javalin = Javalin.create(this::configure);
    }

    private void configure(JavalinConfig config) {
        QueuedThreadPool threads =
                new QueuedThreadPool(services.admission().limits().threads(), LEAST_THREADS);
        threads.setName("hdfs-throttle-rest");
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.prefer405over404 = true;
        config.http.asyncTimeout = LONGEST_SILENCE.toMillis();
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.maxRequestSize = NodeRoutes.LARGEST_REPORT_BYTES;
        config.jetty.threadPool = threads;
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setRequestHeaderSize(LARGEST_HEADERS);
            http.setIdleTimeout(services.admission().limits().patience().toMillis());
        });
        config.jetty.addConnector(this::connector);
        config.jetty.modifyServer(server -> server.setErrorHandler(new Problem.BeforeRouting()));
        config.requestLogger.http((context, millis) -> answered(context));

        RoutesConfig routes = config.routes;
        routes.before(gate::enter);
        routes.beforeMatched(gate::admit);
        routes.beforeMatched("/v1/*", context -> Answers.checkQuery(context, queries.get()));
        routes.beforeMatched("/v1/*", this::askTheLeader);
        Supplier<String> specification = Suppliers.memoize(() -> Specification.text(specification()));
        new StatusRoutes(services, specification).addTo(routes);
        Foresight foresight = new Foresight(services);
        new TenantRoutes(services, foresight).addTo(routes);
        new RuleRoutes(services, foresight).addTo(routes);
        new PolicyRoutes(services, foresight).addTo(routes);
        new ApplicationRoutes(services, threads).addTo(routes);
        new ExplainRoutes(services).addTo(routes);
        new ExecutorRoutes(services).addTo(routes);
        new NodeRoutes(services, threads).addTo(routes);
        services.more().forEach(more -> more.addTo(routes, threads));
        explain(routes);
    }

    private void answered(Context context) {
        int status = context.statusCode();
        services.answered().accept(status);
        if (status == HttpStatus.UNAUTHORIZED.getCode() || status == HttpStatus.FORBIDDEN.getCode()) {
            services.audit().refused(Gate.origin(context), request(context), status + ": " + Problem.of(context));
        }
    }

    private static String request(Context context) {
        return context.method() + " " + context.path();
    }

    /**
     * Disables buffer pooling. Jetty's own pool can hand a buffer out while another connection still writes from it, if
     * a connection is closed during a request (see jetty.project issue 12939): then one client reads what another one
     * sent. Buffers are on the heap, because only there do dropped ones count.
     */
    private ServerConnector connector(Server server, HttpConfiguration http) {
        http.setUseInputDirectByteBuffers(false);
        http.setUseOutputDirectByteBuffers(false);
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        // The gate checks a request's host; a certificate by IP address has no SNI.
        tls.ifPresent(secure -> http.addCustomizer(new SecureRequestCustomizer(false)));
        ConnectionFactory[] protocols = tls.map(secure -> AbstractConnectionFactory.getFactories(secure, plain))
                .orElseGet(() -> new ConnectionFactory[] {plain});
        ServerConnector connector =
                new ServerConnector(server, null, null, ByteBufferPool.NON_POOLING, -1, -1, protocols);
        connector.setHost(address);
        connector.setPort(port);
        connector.setIdleTimeout(Limits.IDLE.toMillis());
        new Connections(services.admission(), Ticker.system()).guard(connector);
        return connector;
    }

    private static SslContextFactory.Server tls(TlsFiles files) throws IOException {
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setSslContext(files.context());
        tls.setWantClientAuth(files.trust().isPresent());
        return tls;
    }

    private void askTheLeader(Context context) {
        if (context.path().equals(StatusRoutes.STATUS)
                || context.path().equals(StatusRoutes.READY)
                || services.leadership().term().isPresent()
                || services.more().stream().anyMatch(part -> part.answersWithoutLead(context))) {
            return;
        }
        Optional<URI> leader = leader();
        boolean policy = KEPT.stream()
                .anyMatch(path -> context.path().equals(path) || context.path().startsWith(path + "/"));
        if (!context.method().equals(HandlerType.GET) || !policy || !Answers.anybody(context)) {
            throw Problem.notLeading(leader);
        }
        leader.ifPresent(url -> context.header(LEADER, url.toString()));
    }

    /** Who leads, as far as this coordinator knows, which does not itself: it would redirect to itself. */
    private Optional<URI> leader() {
        return services.leadership()
                .leader()
                .filter(url -> !url.equals(services.self().get()));
    }

    private void explain(RoutesConfig routes) {
        routes.exception(Problem.class, Problem::writeTo);
        routes.exception(InvalidInput.class, (refused, context) -> Problem.invalid(refused)
                .writeTo(context));
        routes.exception(InUse.class, (refused, context) -> Problem.inUse(refused.getMessage())
                .writeTo(context));
        routes.exception(InsufficientCapacity.class, (refused, context) -> Problem.noRoom(refused)
                .writeTo(context));
        routes.exception(Refused.class, (refused, context) -> Problem.forbidden(refused.getMessage())
                .writeTo(context));
        routes.exception(NameTaken.class, (taken, context) -> {
            Problem.nameTaken(taken).writeTo(context);
            if (taken.isFirst()) {
                LOG.error("{}", taken.getMessage());
                services.audit().happened(Gate.origin(context), "node.refused", taken.node(), taken.getMessage());
            }
        });
        routes.exception(TooManyNodes.class, (refused, context) -> Problem.unavailable(refused.getMessage())
                .writeTo(context));
        routes.exception(LimitExceeded.class, (refused, context) -> Problem.tooMuch(refused)
                .writeTo(context));
        routes.exception(NotStored.class, (refused, context) -> {
            problem(refused).writeTo(context);
            if (refused.reason() == NotStored.Reason.OUTCOME_UNKNOWN) {
                services.audit().happened(Gate.origin(context), "unknown", request(context), refused.getMessage());
            }
        });
        routes.exception(HttpResponseException.class, (refused, context) -> {
            HttpStatus status = HttpStatus.forStatus(refused.getStatus());
            Problem.other(status, detail(status)).writeTo(context);
            refused.getDetails().forEach((name, value) -> LOG.debug("{}: {}", name, value));
        });
        routes.exception(Exception.class, (bug, context) -> {
            LOG.error("{} {} failed", context.method(), context.endpoint().path, bug);
            Problem.other(HttpStatus.INTERNAL_SERVER_ERROR, "The coordinator's log says more")
                    .writeTo(context);
        });
    }

    private Problem problem(NotStored refused) {
        return switch (refused.reason()) {
            case NOT_LEADING -> Problem.notLeading(leader());
            case OUTCOME_UNKNOWN ->
                Problem.unavailable(
                        "ZooKeeper did not confirm in time: it may or may not be done; look before asking again");
            case TOO_LARGE -> Problem.full(refused.getMessage());
            case BUSY -> Problem.unavailable(refused.getMessage());
        };
    }

    private static String detail(HttpStatus status) {
        return switch (status) {
            case NOT_FOUND -> "Nothing answers at this path; GET /openapi.yaml describes what does";
            case METHOD_NOT_ALLOWED -> "This path does not take this method; GET /openapi.yaml describes what it takes";
            default -> status.getMessage();
        };
    }

    /**
     * Begins to listen.
     *
     * @throws IOException if it cannot, for example because the port is taken
     * @throws IllegalStateException if a route does not declare what it needs
     */
    public void start() throws IOException {
        Map<String, Needs> declared = routes();
        Map<String, Set<String>> parameters = queries.get(); // now, lest the first requests wait for it
        LOG.debug("Answers {} with {}", declared, parameters);
        try {
            Javalin unused = javalin.start();
        } catch (JavalinBindException taken) {
            throw new IOException(
                    "cannot listen on " + address + ":" + port + ": the port is taken or not ours", taken);
        }
    }

    /** The port on which it listens. */
    public int port() {
        return javalin.port();
    }

    /**
     * Every path and method that is answered, as {@code GET /v1/status}, and what it needs, which each has to declare.
     */
    Map<String, Needs> routes() {
        Map<String, Needs> routes = new TreeMap<>();
        javalin.unsafe.internalRouter.allHttpHandlers().stream()
                .map(parsed -> parsed.endpoint)
                .filter(endpoint -> endpoint.method.isHttpMethod())
                .forEach(endpoint -> routes.put(endpoint.method + " " + endpoint.path, Gate.declared(endpoint)));
        return routes;
    }

    /** The OpenAPI document of these routes. */
    ObjectNode specification() {
        List<Class<?>> parts = new ArrayList<>(List.of(RestServer.class));
        services.more().forEach(more -> parts.add(more.getClass()));
        return Specification.of(parts, routes());
    }

    /** Stops listening and ends what is being answered. */
    @Override
    public void close() {
        Javalin unused = javalin.stop();
    }
}
