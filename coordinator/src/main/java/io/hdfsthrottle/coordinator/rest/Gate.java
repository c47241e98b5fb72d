package io.hdfsthrottle.coordinator.rest;

import io.hdfsthrottle.coordinator.access.Access;
import io.hdfsthrottle.coordinator.access.Authority;
import io.hdfsthrottle.coordinator.access.Proof;
import io.hdfsthrottle.coordinator.access.Role;
import io.hdfsthrottle.coordinator.access.Unauthenticated;
import io.hdfsthrottle.coordinator.admission.Admission;
import io.hdfsthrottle.coordinator.admission.Admission.Permit;
import io.hdfsthrottle.coordinator.admission.Place;
import io.hdfsthrottle.coordinator.audit.Origin;
import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import io.javalin.security.Roles;
import io.javalin.security.RouteRole;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.Request;

/**
 * Who may call what, and how often: finds out who asks, whether that one has not asked too much, and whether it may do what the route needs. Denies what nobody
 * declared.
 */
public final class Gate {
    private static final String AUTHORITY = "hdfs-throttle.authority";
    private static final String CHALLENGE = "hdfs-throttle.challenge";
    private static final String ADMISSION = "hdfs-throttle.admission";
    private static final String STRANGER = "hdfs-throttle.stranger";
    private static final String PERMIT = "hdfs-throttle.permit";
    private static final int CHEAP = 1;

    /** A change of one application is written to ZooKeeper together with others. */
    private static final int SHARED = 2;

    /** A change is written to ZooKeeper, and told to every node. */
    private static final int DEAR = 10;

    /** What is sent again and again, and changes nothing that is written to ZooKeeper. */
    private static final List<String> REPEATED = List.of("/lease", "/replicas");

    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

    private final Access access;
    private final Supplier<URI> self;
    private final boolean onLoopback;
    private final Admission admission;

    /**
     * A gate.
     *
     * @param self where this coordinator answers
     * @param onLoopback whether only this machine reaches it: then a request for another host's name is a page of somebody else's, and refused
     * @param admission what one caller may take
     */
    Gate(Access access, Supplier<URI> self, boolean onLoopback, Admission admission) {
        this.access = access;
        this.self = self;
        this.onLoopback = onLoopback;
        this.admission = admission;
    }

    /** Refuses a request whose sender takes too much, whatever it asks for; notes who asks. */
    void enter(Context context) {
        Authority authority = Authority.anonymous(Set.of());
        try {
            authority = authority(context);
        } catch (Problem stranger) {
            context.attribute(STRANGER, stranger);
        }
        context.attribute(AUTHORITY, authority);
        context.attribute(ADMISSION, admission);
        Permit permit = admission.enter(caller(context, authority), cost(context));
        context.attribute(PERMIT, permit);
        Request.addCompletionListener(
                ServletContextRequest.getServletContextRequest(context.req()), trouble -> permit.close());
    }

    /** Whose requests are counted together: those with one credential, from one place. */
    private static String caller(Context context, Authority authority) {
        String origin = place(context);
        return authority.isAnonymous() ? origin : authority.name() + " " + origin;
    }

    private static int cost(Context context) {
        boolean reads = context.req().getMethod().equals("GET") || "true".equals(context.queryParam("dryrun"));
        boolean repeats = REPEATED.stream().anyMatch(context.path()::endsWith)
                || context.path().startsWith("/v1/nodes/"); // what nodes report, and ask for
        boolean gathers = context.path().startsWith("/v1/applications");
        return reads || repeats ? CHEAP : gathers ? SHARED : DEAR;
    }

    /** Where the request comes from, as limits count it. */
    static String place(Context context) {
        return Place.of(context.req().getRemoteAddr());
    }

    /** What one caller may take; only of a request that entered. */
    static Admission admission(Context context) {
        return context.attribute(ADMISSION);
    }

    /** The request begins to wait and takes no thread until it is answered: it no longer counts as one under way. */
    static void waits(Context context) {
        Permit permit = context.attribute(PERMIT);
        permit.close();
    }

    /** Refuses a request that its route does not let through. */
    void admit(Context context) {
        if (onLoopback && !isOurs(context.header("Host"))) {
            throw Problem.unknownHost();
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
    }

    /** Who asks; only of a request that was admitted. */
    public static Authority of(Context context) {
        return context.attribute(AUTHORITY);
    }

    /**
     * In whose name somebody asks. A quota is one's own: nobody but an administrator asks in another's name.
     *
     * @param claimed the user that is asked for; null for oneself
     * @throws Problem if the caller may not
     */
    public static String user(Authority by, String claimed) {
        String own = by.user().orElse(by.name());
        if (claimed != null && !claimed.equals(own) && !by.may(Role.ADMIN)) {
            throw Problem.forbidden("The credential " + by.name() + " asks in the name of the user " + own + " only");
        }
        return claimed == null ? own : claimed;
    }

    /** Where a request comes from; of one without a credential that is known, its address alone. */
    public static Origin origin(Context context) {
        Authority authority = of(context);
        boolean isStranger = authority == null || context.attribute(STRANGER) != null;
        return isStranger ? Origin.unknown(context.ip()) : new Origin(authority.name(), context.ip());
    }

    /** What a request that is refused for want of a credential is asked for. */
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
     * @throws IllegalStateException if nothing, or more than one thing, was declared of it: a server must not start with such a route
     */
    static Needs declared(Endpoint endpoint) {
        Roles roles = endpoint.metadata(Roles.class);
        Set<RouteRole> declared = roles == null ? Set.of() : roles.getRoles();
        return needs(declared)
                .orElseThrow(() -> new IllegalStateException(
                        endpoint.method + " " + endpoint.path + " does not declare who may call it"));
    }
}
