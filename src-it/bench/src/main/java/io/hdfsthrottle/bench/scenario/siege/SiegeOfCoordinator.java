package io.hdfsthrottle.bench.scenario.siege;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Latencies;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.siege.Siege;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Scenario of ten minutes of hostile requests, in the clear and again over TLS, on every route of a coordinator with
 * every credential but an administrator's: nothing changes, no answer is an error of the coordinator, no memory is
 * retained, and honest clients are answered in time. Latencies count from when a request was due.
 */
public final class SiegeOfCoordinator implements Scenario {
    private static final long SEED = 20_261_124;

    private static final String CLEAR = "clear";
    private static final String SECURED = "tls";

    /** One hundred thousand in ten minutes. */
    private static final double PER_SECOND = 100_000 / 600.0;

    private static final double MOST_MILLIS = 1_000;
    private static final double MOST_MEBIBYTES = 8;
    private static final double MEBIBYTE = 1 << 20;

    @Override
    public String name() {
        return "siege";
    }

    @Override
    public String shows() {
        return "a coordinator under hostile requests of every kind: what changes, errors, memory, the honest (no root needed)";
    }

    @Override
    public Set<Choice> choices() {
        return Set.of(Choice.COUNT);
    }

    @Override
    public List<String> cases() {
        return List.of(CLEAR, SECURED);
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("seed", SEED);
        List<Bar> bars = new ArrayList<>();
        Map<String, Charts.Line> lines = new LinkedHashMap<>();
        for (String each : cases()) {
            if (stage.plays(each)) {
                play(stage, each, figures, bars, lines);
            }
        }
        return new Outcome(
                figures,
                bars,
                List.of(Charts.logarithmicLines("Honest requests during a siege", "% of requests", "ms", lines)));
    }

    private static void play(
            Stage stage, String name, Map<String, Object> figures, List<Bar> bars, Map<String, Charts.Line> lines)
            throws Exception {
        Histogram grants = Latencies.recording();
        Histogram puts = Latencies.recording();
        stage.say("%s: seed %d, %d requests, %.0f a second", name, SEED, stage.count(), PER_SECOND);
        Siege.Result result;
        try (Rig rig = Rig.in(Repository.find(), stage.folder().resolve(name), Rig.Lifetime.OURS)) {
            result = Siege.lay(
                    rig,
                    name.equals(SECURED),
                    SEED,
                    stage.count(),
                    PER_SECOND,
                    nanos -> Latencies.record(grants, nanos),
                    nanos -> Latencies.record(puts, nanos));
        }
        stage.say("answers %s, closed without one %d", result.answers(), result.unanswered());
        stage.say("turned away %s", result.refusals());
        result.errors().stream().limit(20).forEach(error -> stage.say("  %s", error));
        result.changes().forEach(change -> stage.say("  changed: %s", change));
        result.honestFailures().forEach(failure -> stage.say("  honest: %s", failure));
        Latencies ofGrants = Latencies.of(grants);
        Latencies ofPuts = Latencies.of(puts);
        figures.put(name, figures(result, ofGrants, ofPuts));
        bars.addAll(bars(name, result, ofGrants, ofPuts));
        lines.put(name + ", grant poll", ofGrants.line());
        lines.put(name + ", PUT", ofPuts.line());
    }

    private static Map<String, Object> figures(Siege.Result result, Latencies grants, Latencies puts) {
        Map<String, Object> answers = new TreeMap<>();
        result.answers().forEach((status, count) -> answers.put(Integer.toString(status), count));
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("requests", result.requests());
        figures.put("answers", answers);
        figures.put("unanswered", result.unanswered());
        figures.put("refusals", result.refusals());
        figures.put("heapBefore", result.heapBefore());
        figures.put("heapAfter", result.heapAfter());
        figures.put("grantPoll", grants.members());
        figures.put("put", puts.members());
        return figures;
    }

    private static List<Bar> bars(String name, Siege.Result result, Latencies grants, Latencies puts) {
        List<Bar> bars = new ArrayList<>();
        bars.add(Bar.atMost(
                name + ": changes made without authority", result.changes().size(), 0));
        bars.add(Bar.atMost(name + ": answers of 5xx", result.errors().size(), 0));
        bars.add(Bar.atMost(
                name + ": honest requests that failed", result.honestFailures().size(), 0));
        bars.add(Bar.atMost(
                name + ": growth of the heap in use, MiB",
                (result.heapAfter() - result.heapBefore()) / MEBIBYTE,
                MOST_MEBIBYTES));
        bars.add(Bar.atMost(name + ": honest grant poll, p99, ms", grants.percentile(99), MOST_MILLIS));
        bars.add(Bar.atMost(name + ": honest PUT, p99, ms", puts.percentile(99), MOST_MILLIS));
        bars.add(Bar.atLeast(
                name + ": answers to hostile requests, % of them",
                100.0
                        * result.answers().values().stream()
                                .mapToInt(Integer::intValue)
                                .sum()
                        / result.requests(),
                50));
        return bars;
    }
}
