package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.quickstart.Scenario.Contender;
import io.hdfsthrottle.quickstart.Timeline.Window;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The result of one run of all contenders, which began to read at a wall-clock millisecond. */
record Run(Kind kind, long start, Window window, List<Tenant> tenants) {

    static final double TOLERANCE_PERCENT = 5;

    /** The limiter of the DataNodes: HDFS's {@code dfs.datanode.data.read.bandwidthPerSec}, or the hook. */
    enum Kind {
        STOCK,
        CONTROLLED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        String limiter() {
            return this == STOCK ? "HDFS's own limit" : "hdfs-throttle";
        }
    }

    /**
     * The result of one contender: rates in bytes a second, what it got also from each DataNode, and how many files,
     * read whole, had the SHA-256 of what was written or another.
     */
    record Tenant(
            Contender contender,
            double expected,
            double measured,
            List<Double> ofNodes,
            long verified,
            long mismatched,
            Timeline timeline) {

        double errorPercent() {
            return 100 * (measured - expected) / expected;
        }
    }

    Tenant of(Contender contender) {
        return tenants.stream()
                .filter(each -> each.contender().equals(contender))
                .findFirst()
                .orElseThrow();
    }

    double total() {
        return tenants.stream().mapToDouble(Tenant::measured).sum();
    }

    double maxErrorPercent() {
        return tenants.stream()
                .mapToDouble(each -> Math.abs(each.errorPercent()))
                .max()
                .orElse(0);
    }

    boolean sharesHold() {
        return maxErrorPercent() <= TOLERANCE_PERCENT;
    }

    boolean intact() {
        return tenants.stream().allMatch(each -> each.verified() > 0 && each.mismatched() == 0);
    }

    String finding() {
        if (kind == Kind.CONTROLLED) {
            String verdict = sharesHold()
                    ? "every tenant is within %.1f %% of what its priority earns"
                    : "a tenant is %.1f %% away from what its priority earns: too far";
            return String.format(Locale.ROOT, verdict, maxErrorPercent());
        }
        Tenant winner =
                tenants.stream().max(Comparator.comparing(Tenant::errorPercent)).orElseThrow();
        String verdict = winner.ofNodes().size() > 1
                ? "place and threads win: %s, priority %d, data %s, takes %.0f %% of what all read with %d threads"
                : "threads win: %1$s, priority %2$d, takes %4$.0f %% of the disk with %5$d of them";
        Contender who = winner.contender();
        double percent = 100 * winner.measured() / total();
        return String.format(
                Locale.ROOT, verdict, who.tenant(), who.priority(), who.placement(), percent, who.threads());
    }
}
