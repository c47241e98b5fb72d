package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.quickstart.Scenario.Contender;
import io.hdfsthrottle.quickstart.Timeline.Window;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The result of one run of all contenders.
 *
 * @param kind the limiter of the DataNodes
 * @param start when reading began
 * @param window the measured period
 * @param tenants the result of each
 */
record Run(Kind kind, Instant start, Window window, List<Tenant> tenants) {

    /** The permitted deviation of a tenant's rate from its expected rate. */
    static final double TOLERANCE_PERCENT = 5;

    /** The limiter of the DataNodes. */
    enum Kind {
        /** HDFS itself, by {@code dfs.datanode.data.read.bandwidthPerSec}. */
        STOCK("HDFS's own limit"),
        /** The hook. */
        CONTROLLED("hdfs-throttle");

        private final String limiter;

        Kind(String limiter) {
            this.limiter = limiter;
        }

        /** Its name in reports. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The limiter's name, in readable form. */
        String limiter() {
            return limiter;
        }
    }

    /**
     * The result of one contender.
     *
     * @param contender the contender
     * @param expected bytes a second that its priority entitles it to
     * @param measured bytes a second that it got
     * @param ofNodes bytes a second that it got from each DataNode
     * @param verified files read whole whose SHA-256 was that of what was written
     * @param mismatched files read whole whose SHA-256 was not
     * @param timeline bytes over time
     */
    record Tenant(
            Contender contender,
            double expected,
            double measured,
            List<Double> ofNodes,
            long verified,
            long mismatched,
            Timeline timeline) {

        Tenant {
            ofNodes = List.copyOf(ofNodes);
        }

        /** The deviation of the measured rate from the expected one, in percent of the expected one. */
        double errorPercent() {
            return 100 * (measured - expected) / expected;
        }
    }

    Run {
        tenants = List.copyOf(tenants);
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

    /** Its result in one sentence. */
    String finding() {
        if (kind == Kind.CONTROLLED) {
            String verdict = sharesHold()
                    ? "every tenant is within %.1f %% of what its priority earns"
                    : "a tenant is %.1f %% away from what its priority earns: too far";
            return String.format(Locale.ROOT, verdict, maxErrorPercent());
        }
        Tenant winner = tenants.stream()
                .max(Comparator.comparingDouble(Tenant::errorPercent))
                .orElseThrow();
        String verdict = winner.ofNodes().size() > 1
                ? "place and threads win: %s, priority %d, data %s, takes %.0f %% of what all read with %d threads"
                : "threads win: %1$s, priority %2$d, takes %4$.0f %% of the disk with %5$d of them";
        Contender who = winner.contender();
        double percent = 100 * winner.measured() / total();
        return String.format(
                Locale.ROOT, verdict, who.tenant(), who.priority(), who.placement(), percent, who.threads());
    }
}
