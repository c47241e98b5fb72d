package io.hdfsthrottle.coordinator.api;

import io.hdfsthrottle.coordinator.access.Authority;
import io.hdfsthrottle.coordinator.access.Role;
import io.javalin.security.RouteRole;
import java.util.Optional;

/** What a route requires of its callers; declared with the route, and there is no default. */
public enum Needs implements RouteRole {
    /**
     * No role: every coordinator tells any client which one leads and what it answers, and serves its page, which holds
     * no data.
     */
    NOTHING(Optional.empty()),
    /** The role of that name; the same of those below. */
    VIEW(Optional.of(Role.VIEW)),
    REGISTER(Optional.of(Role.REGISTER)),
    NODE(Optional.of(Role.NODE)),
    ADMIN(Optional.of(Role.ADMIN)),
    /** A Kerberos ticket. */
    DELEGATE(Optional.of(Role.DELEGATE));

    private final Optional<Role> role;

    Needs(Optional<Role> role) {
        this.role = role;
    }

    /** Whether a caller with that authority may call it. */
    boolean isGrantedTo(Authority authority) {
        return role.isEmpty() || authority.may(role.get());
    }

    /** The role, as users write it. */
    @Override
    public String toString() {
        return role.map(Role::toString).orElse("nothing");
    }
}
