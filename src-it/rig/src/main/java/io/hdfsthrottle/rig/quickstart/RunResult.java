package io.hdfsthrottle.rig.quickstart;

import java.time.Instant;
import java.util.List;

/**
 * One run of all contenders.
 *
 * @param kind who limited the DataNode
 * @param start when they were let go
 * @param window the part that was measured
 * @param tenants how each fared
 */
record RunResult(Kind kind, Instant start, Window window, List<TenantResult> tenants) {

    /** Who limits the DataNode. */
    enum Kind {
        /** HDFS itself, by {@code dfs.datanode.data.read.bandwidthPerSec}. */
        STOCK("stock", "HDFS's own limit"),
        /** The hook. */
        CONTROLLED("controlled", "hdfs-throttle");

        private final String word;
        private final String limiter;

        Kind(String word, String limiter) {
            this.word = word;
            this.limiter = limiter;
        }

        /** Its name in reports. */
        String word() {
            return word;
        }

        /** Who limits, for people. */
        String limiter() {
            return limiter;
        }
    }

    RunResult {
        tenants = List.copyOf(tenants);
    }

    double total() {
        return tenants.stream().mapToDouble(TenantResult::measured).sum();
    }

    double maxErrorPercent() {
        return tenants.stream()
                .mapToDouble(tenant -> Math.abs(tenant.errorPercent()))
                .max()
                .orElse(0);
    }

    boolean intact() {
        return tenants.stream().allMatch(TenantResult::intact);
    }

    long verified() {
        return tenants.stream().mapToLong(TenantResult::verified).sum();
    }

    /** The tenant that got most beyond what its priority earns. */
    TenantResult winner() {
        return tenants.stream()
                .max((a, b) -> Double.compare(a.errorPercent(), b.errorPercent()))
                .orElseThrow();
    }
}
