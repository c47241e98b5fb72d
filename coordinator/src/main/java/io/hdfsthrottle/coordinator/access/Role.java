package io.hdfsthrottle.coordinator.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a credential lets somebody do. An administrator may do all but what nodes do, and what takes a ticket. */
public enum Role {
    /** Look at tenants, rules, applications, nodes and metrics. */
    VIEW,
    /** Register applications; each is then its registrant's. */
    REGISTER,
    /** Fetch grants and report usage, as DataNodes do. */
    NODE,
    /** Change tenants and rules, and end applications. */
    ADMIN,
    /** Obtain tokens for its own user: what a Kerberos ticket gives, and nothing else. */
    DELEGATE;

    /** The role of that name as it is written in a file, in lower case; none that a file cannot give. */
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
