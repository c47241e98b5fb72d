package io.hdfsthrottle.coordinator.api;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.hdfsthrottle.coordinator.access.Access;
import io.hdfsthrottle.coordinator.access.Authority;
import io.hdfsthrottle.coordinator.access.Proof;
import io.hdfsthrottle.coordinator.access.Role;
import io.hdfsthrottle.coordinator.access.Unauthenticated;
import io.hdfsthrottle.coordinator.admission.Admission;
import io.hdfsthrottle.coordinator.admission.Admission.Permit;
import io.hdfsthrottle.coordinator.admission.CallerAddress;
import io.hdfsthrottle.coordinator.audit.Origin;
import io.hdfsthrottle.identity.NodeSignature;
import io.hdfsthrottle.link.Negotiation;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.MethodNotAllowedResponse;
import io.javalin.router.Endpoint;
import io.javalin.security.Roles;
import io.javalin.security.RouteRole;
import java.net.URI;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;

/**
 * Access control of requests: identifies the caller, checks its limits, and checks that it has the role that the route
 * needs. Denies undeclared routes.
 */
public final class Gate {
    private static final String AUTHORITY = "hdfs-throttle.authority";
    private static final String CHALLENGE = "hdfs-throttle.challenge";
    private static final String ADMISSION = "hdfs-throttle.admission";
    private static final String STRANGER = "hdfs-throttle.stranger";
    private static final String PERMIT = "hdfs-throttle.permit";
    private static final String READING = "hdfs-throttle.reading";
    private static final int CHEAP = 1;

    /** Cost of a change of one application, which is written to ZooKeeper together with others. */
    private static final int SHARED = 2;

    /** Cost of a change that is written to ZooKeeper and sent to every node. */
    private static final int DEAR = 10;

    /** Periodic requests, which change nothing that is written to ZooKeeper. */
    private static final List<String> REPEATED = List.of("/renewal", "/replicas");

    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

    private final Access access;
    private final Supplier<URI> self;
    private final boolean onLoopback;
    private final Admission admission;

    /**
     * @param self this coordinator's URL
     * @param onLoopback whether only this machine reaches it: then a request for another host's name is from a foreign
     *     web page, and refused
     * @param admission the limits of one caller
     */
    Gate(Access access, Supplier<URI> self, boolean onLoopback, Admission admission) {
        this.access = access;
        this.self = self;
        this.onLoopback = onLoopback;
        this.admission = admission;
    }

    /**
     * Refuses a request whose caller exceeds its limits, whatever it asks for; notes the caller. What is too much from
     * its address is refused before its credential is verified, but for a node's signature: that costs no more to
     * verify than to refuse, and nobody else on its host may keep a DataNode from its grants.
     */
    void enter(Context context) {
        Optional<Presented> presented = Optional.ofNullable(context.header("Authorization"))
                .filter(header -> !header.startsWith(NodeSignature.SCHEME))
                .map(header -> Presented.of(header, place(context)));
        presented.ifPresent(credential -> admission.proof(credential.scheme(), credential.claim()));
        Authority authority = Authority.anonymous(Set.of());
        try {
            authority = authority(context);
            if (presented.isPresent()) {
                presented.get().isProven(admission, caller(context, authority));
            }
        } catch (Problem stranger) {
            presented.ifPresent(credential -> admission.failed(credential.scheme()));
            context.attribute(STRANGER, stranger);
        }
        context.attribute(AUTHORITY, authority);
        context.attribute(ADMISSION, admission);
        Permit permit = admission.enter(caller(context, authority), cost(context));
        context.attribute(PERMIT, permit);
        closeWhenAnswered(permit, context);
    }

    /**
     * A credential before it is verified.
     *
     * @param scheme of it, at its address
     * @param claim what it is recognised by when it comes again from there
     */
    private record Presented(String scheme, String claim) {
        private static final HashFunction BRIEF =
                Hashing.sipHash24(new SecureRandom().nextLong(), new SecureRandom().nextLong());

        static Presented of(String header, String place) {
            String ticket = place + " " + Negotiation.SCHEME;
            return header.startsWith(Negotiation.SCHEME)
                    ? new Presented(ticket, ticket)
                    : new Presented(place + " token", place + " " + BRIEF.hashUnencodedChars(header));
        }

        /**
         * A token is the same whenever it comes, so it is its caller's; a ticket is another one each time, and dear to
         * look at.
         */
        void isProven(Admission admission, String caller) {
            if (!scheme.endsWith(Negotiation.SCHEME)) {
                admission.proven(claim, caller);
            }
        }
    }

    private static void closeWhenAnswered(Permit permit, Context context) {
        Request.addCompletionListener(
                ServletContextRequest.getServletContextRequest(context.req()), trouble -> permit.close());
    }

    /** The key for counting requests together: one credential, from one place. */
    private static String caller(Context context, Authority authority) {
        String origin = place(context);
        return authority.isAnonymous() ? origin : authority.name() + " " + origin;
    }

    private static int cost(Context context) {
        boolean reads = context.req().getMethod().equals("GET") || "true".equals(context.queryParam("dryrun"));
        boolean gathers = context.path().startsWith("/v1/applications");
        boolean repeats = (gathers && REPEATED.stream().anyMatch(context.path()::endsWith))
                || context.path().startsWith("/v1/nodes/"); // reports and queries of nodes
        return reads || repeats ? CHEAP : gathers ? SHARED : DEAR;
    }

    /** Where the request comes from, as limits count it. */
    static String place(Context context) {
        return CallerAddress.of(context.req().getRemoteAddr());
    }

    /** The limits of callers; only of a request that entered. */
    static Admission admission(Context context) {
        return context.attribute(ADMISSION);
    }

    /**
     * Lets the request wait without a thread: until it is answered it does not count as in progress, and its connection
     * may be idle for longer.
     *
     * @param what for what it waits; a caller waits once for each
     */
    public static <T> void await(Context context, String what, CompletableFuture<Optional<T>> news) {
        admission(context).open(what, place(context), news);
        for (String held : List.of(PERMIT, READING)) {
            Permit permit = context.attribute(held);
            if (permit != null) {
                permit.close();
            }
        }
        EndPoint connection = ServletContextRequest.getServletContextRequest(context.req())
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
        long before = connection.getIdleTimeout();
        connection.setIdleTimeout(RestServer.LONGEST_SILENCE.toMillis());
        CompletableFuture<Optional<T>> unused = news.whenComplete((told, trouble) -> connection.setIdleTimeout(before));
    }

    /** Refuses a request that its route does not permit. */
    void admit(Context context) {
        if (onLoopback && !isOurs(context.header("Host"))) {
            throw Problem.unknownHost();
        }
        if (context.method().equals(HandlerType.HEAD)) {
            throw new MethodNotAllowedResponse(); // without its role: the server matches it to the route of GET
        }
        context.attribute(CHALLENGE, access.challenge());
        Problem stranger = context.attribute(STRANGER);
        if (stranger != null) {
            throw stranger;
        }
        Authority authority = of(context);
        Needs needs = needs(context.routeRoles())
                .orElseThrow(() -> Problem.forbidden("Nothing is declared of who may call this"));
        if (!needs.isGrantedTo(authority)) {
            throw authority.isAnonymous()
                    ? Problem.unauthenticated("This takes a credential with the role " + needs)
                    : Problem.forbidden("The credential " + authority.name() + " has not the role " + needs);
        }
        if (needs == Needs.VIEW) {
            Permit reading = admission.read(caller(context, authority));
            context.attribute(READING, reading);
            closeWhenAnswered(reading, context);
        }
    }

    /** The caller; only of a request that was admitted. */
    public static Authority of(Context context) {
        return context.attribute(AUTHORITY);
    }

    /**
     * The user in whose name a caller asks. Quotas are per user: only an administrator asks in another user's name.
     *
     * @param claimed the requested user; null for the caller's own
     * @throws Problem if the caller may not
     */
    public static String user(Authority by, String claimed) {
        String own = by.user().orElse(by.name());
        if (claimed != null && !claimed.equals(own) && !by.may(Role.ADMIN)) {
            throw Problem.forbidden("The credential " + by.name() + " asks in the name of the user " + own + " only");
        }
        return claimed == null ? own : claimed;
    }

    /** Where a request comes from; without a known credential, its address alone. */
    public static Origin origin(Context context) {
        Authority authority = of(context);
        boolean isStranger = authority == null || context.attribute(STRANGER) != null;
        return isStranger ? Origin.unknown(context.ip()) : new Origin(authority.name(), context.ip());
    }

    /** The challenge for a request that is refused for lack of a credential. */
    static String challenge(Context context) {
        return context.attribute(CHALLENGE);
    }

    private Authority authority(Context context) {
        String query = context.queryString();
        String target = context.req().getRequestURI() + (query == null ? "" : "?" + query);
        try {
            return access.of(new Proof(
                    Optional.ofNullable(context.header("Authorization")),
                    certificate(context),
                    context.req().getMethod(),
                    target));
        } catch (Unauthenticated refused) {
            throw Problem.unauthenticated(refused.getMessage());
        }
    }

    /** The client's own certificate, the first of its chain (Jakarta Servlet 6, section 3.10). */
    private static Optional<X509Certificate> certificate(Context context) {
        return context.req().getAttribute("jakarta.servlet.request.X509Certificate") instanceof X509Certificate[] chain
                        && chain.length > 0
                ? Optional.of(chain[0])
                : Optional.empty();
    }

    private boolean isOurs(String host) {
        if (host == null) {
            return false;
        }
        String name = host.replaceFirst(":[0-9]{1,5}$", "").toLowerCase(Locale.ROOT);
        return LOOPBACK.contains(name) || name.equals(self.get().getHost());
    }

    private static Optional<Needs> needs(Collection<? extends RouteRole> declared) {
        return declared.size() == 1 && declared.iterator().next() instanceof Needs needs
                ? Optional.of(needs)
                : Optional.empty();
    }

    /**
     * What a route needs.
     *
     * @throws IllegalStateException if none or more than one is declared: a server must not start with such a route
     */
    static Needs declared(Endpoint endpoint) {
        Roles roles = endpoint.metadata(Roles.class);
        Set<RouteRole> declared = roles == null ? Set.of() : roles.getRoles();
        return needs(declared)
                .orElseThrow(() -> new IllegalStateException(
                        endpoint.method + " " + endpoint.path + " does not declare who may call it"));
    }
}
