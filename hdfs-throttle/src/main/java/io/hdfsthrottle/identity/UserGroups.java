package io.hdfsthrottle.identity;

import java.util.Optional;
import java.util.Set;

/** The groups of users, as far as the host knows them. Called from threads that must not wait. Thread-safe. */
public interface UserGroups {

    /** No user's groups are known. */
    UserGroups UNKNOWN = new UserGroups() {
        @Override
        public Optional<Set<String>> of(String user) {
            return Optional.empty();
        }

        @Override
        public int changes() {
            return 0;
        }
    };

    /** That user's groups; empty while they are not known; {@link #changes} increases when they are. Never waits. */
    Optional<Set<String>> of(String user);

    /** Increases when the groups of a user become known or change: earlier answers are then outdated. */
    int changes();
}
