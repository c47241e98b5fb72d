package io.hdfsthrottle.bench.scenario.scale;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.scale.Step.Seen;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario of one coordinator process with 10,000 applications under 10, 100 and 1,000 nodes: its network traffic,
 * processor time and memory, by rate of changes.
 */
public final class Scale implements Scenario {

    private static final List<Integer> FLEETS = List.of(10, 100, 1_000);
    private static final int APPLICATIONS = 10_000;
    private static final String MEMORY = "-Xmx1g";

    /** A rig's daemons have the serial collector; a coordinator of a large cluster has the one that Java chooses. */
    private static final String COLLECTOR = "-XX:-UseSerialGC";

    private static final double MEBIBYTE = 1 << 20;
    private static final double MOST_MEBIBYTES = 1_024;
    private static final double LEAST_REGISTRATIONS = 100;
    private static final double MOST_BYTES_OF_ONE = 256;
    private static final double MOST_MILLIS = 1_000;
    private static final double MOST_MILLIS_OF_TERMS = 100;

    private static final double LEAST_REPORTS_PERCENT = 90;

    /** All nodes start at once and look up their applications; afterwards they are at rest. */
    private static final int SETTLING_SECONDS = 10;

    private static final Duration FIRST_GRANTS = Duration.ofMinutes(2);

    /** The coordinator forgets its longest computation after two to three minutes. */
    private static final Duration FORGETTING = Duration.ofMinutes(5);

    private static final double FORGOTTEN_MILLIS = 50;
    private static final double MILLIS = 1_000;

    /** A timer of the coordinator: the longest computation of all nodes' terms. */
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

    @Override
    public String name() {
        return "scale";
    }

    @Override
    public String shows() {
        return "a coordinator under 1,000 nodes and 10,000 applications: bytes, processor, memory (no root needed)";
    }

    @Override
    public List<String> cases() {
        return FLEETS.stream().map(Scale::named).toList();
    }

    private static String named(int nodes) {
        return nodes + " nodes";
    }

    @Override
    public Set<Choice> choices() {
        return Set.of(Choice.COUNT);
    }

    @Override
    public int usualCount() {
        return APPLICATIONS;
    }

    /** The results of one fleet. */
    private record Found(
            int nodes,
            List<Seen> steps,
            double termsMillis,
            double p99Millis,
            double heapMebibytes,
            long failures,
            String firstFailure) {

        Seen of(Step step) {
            return steps.stream()
                    .filter(seen -> seen.step().equals(step))
                    .findFirst()
                    .orElseThrow();
        }

        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("nodes", nodes);
            for (Seen seen : steps) {
                Map<String, Object> of = new LinkedHashMap<>();
                of.put("changesPerSecond", seen.step().changes());
                of.put("bytesPerSecondToNodes", Statistics.jsonNumber(seen.down()));
                of.put("bytesForOneNodeAndChange", Statistics.jsonNumber(seen.bytesForOneChange()));
                of.put("bytesPerSecondFromNodes", Statistics.jsonNumber(seen.up()));
                of.put("reportsPerSecond", Statistics.jsonNumber(seen.reports()));
                of.put("processorPercent", Statistics.jsonNumber(seen.processor() * 100));
                members.put(seen.step().name(), of);
            }
            members.put("longestTermsMillis", Statistics.jsonNumber(termsMillis));
            members.put("heapMiB", Statistics.jsonNumber(heapMebibytes));
            members.put("toldAfterMillisP99", Statistics.jsonNumber(p99Millis));
            members.put("failures", failures);
            members.put("firstFailure", firstFailure);
            return members;
        }
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        Rig rig = stage.resources().own(Rig.in(Repository.find(), stage.folder().resolve("scale"), Rig.Lifetime.OURS));
        Coordinator coordinator = Coordinator.start(
                rig,
                "coordinator",
                ZooKeeper.start(rig),
                rig.ports().free(),
                SETTINGS,
                List.of(MEMORY, COLLECTOR),
                TlsFiles.NONE);
        Load load = new Load(coordinator.url());
        load.tenants();
        long from = System.nanoTime();
        load.register(stage.count());
        double perSecond = stage.count() / ((System.nanoTime() - from) / 1e9);
        stage.say("%d applications registered, %.0f a second", stage.count(), perSecond);
        List<Found> all = new ArrayList<>();
        for (int nodes : FLEETS) {
            if (stage.plays(named(nodes))) {
                awaitForgotten(load);
                all.add(play(stage, coordinator, load, nodes));
            }
        }
        return outcome(stage, all, perSecond);
    }

    private static Found play(Stage stage, Coordinator coordinator, Load load, int nodes) throws Exception {
        try (Fleet fleet = Fleet.of(new NodeWire(coordinator.url()), nodes)) {
            fleet.awaitFirst(FIRST_GRANTS);
            TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
            List<Seen> steps = new ArrayList<>();
            for (Step step : List.of(Step.REST, Step.MOVING, Step.CHANGING, Step.REGISTERING)) {
                Seen seen = watch(stage, coordinator, load, fleet, step);
                stage.say("%s", seen.line());
                steps.add(seen);
            }
            // Before the collection, which stops the coordinator.
            double termsMillis = load.metric(TERMS) * MILLIS;
            double p99Millis = fleet.untilTold().percentile(99);
            return new Found(
                    nodes,
                    steps,
                    termsMillis,
                    p99Millis,
                    heap(coordinator, load),
                    fleet.failures(),
                    fleet.firstFailure());
        }
    }

    /** Waits until the longest computation of terms is no longer one of the fleet before, or of its collection. */
    private static void awaitForgotten(Load load) {
        await("the longest computation of terms to be forgotten")
                .pollInterval(Duration.ofSeconds(1))
                .atMost(FORGETTING)
                .until(() -> !(load.metric(TERMS) * MILLIS > FORGOTTEN_MILLIS));
    }

    private static Seen watch(Stage stage, Coordinator coordinator, Load load, Fleet fleet, Step step)
            throws IOException, InterruptedException {
        long down = fleet.bytesReceived();
        long up = fleet.bytesSent();
        long reports = fleet.reports();
        long worked = processorNanos(coordinator);
        long from = System.nanoTime();
        for (long second = 1; second <= stage.window().toSeconds(); second++) {
            for (int i = 0; i < step.priorities(); i++) {
                fleet.changing();
                load.change();
            }
            for (int i = 0; i < step.moves(); i++) {
                fleet.move((int) second * step.moves() + i);
            }
            if (step.registrations() > 0) {
                load.register(step.registrations());
            }
            long due = from + TimeUnit.SECONDS.toNanos(second);
            TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
        }
        double seconds = (System.nanoTime() - from) / 1e9;
        return new Seen(
                fleet.size(),
                step,
                (fleet.bytesReceived() - down) / seconds,
                (fleet.bytesSent() - up) / seconds,
                (fleet.reports() - reports) / seconds,
                (processorNanos(coordinator) - worked) / 1e9 / seconds);
    }

    private static long processorNanos(Coordinator coordinator) {
        return ProcessHandle.of(coordinator.process().pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow(() -> new IllegalStateException("the kernel does not say what the coordinator takes"))
                .toNanos();
    }

    /** The heap in use after a garbage collection. */
    private static double heap(Coordinator coordinator, Load load) throws IOException, InterruptedException {
        Process collection = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/jcmd",
                        Long.toString(coordinator.process().pid()),
                        "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (collection.waitFor() != 0) {
            throw new IllegalStateException("jcmd cannot reach the coordinator's process");
        }
        return load.metric("jvm_memory_used_bytes{area=\"heap\"") / MEBIBYTE;
    }

    private static Outcome outcome(Stage stage, List<Found> all, double registrations) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("applications", stage.count());
        figures.put("registrationsPerSecond", Statistics.jsonNumber(registrations));
        figures.put("memoryOfTheCoordinator", MEMORY);
        figures.put("fleets", all.stream().map(Found::members).toList());
        List<Bar> bars = new ArrayList<>();
        bars.add(Bar.atLeast("applications registered a second", registrations, LEAST_REGISTRATIONS));
        for (Found found : all) {
            String where = String.format(Locale.ROOT, "%d nodes: ", found.nodes());
            bars.add(Bar.atMost(
                    where + "terms of all nodes recomputed, longest, ms", found.termsMillis(), MOST_MILLIS_OF_TERMS));
            bars.add(Bar.atMost(where + "heap after a collection, MiB", found.heapMebibytes(), MOST_MEBIBYTES));
            bars.add(Bar.atMost(where + "a changed priority told to a node, p99, ms", found.p99Millis(), MOST_MILLIS));
            bars.add(Bar.atMost(
                    where + "bytes to each node for one registration",
                    found.of(Step.REGISTERING).bytesForOneChange(),
                    MOST_BYTES_OF_ONE));
            bars.add(Bar.atLeast(
                    Validity.VALID + where + "reports a second at rest, percent of nodes",
                    found.of(Step.REST).reports() / found.nodes() * 100,
                    LEAST_REPORTS_PERCENT));
            bars.add(Bar.atMost(where + "requests of nodes that failed", (double) found.failures(), 0));
        }
        return new Outcome(
                figures,
                bars,
                List.of(
                        chart("Bytes a second to all nodes", "bytes/s", all, Seen::down),
                        chart("Processor of the coordinator", "% of one", all, seen -> seen.processor() * 100)));
    }

    private static Chart<?, ?> chart(String title, String unit, List<Found> all, ToDoubleFunction<Seen> figure) {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (Step step : List.of(Step.REST, Step.MOVING, Step.CHANGING, Step.REGISTERING)) {
            series.put(
                    step.name() + ", " + step.changes() + " changes/s",
                    all.stream()
                            .map(found -> figure.applyAsDouble(found.of(step)))
                            .toList());
        }
        return Charts.bars(
                title, unit, all.stream().map(found -> named(found.nodes())).toList(), series);
    }
}
