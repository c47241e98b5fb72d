package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Made-up measurements. */
final class Samples {

    private static final long ORIGIN = 1_000_000_000;
    private static final Scenario SCENARIO =
            new Scenario(Scenario.THREADS_AGAINST_PRIORITY, Rate.ofBytesPerSecond(100_000_000), Duration.ofSeconds(20));

    private Samples() {}

    static long at(double seconds) {
        return ORIGIN + Math.round(seconds * 1000);
    }

    /** Reads at a constant rate from one second to another, sampled ten times a second from second 0 on. */
    static Timeline steady(double from, double to, double bytesPerSecond) {
        NavigableMap<Long, Long> bytes = new TreeMap<>();
        for (int tenth = 0; tenth <= 200; tenth++) {
            double read = Math.max(0, Math.min(tenth / 10.0, to) - from);
            bytes.put(at(tenth / 10.0), Math.round(read * bytesPerSecond));
        }
        return new Timeline(bytes);
    }

    /** A run in which bronze, silver and gold read this many MB/s each. */
    static Run run(Run.Kind kind, int mismatched, double... megabytes) {
        List<Run.Tenant> tenants = new ArrayList<>();
        for (int i = 0; i < megabytes.length; i++) {
            Scenario.Contender contender = SCENARIO.contenders().get(i);
            Timeline timeline = steady(0, 20, megabytes[i] * 1e6);
            tenants.add(new Run.Tenant(
                    contender,
                    SCENARIO.expected(contender),
                    megabytes[i] * 1e6,
                    List.of(megabytes[i] * 1e6),
                    7,
                    mismatched,
                    timeline));
        }
        return new Run(kind, ORIGIN, new Timeline.Window(at(5), at(19)), tenants);
    }

    static Report report(Run controlled) {
        return new Report(SCENARIO, "Hadoop <3>, Spark 3", List.of(run(Run.Kind.STOCK, 0, 73, 18, 9), controlled));
    }

    static Report good() {
        return report(run(Run.Kind.CONTROLLED, 0, 20.4, 39.8, 39.8));
    }
}
