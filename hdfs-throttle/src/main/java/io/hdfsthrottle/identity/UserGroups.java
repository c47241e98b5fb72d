package io.hdfsthrottle.identity;

import java.util.Optional;
import java.util.Set;

/** Which groups users are in, as far as the host knows. Asked from threads that must not wait. Thread-safe. */
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

    /** That user's groups; nothing while they are not known, and {@link #changes} tells when they are. Never waits. */
    Optional<Set<String>> of(String user);

    /** Rises when the groups of a user become known or change: callers that asked before ask again. */
    int changes();
}
