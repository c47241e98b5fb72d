package io.hdfsthrottle.quickstart;

import java.time.Instant;
import java.util.List;

/**
 * The result of one run of all contenders.
 *
 * @param kind the limiter of the DataNode
 * @param start when reading began
 * @param window the measured period
 * @param tenants the result of each
 */
record RunResult(Kind kind, Instant start, Window window, List<TenantResult> tenants) {

    /** The limiter of the DataNode. */
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

        /** The limiter's name, in readable form. */
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

    /** The tenant whose rate exceeded its expected rate most. */
    TenantResult winner() {
        return tenants.stream()
                .max((a, b) -> Double.compare(a.errorPercent(), b.errorPercent()))
                .orElseThrow();
    }
}
