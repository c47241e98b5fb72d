package io.hdfsthrottle.identity;

import java.util.Optional;

/**
 * Who an operation is for, as far as it is known: user, application, address, and the tenant it asks to be.
 *
 * <p>Every part may be unknown. Whether application and user are <em>verified</em> is said by {@link #verified()}: a
 * signed tag was checked, or (later) a block token. Everything else is claimed, and policy decides what a claim is
 * worth. Immutable; all of it is hostile input.
 */
public final class Caller {

    /** Nobody that we know. */
    public static final Caller UNKNOWN = new Caller(null, null, null, null, false);

    private final String user;
    private final String application;
    private final String address;
    private final String claims;
    private final boolean verified;

    private Caller(String user, String application, String address, String claims, boolean verified) {
        this.user = user;
        this.application = application;
        this.address = address;
        this.claims = claims;
        this.verified = verified;
    }

    /** The same caller, its application and user claimed or verified. */
    public Caller ofApplication(String newApplication, String newUser, boolean newVerified) {
        return new Caller(newUser, newApplication, address, claims, newVerified);
    }

    /** The same caller, seen at that numeric address. */
    public Caller at(String newAddress) {
        return new Caller(user, application, newAddress, claims, verified);
    }

    /** The same caller, asking to be that tenant. */
    public Caller claiming(String newClaims) {
        return new Caller(user, application, address, newClaims, verified);
    }

    /** The user, if known. */
    public Optional<String> user() {
        return Optional.ofNullable(user);
    }

    /** The application's id, if known. */
    public Optional<String> application() {
        return Optional.ofNullable(application);
    }

    /** The numeric address it calls from, if known. */
    public Optional<String> address() {
        return Optional.ofNullable(address);
    }

    /** The tenant it asks to be, if it asks. */
    public Optional<String> claims() {
        return Optional.ofNullable(claims);
    }

    /** Whether user and application were proved by a signature rather than claimed. */
    public boolean verified() {
        return verified;
    }

    @Override
    public String toString() {
        return (verified ? "verified" : "claimed") + "{user=" + user + ", application=" + application + ", address="
                + address + ", claims=" + claims + "}";
    }
}
