package io.hdfsthrottle.coordinator.feature.mode;

import java.util.Optional;

/**
 * A node that enforces while the rest of the cluster is in shadow, until it is worse.
 *
 * @param failed why it went back to shadow; empty while it enforces
 */
record Canary(String node, Bounds bounds, Optional<String> failed) {
    static Canary of(String node, Bounds bounds) {
        return new Canary(node, bounds, Optional.empty());
    }

    boolean enforces() {
        return failed.isEmpty();
    }
}
