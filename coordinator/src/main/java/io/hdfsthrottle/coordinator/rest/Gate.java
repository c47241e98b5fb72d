package io.hdfsthrottle.coordinator.rest;

import io.hdfsthrottle.coordinator.access.Access;
import io.hdfsthrottle.coordinator.access.Authority;
import io.hdfsthrottle.coordinator.access.Proof;
import io.hdfsthrottle.coordinator.access.Unauthenticated;
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

/** Who may call what: finds out who asks, and compares it with what the route needs. Denies what nobody declared. */
final class Gate {
    private static final String AUTHORITY = "hdfs-throttle.authority";
    private static final String CHALLENGE = "hdfs-throttle.challenge";
    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

    private final Access access;
    private final Supplier<URI> self;
    private final boolean onLoopback;

    /**
     * A gate.
     *
     * @param self where this coordinator answers
     * @param onLoopback whether only this machine reaches it: then a request for another host's name is a page of somebody else's, and refused
     */
    Gate(Access access, Supplier<URI> self, boolean onLoopback) {
        this.access = access;
        this.self = self;
        this.onLoopback = onLoopback;
    }

    /** Refuses a request that its route does not let through; notes who asks. */
    void admit(Context context) {
        if (onLoopback && !isOurs(context.header("Host"))) {
            throw Problem.unknownHost();
        }
        context.attribute(CHALLENGE, access.challenge());
        Authority authority = authority(context);
        context.attribute(AUTHORITY, authority);
        Needs needs = needs(context.routeRoles())
                .orElseThrow(() -> Problem.forbidden("Nothing is declared of who may call this"));
        if (!needs.isGrantedTo(authority)) {
            throw authority.isAnonymous()
                    ? Problem.unauthenticated("This takes a credential with the role " + needs)
                    : Problem.forbidden("The credential " + authority.name() + " has not the role " + needs);
        }
    }

    /** Who asks; only of a request that was admitted. */
    static Authority of(Context context) {
        return context.attribute(AUTHORITY);
    }

    /** Where a request comes from; of one without a credential that is known, its address alone. */
    static Origin origin(Context context) {
        Authority authority = of(context);
        return authority == null ? Origin.unknown(context.ip()) : new Origin(authority.name(), context.ip());
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
