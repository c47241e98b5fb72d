package io.hdfsthrottle.bench.scenario.coordinator;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Validity.VALID;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario of one coordinator process with 10,000 applications under 10, 100 and 1,000 nodes: its network traffic,
 * processor time and memory, by rate of changes.
 */
public final class Scale {

    private static final List<Integer> FLEETS = List.of(10, 100, 1_000);
    private static final int APPLICATIONS = 10_000;
    private static final String MEMORY = "-Xmx1g";

    /** A rig's daemons have the serial collector; a coordinator of a large cluster has the one that Java chooses. */
    private static final String COLLECTOR = "-XX:-UseSerialGC";

    private static final double MEBIBYTE = 1 << 20;

    /** All nodes start at once and look up their applications; afterwards they are at rest. */
    private static final int SETTLING_SECONDS = 10;

    private static final Duration FIRST_GRANTS = Duration.ofMinutes(2);

    /** The coordinator forgets its longest computation after two to three minutes. */
    private static final Duration FORGETTING = Duration.ofMinutes(5);

    private static final double FORGOTTEN_MILLIS = 50;

    /** A timer of the coordinator: the longest computation of all nodes' terms, in seconds. */
    private static final String TERMS = "hdfs_throttle_coordinator_terms_seconds_max";

    /** All nodes share one address here, and all applications. */
    private static final Map<String, String> SETTINGS = Map.of(
            "limits.connections.per.address", "8000",
            "limits.polls.per.address", "4000",
            "limits.requests.per.second", "100000",
            "limits.requests.at.once", "10000",
            "limits.applications.per.credential", "20000",
            "application.expiry", "24h",
            "node.expiry", "5s");

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
                    "scale",
                    "a coordinator under 1,000 nodes and 10,000 applications: bytes, processor, memory (no root needed)",
                    stage -> new Scale(stage).play(),
                    Choice.COUNT)
            .of(FLEETS.stream().map(Scale::named).toList())
            .usually(Scenario.RATE_OF_A_DISK, APPLICATIONS);

    private final Stage stage;
    private final Coordinator coordinator;
    private final Load load;

    private Scale(Stage stage) throws Exception {
        this.stage = stage;
        Rig rig = stage.resources().own(Rig.in(Repository.find(), stage.folder().resolve("scale"), Rig.Lifetime.OURS));
        coordinator = Coordinator.spawn(
                        rig,
                        "coordinator",
                        ZooKeeper.start(rig),
                        rig.ports().free(),
                        SETTINGS,
                        List.of(MEMORY, COLLECTOR),
                        TlsFiles.NONE)
                .awaitReady();
        load = new Load(coordinator.url());
    }

    private static String named(int nodes) {
        return nodes + " nodes";
    }

    /** The events per second while a fleet is measured: registrations, changed priorities, or moves of demand. */
    private enum Step {
        REST("at rest", 0, 0, 0),
        MOVING("demand moves", 0, 0, 10),
        CHANGING("changing priorities", 0, 1, 0),
        REGISTERING("registering", 10, 0, 0);

        private final String title;
        private final int registrations;
        private final int priorities;
        private final int moves;

        Step(String title, int registrations, int priorities, int moves) {
            this.title = title;
            this.registrations = registrations;
            this.priorities = priorities;
            this.moves = moves;
        }

        private int changes() {
            return registrations + priorities + moves;
        }
    }

    /**
     * The measurements of a step.
     *
     * @param down bytes a second sent to all nodes
     * @param up bytes a second sent by them
     * @param reports a second
     * @param processor the coordinator process's use of one processor
     */
    private record Seen(int nodes, Step step, double down, double up, double reports, double processor) {

        /** The bytes sent to a node for each change. */
        double bytesForOneChange() {
            return step.changes() == 0 ? 0 : down / step.changes() / nodes;
        }

        Figures figures() {
            return new Figures()
                    .put("changesPerSecond", step.changes())
                    .put("bytesPerSecondToNodes", down)
                    .put("bytesForOneNodeAndChange", bytesForOneChange())
                    .put("bytesPerSecondFromNodes", up)
                    .put("reportsPerSecond", reports)
                    .put("processorPercent", processor * 100);
        }
    }

    private Outcome play() throws Exception {
        load.tenants();
        long from = System.nanoTime();
        load.register(stage.count());
        double perSecond = stage.count() / ((System.nanoTime() - from) / 1e9);
        stage.say("%d applications registered, %.0f a second", stage.count(), perSecond);
        Outcome outcome = new Outcome().atLeast("applications registered a second", perSecond, 100);
        List<Figures> fleets = new ArrayList<>();
        Map<String, Map<Step, Seen>> seen = new LinkedHashMap<>();
        for (int nodes : FLEETS) {
            if (stage.plays(named(nodes))) {
                awaitForgotten();
                seen.put(named(nodes), play(nodes, fleets, outcome));
            }
        }
        return outcome.figure("applications", stage.count())
                .figure("registrationsPerSecond", perSecond)
                .figure("memoryOfTheCoordinator", MEMORY)
                .figure("fleets", fleets)
                .chart(chart("Bytes a second to all nodes", "bytes/s", seen, Seen::down))
                .chart(chart("Processor of the coordinator", "% of one", seen, step -> step.processor() * 100));
    }

    /** Waits until the longest computation of terms is no longer one of the fleet before, or of its collection. */
    private void awaitForgotten() {
        await("the longest computation of terms to be forgotten")
                .pollInterval(Duration.ofSeconds(1))
                .atMost(FORGETTING)
                .until(() -> !(load.metric(TERMS) * 1e3 > FORGOTTEN_MILLIS));
    }

    /** Measures one fleet, by step. */
    private Map<Step, Seen> play(int nodes, List<Figures> fleets, Outcome outcome) throws Exception {
        try (Fleet fleet = new Fleet(new NodeWire(coordinator.url()), nodes)) {
            fleet.awaitFirst(FIRST_GRANTS);
            TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
            Figures figures = new Figures().put("nodes", nodes);
            Map<Step, Seen> steps = new EnumMap<>(Step.class);
            for (Step step : Step.values()) {
                Seen seen = watch(fleet, step);
                steps.put(step, seen);
                figures.put(step.title, seen.figures());
            }
            // Before the collection, which stops the coordinator.
            double terms = load.metric(TERMS) * 1e3;
            double p99 = fleet.untilTold().percentile(99);
            double heap = heap();
            fleets.add(figures.put("longestTermsMillis", terms)
                    .put("heapMiB", heap)
                    .put("toldAfterMillisP99", p99)
                    .put("failures", fleet.failures.sum())
                    .put("firstFailure", fleet.firstFailure()));
            String where = String.format(Locale.ROOT, "%d nodes: ", nodes);
            double forOne = steps.get(Step.REGISTERING).bytesForOneChange();
            double reports = steps.get(Step.REST).reports();
            outcome.atMost(where + "terms of all nodes recomputed, longest, ms", terms, 100)
                    .atMost(where + "heap after a collection, MiB", heap, 1_024)
                    .atMost(where + "a changed priority told to a node, p99, ms", p99, 1_000)
                    .atMost(where + "bytes to each node for one registration", forOne, 256)
                    .atLeast(VALID + where + "reports a second at rest, percent of nodes", reports / nodes * 100, 90)
                    .atMost(where + "requests of nodes that failed", (double) fleet.failures.sum(), 0);
            return steps;
        }
    }

    private Seen watch(Fleet fleet, Step step) throws IOException, InterruptedException {
        long down = fleet.received.sum();
        long up = fleet.sent.sum();
        long reports = fleet.reports.sum();
        long worked = processorNanos();
        long from = System.nanoTime();
        for (long second = 1; second <= stage.window().toSeconds(); second++) {
            for (int i = 0; i < step.priorities; i++) {
                fleet.changing();
                load.change();
            }
            for (int i = 0; i < step.moves; i++) {
                fleet.move((int) second * step.moves + i);
            }
            if (step.registrations > 0) {
                load.register(step.registrations);
            }
            long due = from + TimeUnit.SECONDS.toNanos(second);
            TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
        }
        double seconds = (System.nanoTime() - from) / 1e9;
        Seen seen = new Seen(
                fleet.size(),
                step,
                (fleet.received.sum() - down) / seconds,
                (fleet.sent.sum() - up) / seconds,
                (fleet.reports.sum() - reports) / seconds,
                (processorNanos() - worked) / 1e9 / seconds);
        stage.say(
                "%5d nodes, %-20s %3d changes/s: to nodes %10.0f bytes/s (%.0f a node and change), from nodes %8.0f"
                        + " bytes/s, processor %5.1f %%",
                seen.nodes(),
                step.title,
                step.changes(),
                seen.down(),
                seen.bytesForOneChange(),
                seen.up(),
                seen.processor() * 100);
        return seen;
    }

    private long processorNanos() {
        return ProcessHandle.of(coordinator.process().pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow(() -> new IllegalStateException("the kernel does not say what the coordinator takes"))
                .toNanos();
    }

    /** The heap in use after a garbage collection, in MiB. */
    private double heap() throws IOException, InterruptedException {
        String process = Long.toString(coordinator.process().pid());
        Process collection = new ProcessBuilder(System.getProperty("java.home") + "/bin/jcmd", process, "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (collection.waitFor() != 0) {
            throw new IllegalStateException("jcmd cannot reach the coordinator's process");
        }
        return load.metric("jvm_memory_used_bytes{area=\"heap\"") / MEBIBYTE;
    }

    private static Chart<?, ?> chart(
            String title, String unit, Map<String, Map<Step, Seen>> seen, ToDoubleFunction<Seen> figure) {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (Step step : Step.values()) {
            series.put(
                    step.title + ", " + step.changes() + " changes/s",
                    each(List.copyOf(seen.values()), steps -> figure.applyAsDouble(steps.get(step))));
        }
        return Charts.bars(title, unit, List.copyOf(seen.keySet()), series);
    }
}
