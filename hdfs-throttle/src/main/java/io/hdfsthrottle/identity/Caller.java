package io.hdfsthrottle.identity;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The caller of an operation, as far as it is known, and what it does.
 *
 * <p>Every part may be unknown. Application and user are <em>verified</em> if a signed tag was checked, or a block
 * token. Everything else is claimed, and policy decides what a claim is worth. Immutable; all of it is hostile input.
 */
public final class Caller {

    /** A caller of whom nothing is known. */
    public static final Caller UNKNOWN =
            new Caller(null, UserGroups.UNKNOWN, null, null, null, null, null, null, null, false);

    private final String user;
    private final UserGroups groups;
    private final String application;
    private final String applicationName;
    private final String claims;
    private final String address;
    private final OperationKind operation;
    private final String clientName;
    private final String pool;
    private final boolean verified;

    private Caller(
            String user,
            UserGroups groups,
            String application,
            String applicationName,
            String claims,
            String address,
            OperationKind operation,
            String clientName,
            String pool,
            boolean verified) {
        this.user = user;
        this.groups = Objects.requireNonNull(groups, "groups");
        this.application = application;
        this.applicationName = applicationName;
        this.claims = claims;
        this.address = address;
        this.operation = operation;
        this.clientName = clientName;
        this.pool = pool;
        this.verified = verified;
    }

    /** The same caller, its application and user claimed or verified. */
    public Caller ofApplication(String id, String by, boolean proved) {
        return new Caller(by, groups, id, applicationName, claims, address, operation, clientName, pool, proved);
    }

    /** The same caller, with the groups of its user, looked up on demand. */
    public Caller inGroupsOf(UserGroups newGroups) {
        return new Caller(
                user, newGroups, application, applicationName, claims, address, operation, clientName, pool, verified);
    }

    /** The same caller, with that display name of its application. */
    public Caller named(String newApplicationName) {
        return new Caller(
                user, groups, application, newApplicationName, claims, address, operation, clientName, pool, verified);
    }

    /** The same caller, asking to be that tenant. */
    public Caller claiming(String newClaims) {
        return new Caller(
                user, groups, application, applicationName, newClaims, address, operation, clientName, pool, verified);
    }

    /** The same caller, seen at that numeric address. */
    public Caller at(String newAddress) {
        return new Caller(
                user, groups, application, applicationName, claims, newAddress, operation, clientName, pool, verified);
    }

    /** The same caller, doing that. */
    public Caller doing(OperationKind newOperation) {
        return new Caller(
                user, groups, application, applicationName, claims, address, newOperation, clientName, pool, verified);
    }

    /** The same caller, with that name of its HDFS client. */
    public Caller withClientName(String newClientName) {
        return new Caller(
                user, groups, application, applicationName, claims, address, operation, newClientName, pool, verified);
    }

    /** The same caller, working for that pool of its application; empty for none. */
    public Caller inPool(String newPool) {
        String named = newPool.isEmpty() ? null : newPool;
        return new Caller(
                user, groups, application, applicationName, claims, address, operation, clientName, named, verified);
    }

    /** The user, if known. */
    public Optional<String> user() {
        return Optional.ofNullable(user);
    }

    /** The user's groups; none of a user that is not known, or whose groups are not. */
    public Set<String> groups() {
        return user == null ? Set.of() : groups.of(user).orElse(Set.of());
    }

    /** The application's id, if known. */
    public Optional<String> application() {
        return Optional.ofNullable(application);
    }

    /** The application's display name, if known. */
    public Optional<String> applicationName() {
        return Optional.ofNullable(applicationName);
    }

    /** The tenant it requests, if any. */
    public Optional<String> claims() {
        return Optional.ofNullable(claims);
    }

    /** The numeric address it calls from, if known. */
    public Optional<String> address() {
        return Optional.ofNullable(address);
    }

    /** What it does, if known. */
    public Optional<OperationKind> operation() {
        return Optional.ofNullable(operation);
    }

    /** The name of its HDFS client, if that counts. */
    public Optional<String> clientName() {
        return Optional.ofNullable(clientName);
    }

    /** The pool of its application that it claims to work for, if any. */
    public Optional<String> pool() {
        return Optional.ofNullable(pool);
    }

    @Override
    public String toString() {
        return (verified ? "verified" : "claimed") + "{user=" + user + ", application=" + application
                + ", applicationName=" + applicationName + ", claims=" + claims + ", address=" + address
                + ", operation=" + operation + ", clientName=" + clientName + ", pool=" + pool + "}";
    }
}
