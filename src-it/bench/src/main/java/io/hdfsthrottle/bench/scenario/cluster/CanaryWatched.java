package io.hdfsthrottle.bench.scenario.cluster;

import static io.hdfsthrottle.bench.scenario.Scenario.Choice.RATE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.Recorder;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.cluster.ClusterCase.Terms;
import io.hdfsthrottle.bench.scenario.cluster.ThreeNodes.Placement;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.hdfs.Rates;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Scenario: one of three nodes enforces; it goes back to shadow soon after it is made worse, and not before. */
public final class CanaryWatched {

    private static final int CANARY = 0;
    private static final double SLOW = 0.25;
    private static final Duration WARMING_UP = Duration.ofSeconds(20);
    private static final Duration SETTLING = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final double SOON = 30;

    /** Something that makes the canary worse until that is closed. */
    private interface Harm {
        AutoCloseable begin(ThreeNodes nodes) throws Exception;
    }

    private record Case(String name, Harm harm) {}

    private static final List<Case> CASES = List.of(
            new Case("undisturbed", nodes -> () -> {}),
            new Case("disk slowed", nodes -> {
                LoadedDisk disk = nodes.disks().get(CANARY);
                disk.speed(SLOW);
                return () -> disk.speed(1);
            }),
            new Case("processors taken", nodes -> nodes.stalled(CANARY)));

    public static final Scenario SCENARIO = Scenario.named(
                    "canary",
                    "a canary that is made worse is back in shadow within 30 s, another one stays",
                    CanaryWatched::play,
                    RATE,
                    READAHEAD)
            .of(CASES.stream().map(Case::name).toList())
            .usually(30, Scenario.REQUESTS)
            .lasting(120);

    private CanaryWatched() {}

    private static Outcome play(Stage stage) throws Exception {
        Placement even = Placement.of(1, 1, 1);
        ThreeNodes nodes = ThreeNodes.start(stage, DiskKind.SHARED, 1, Map.of(), List.of(even, even));
        nodes.hook(true);
        nodes.terms(1, Terms.of(3));
        Outcome outcome = new Outcome();
        try (Recorder recorder = new Recorder(2)) {
            for (LoadedDisk disk : nodes.disks()) {
                recorder.add(0, disk.reading(0, 2));
                recorder.add(1, disk.reading(1, 2));
            }
            Rates.over(WARMING_UP, List.of());
            leader(nodes).put("/v1/modes/cluster", Map.of("mode", "shadow"));
            for (Case each : CASES) {
                if (stage.plays(each.name())) {
                    play(stage, nodes, each, outcome);
                }
            }
            outcome.atMost("reads that failed", recorder.errors(), 0);
        }
        return outcome.atMost("errors that the hooks caught", nodes.hookErrors(), 0);
    }

    private static void play(Stage stage, ThreeNodes nodes, Case each, Outcome outcome) throws Exception {
        boolean isHarmed = !each.equals(CASES.get(0));
        leader(nodes).put("/v1/modes/canary", Map.of("node", nodes.name(CANARY)));
        try (RunResources harm = new RunResources()) {
            double before = failedAfter(stage, nodes, isHarmed ? SETTLING.multipliedBy(2) : stage.window());
            harm.own(each.harm().begin(nodes));
            double after = isHarmed ? failedAfter(stage, nodes, stage.window()) : before;
            stage.say("%s: %s", each.name(), canary(nodes));
            outcome.figure(each.name(), canary(nodes))
                    .atMost(
                            each.name() + ": back in shadow without a cause, times",
                            Double.isFinite(before) ? 1 : 0,
                            0);
            if (isHarmed) {
                outcome.atMost(each.name() + ": from its cause until the canary is back in shadow, s", after, SOON);
            }
        }
        leader(nodes).delete("/v1/modes/canary");
        Rates.over(SETTLING, List.of());
    }

    /** In so many seconds it went back to shadow; infinite if not within that time. */
    private static double failedAfter(Stage stage, ThreeNodes nodes, Duration longest) throws IOException {
        long from = System.nanoTime();
        Object told = "";
        double seconds = 0;
        while (seconds <= longest.toNanos() / 1e9) {
            Map<String, Object> canary = canary(nodes);
            if (!Objects.equals(canary.get("standing"), told)) {
                told = canary.get("standing");
                stage.say("%.1f s: %s", seconds, told);
            }
            if ("failed".equals(canary.get("state"))) {
                return seconds;
            }
            Rates.over(LOOK, List.of());
            seconds = (System.nanoTime() - from) / 1e9;
        }
        return Double.POSITIVE_INFINITY;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> canary(ThreeNodes nodes) throws IOException {
        return (Map<String, Object>) leader(nodes).get("/v1/modes").get("canary");
    }

    private static Coordinator leader(ThreeNodes nodes) {
        return nodes.cluster().leader();
    }
}
