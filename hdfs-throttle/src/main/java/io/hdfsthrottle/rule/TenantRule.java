package io.hdfsthrottle.rule;

import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.Tenant;
import java.util.Objects;
import java.util.Optional;

/**
 * One line of policy: callers that look like this belong to that tenant.
 *
 * <p>A pattern that is absent matches everybody; one that is present never matches a caller whose part is unknown. Text
 * patterns may hold {@code *} (anything) and {@code ?} (one character); the address pattern is one address or a network
 * in CIDR form. A rule with no pattern at all matches every caller. Immutable.
 */
public final class TenantRule {

    private final String name;
    private final Glob user;
    private final Glob application;
    private final Network address;
    private final Glob claims;
    private final Tenant tenant;

    private TenantRule(String name, Glob user, Glob application, Network address, Glob claims, Tenant tenant) {
        this.name = Objects.requireNonNull(name, "name");
        this.user = user;
        this.application = application;
        this.address = address;
        this.claims = claims;
        this.tenant = Objects.requireNonNull(tenant, "tenant");
    }

    /**
     * A rule; each pattern may be null for "does not matter".
     *
     * @throws IllegalArgumentException if a pattern is malformed; the message names it and shows a good one
     */
    public static TenantRule of(
            String name, String user, String application, String address, String claims, Tenant tenant) {
        return new TenantRule(
                name,
                user == null ? null : Glob.parse("user", user),
                application == null ? null : Glob.parse("application", application),
                address == null ? null : Network.parse(address),
                claims == null ? null : Glob.parse("claims", claims),
                tenant);
    }

    /** Whether the caller looks like this rule. Thread-safe; time linear in the caller's strings. */
    public boolean matches(Caller caller) {
        return (user == null || caller.user().filter(user::matches).isPresent())
                && (application == null
                        || caller.application().filter(application::matches).isPresent())
                && (address == null
                        || caller.address().filter(address::contains).isPresent())
                && (claims == null || caller.claims().filter(claims::matches).isPresent());
    }

    /** What people call this rule. */
    public String name() {
        return name;
    }

    /** Whom its callers belong to. */
    public Tenant tenant() {
        return tenant;
    }

    /** The pattern for the user, if it matters. */
    public Optional<String> user() {
        return Optional.ofNullable(user).map(Glob::toString);
    }

    /** The pattern for the application's id, if it matters. */
    public Optional<String> application() {
        return Optional.ofNullable(application).map(Glob::toString);
    }

    /** The address or network, if it matters. */
    public Optional<String> address() {
        return Optional.ofNullable(address).map(Network::toString);
    }

    /** The pattern for the tenant that the caller asks to be, if it matters. */
    public Optional<String> claims() {
        return Optional.ofNullable(claims).map(Glob::toString);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TenantRule && other.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        return name + "{user=" + user + ", application=" + application + ", address=" + address + ", claims=" + claims
                + "} -> " + tenant;
    }
}
