package io.hdfsthrottle.bench.scenario.coordinator;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Latencies;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.siege.Siege;
import java.util.List;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;

/**
 * Ten minutes of hostile requests, in the clear and again over TLS, on every route of a coordinator with every
 * credential but an administrator's. Latencies of the honest count from when a request was due.
 */
public final class SiegeOfCoordinator {

    private static final long SEED = 20_261_124;
    private static final String SECURED = "tls";

    /** One hundred thousand in ten minutes. */
    private static final double PER_SECOND = 100_000 / 600.0;

    public static final Scenario SCENARIO = Scenario.named(
                    "siege",
                    "a coordinator under hostile requests of every kind: what changes, errors, memory, the honest (no root needed)",
                    SiegeOfCoordinator::play,
                    Choice.COUNT)
            .of(List.of("clear", SECURED));

    private SiegeOfCoordinator() {}

    private static Outcome play(Stage stage) throws Exception {
        Outcome outcome = new Outcome().figure("seed", SEED);
        for (String name : SCENARIO.cases().stream().filter(stage::plays).toList()) {
            stage.say("%s: seed %d, %d requests, %.0f a second", name, SEED, stage.count(), PER_SECOND);
            Histogram polled = Latencies.recording();
            Histogram put = Latencies.recording();
            LongConsumer polls = nanos -> Latencies.record(polled, nanos);
            LongConsumer changes = nanos -> Latencies.record(put, nanos);
            try (Rig rig = Rig.in(Repository.find(), stage.folder().resolve(name), Rig.Lifetime.OURS)) {
                boolean secured = name.equals(SECURED);
                Siege.Result result = Siege.lay(rig, secured, SEED, stage.count(), PER_SECOND, polls, changes);
                stage.say("%s", result);
                add(outcome, name, result, Latencies.of(polled), Latencies.of(put));
            }
        }
        return outcome;
    }

    private static void add(Outcome outcome, String name, Siege.Result result, Latencies polls, Latencies puts) {
        double answered =
                result.answers().values().stream().mapToInt(Integer::intValue).sum();
        double grown = (result.heapAfter() - result.heapBefore()) / (double) (1 << 20);
        int changes = result.changes().size();
        int failures = result.honestFailures().size();
        outcome.figure(name, result)
                .figure(name + ", grantPoll", polls)
                .figure(name + ", put", puts)
                .atMost(name + ": changes made without authority", changes, 0)
                .atMost(name + ": answers of 5xx", result.errors().size(), 0)
                .atMost(name + ": honest requests that failed", failures, 0)
                .atMost(name + ": growth of the heap in use, MiB", grown, 8)
                .atMost(name + ": honest grant poll, p99, ms", polls.percentile(99), 1_000)
                .atMost(name + ": honest PUT, p99, ms", puts.percentile(99), 1_000)
                .atLeast(name + ": answers to hostile requests, % of them", 100 * answered / result.requests(), 50);
    }
}
