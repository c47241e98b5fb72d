package io.hdfsthrottle.bench.scenario.coordinator;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Latencies;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.siege.Siege;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Scenario of ten minutes of hostile requests, in the clear and again over TLS, on every route of a coordinator with
 * every credential but an administrator's: nothing changes, no answer is an error of the coordinator, no memory is
 * retained, and honest clients are answered in time. Latencies count from when a request was due.
 */
public final class SiegeOfCoordinator {

    private static final long SEED = 20_261_124;
    private static final String CLEAR = "clear";
    private static final String SECURED = "tls";

    /** One hundred thousand in ten minutes. */
    private static final double PER_SECOND = 100_000 / 600.0;

    private static final double MOST_MILLIS = 1_000;
    private static final double MEBIBYTE = 1 << 20;

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
                    "siege",
                    "a coordinator under hostile requests of every kind: what changes, errors, memory, the honest (no root needed)",
                    SiegeOfCoordinator::play,
                    Choice.COUNT)
            .of(List.of(CLEAR, SECURED));

    private SiegeOfCoordinator() {}

    private static Outcome play(Stage stage) throws Exception {
        Outcome outcome = new Outcome().figure("seed", SEED);
        Map<String, Charts.Line> lines = new LinkedHashMap<>();
        for (String each : SCENARIO.cases()) {
            if (stage.plays(each)) {
                play(stage, each, outcome, lines);
            }
        }
        return outcome.chart(Charts.logarithmicLines("Honest requests during a siege", "% of requests", "ms", lines));
    }

    private static void play(Stage stage, String name, Outcome outcome, Map<String, Charts.Line> lines)
            throws Exception {
        Histogram polled = Latencies.recording();
        Histogram put = Latencies.recording();
        stage.say("%s: seed %d, %d requests, %.0f a second", name, SEED, stage.count(), PER_SECOND);
        Siege.Result result;
        try (Rig rig = Rig.in(Repository.find(), stage.folder().resolve(name), Rig.Lifetime.OURS)) {
            result = Siege.lay(
                    rig,
                    name.equals(SECURED),
                    SEED,
                    stage.count(),
                    PER_SECOND,
                    nanos -> Latencies.record(polled, nanos),
                    nanos -> Latencies.record(put, nanos));
        }
        stage.say("answers %s, closed without one %d", result.answers(), result.unanswered());
        stage.say("turned away %s", result.refusals());
        result.errors().stream().limit(20).forEach(error -> stage.say("  %s", error));
        result.changes().forEach(change -> stage.say("  changed: %s", change));
        result.honestFailures().forEach(failure -> stage.say("  honest: %s", failure));
        Latencies grants = Latencies.of(polled);
        Latencies puts = Latencies.of(put);
        Map<String, Object> answers = new TreeMap<>();
        result.answers().forEach((status, count) -> answers.put(Integer.toString(status), count));
        int answered =
                result.answers().values().stream().mapToInt(Integer::intValue).sum();
        outcome.figure(
                        name,
                        new Figures()
                                .put("requests", result.requests())
                                .put("answers", answers)
                                .put("unanswered", result.unanswered())
                                .put("refusals", result.refusals())
                                .put("heapBefore", result.heapBefore())
                                .put("heapAfter", result.heapAfter())
                                .put("grantPoll", grants.members())
                                .put("put", puts.members()))
                .atMost(
                        name + ": changes made without authority",
                        result.changes().size(),
                        0)
                .atMost(name + ": answers of 5xx", result.errors().size(), 0)
                .atMost(
                        name + ": honest requests that failed",
                        result.honestFailures().size(),
                        0)
                .atMost(
                        name + ": growth of the heap in use, MiB",
                        (result.heapAfter() - result.heapBefore()) / MEBIBYTE,
                        8)
                .atMost(name + ": honest grant poll, p99, ms", grants.percentile(99), MOST_MILLIS)
                .atMost(name + ": honest PUT, p99, ms", puts.percentile(99), MOST_MILLIS)
                .atLeast(name + ": answers to hostile requests, % of them", 100.0 * answered / result.requests(), 50);
        lines.put(name + ", grant poll", grants.line());
        lines.put(name + ", PUT", puts.line());
    }
}
