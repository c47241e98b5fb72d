package io.hdfsthrottle.coordinator.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A set of permissions that a credential gives. An administrator may do all except what nodes do and what requires a
 * ticket.
 */
public enum Role {
    /** View tenants, rules, applications, nodes and metrics. */
    VIEW,
    /** Register applications; each then belongs to its registrant. */
    REGISTER,
    /** Fetch grants and report usage, as DataNodes do. */
    NODE,
    /** Change tenants and rules, and end applications. */
    ADMIN,
    /** Obtain tokens for its own user: what a Kerberos ticket gives, and nothing else. */
    DELEGATE;

    /** The role of that name as it is written in a file, in lower case; empty for a role that a file cannot give. */
    public static Optional<Role> named(String name) {
        return Arrays.stream(values())
                .filter(role -> role != DELEGATE && role.toString().equals(name))
                .findFirst();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
