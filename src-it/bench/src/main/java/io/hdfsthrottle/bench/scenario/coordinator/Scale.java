package io.hdfsthrottle.bench.scenario.coordinator;

import static io.hdfsthrottle.bench.report.Validity.VALID;
import static io.hdfsthrottle.bench.scenario.coordinator.FullDisks.TENANTS;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Lease;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.process.SystemCommands;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.io.IOUtils;

/** One coordinator with 10,000 applications under 10, 100 and 1,000 nodes: what it costs, by rate of changes. */
public final class Scale {

    private static final List<Integer> FLEETS = List.of(10, 100, 1_000);
    /** As bin/hdfs-throttle starts it. */
    private static final String MEMORY = "-Xmx768m";

    private static final Duration PATIENCE = Duration.ofMinutes(2);

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

    private static final Step REST = new Step("at rest", 0, 0, 0);
    private static final Step REGISTERING = new Step("registering", 10, 0, 0);
    private static final List<Step> STEPS =
            List.of(REST, new Step("demand moves", 0, 0, 10), new Step("changing priorities", 0, 1, 0), REGISTERING);

    public static final Scenario SCENARIO = Scenario.named(
                    "scale",
                    "a coordinator under 1,000 nodes and 10,000 applications: bytes, processor, memory (no root needed)",
                    stage -> new Scale(stage).play(),
                    Choice.COUNT)
            .of(FLEETS.stream().map(Scale::named).toList())
            .usually(Scenario.RATE_OF_A_DISK, 10_000);

    private final Stage stage;
    private final Coordinator coordinator;
    private final HttpLink link;
    private final AtomicInteger registered = new AtomicInteger();
    private final List<Figures> fleets = new ArrayList<>();
    private int priority = 1;

    private Scale(Stage stage) {
        this.stage = stage;
        Rig rig = stage.resources().own(Rig.in(Repository.find(), stage.folder().resolve("scale"), Rig.Lifetime.OURS));
        ZooKeeper zooKeeper = ZooKeeper.start(rig);
        // A rig's daemons have the serial collector; a coordinator of a large cluster has the one that Java chooses.
        List<String> flags = List.of(MEMORY, "-XX:-UseSerialGC");
        int port = rig.ports().free();
        coordinator = Coordinator.spawn(rig, "coordinator", zooKeeper, port, SETTINGS, flags, TlsFiles.NONE)
                .awaitReady();
        link = stage.resources().own(new HttpLink(List.of(coordinator.url()), PATIENCE, Credential.NONE));
    }

    private static String named(int nodes) {
        return nodes + " nodes";
    }

    static String application(int number) {
        return "application-" + number;
    }

    /** The events per second while a fleet is measured: registrations, changed priorities, or moves of demand. */
    private record Step(String title, int registrations, int priorities, int moves) {

        int changes() {
            return registrations + priorities + moves;
        }
    }

    /** The measurements of a step; the processor is the coordinator process's use of one. */
    private record Seen(
            int changesPerSecond,
            double bytesPerSecondToNodes,
            double bytesForOneNodeAndChange,
            double bytesPerSecondFromNodes,
            double reportsPerSecond,
            double processorPercent) {}

    private Outcome play() throws Exception {
        for (int i = 0; i < TENANTS.size(); i++) {
            coordinator.putTenant(TENANTS.get(i).name(), 1 + i);
        }
        long from = System.nanoTime();
        register(stage.count());
        double perSecond = stage.count() / ((System.nanoTime() - from) / 1e9);
        stage.say("%d applications registered, %.0f a second", stage.count(), perSecond);
        Outcome outcome = new Outcome().atLeast("applications registered a second", perSecond, 100);
        for (int nodes :
                FLEETS.stream().filter(each -> stage.plays(named(each))).toList()) {
            // The coordinator forgets its longest computation, in the fleet before, after two to three minutes.
            await().pollInterval(Duration.ofSeconds(1))
                    .atMost(PATIENCE.multipliedBy(2))
                    .until(() -> !(metric(TERMS) > 0.05));
            play(nodes, outcome);
        }
        return outcome.figure("applications", stage.count())
                .figure("memoryOfTheCoordinator", MEMORY)
                .figure("fleets", fleets);
    }

    /** Registers so many more applications, many in parallel. */
    private void register(int count) throws Exception {
        Callable<Lease> one = () -> {
            int number = registered.getAndIncrement();
            String tenant = TENANTS.get(number % TENANTS.size()).name();
            String user = "user-" + number % 100;
            return link.register(Registration.of(application(number), "job " + number, user, tenant));
        };
        allOf(64, Collections.nCopies(count, one));
    }

    /** Calls all of them on so many threads; fails if one fails. */
    static <T> void allOf(int threads, List<Callable<T>> calls) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (Future<T> each : pool.invokeAll(calls)) {
                T unused = each.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private void change() throws IOException {
        priority = priority % 100 + 1;
        try {
            coordinator.putTenant(TENANTS.get(0).name(), priority);
        } catch (IOException closed) {
            // The coordinator closed this connection at that moment, because it was idle for its keep-alive time.
            coordinator.putTenant(TENANTS.get(0).name(), priority);
        }
    }

    /** The sum of the metrics with that prefix; NaN if there is none. */
    private double metric(String beginning) throws IOException {
        return IOUtils.toString(coordinator.url().resolve("/metrics"), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith(beginning))
                .map(line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
                .reduce(Double::sum)
                .orElse(Double.NaN);
    }

    private void play(int nodes, Outcome outcome) throws Exception {
        try (Fleet fleet = new Fleet(link, nodes)) {
            fleet.awaitFirst(PATIENCE);
            TimeUnit.SECONDS.sleep(10); // all nodes look up their applications first
            Figures figures = new Figures().put("nodes", nodes);
            Map<Step, Seen> steps = new LinkedHashMap<>();
            for (Step step : STEPS) {
                Seen seen = watch(fleet, nodes, step);
                steps.put(step, seen);
                figures.put(step.title, seen);
                stage.say("%5d nodes, %-20s %s", nodes, step.title, seen);
            }
            // Before the collection, which stops the coordinator.
            double terms = metric(TERMS) * 1e3;
            double p99 = fleet.untilTold().percentile(99);
            double heap = heap();
            fleets.add(figures.put("failures", fleet.failures.stream().limit(20).toList()));
            String where = named(nodes) + ": ";
            double forOne = steps.get(REGISTERING).bytesForOneNodeAndChange();
            double reports = steps.get(REST).reportsPerSecond() / nodes * 100;
            outcome.atMost(where + "terms of all nodes recomputed, longest, ms", terms, 100)
                    .atMost(where + "heap after a collection, MiB", heap, 1_024)
                    .atMost(where + "a changed priority told to a node, p99, ms", p99, 1_000)
                    .atMost(where + "bytes to each node for one registration", forOne, 256)
                    .atLeast(VALID + where + "reports a second at rest, percent of nodes", reports, 90)
                    .atMost(where + "requests of nodes that failed", fleet.failures.size(), 0);
        }
    }

    private Seen watch(Fleet fleet, int nodes, Step step) throws Exception {
        long down = fleet.received.sum();
        long up = fleet.sent.sum();
        long reports = fleet.reports.sum();
        Duration worked = processorTime();
        long from = System.nanoTime();
        for (long second = 1; second <= stage.window().toSeconds(); second++) {
            for (int i = 0; i < step.priorities; i++) {
                fleet.changing();
                change();
            }
            for (int i = 0; i < step.moves; i++) {
                fleet.move((int) second * step.moves + i);
            }
            if (step.registrations > 0) {
                register(step.registrations);
            }
            TimeUnit.NANOSECONDS.sleep(from + TimeUnit.SECONDS.toNanos(second) - System.nanoTime());
        }
        double seconds = (System.nanoTime() - from) / 1e9;
        double bytes = (fleet.received.sum() - down) / seconds;
        return new Seen(
                step.changes(),
                bytes,
                step.changes() == 0 ? 0 : bytes / step.changes() / nodes,
                (fleet.sent.sum() - up) / seconds,
                (fleet.reports.sum() - reports) / seconds,
                processorTime().minus(worked).toNanos() / 1e7 / seconds);
    }

    private Duration processorTime() {
        ProcessHandle process = ProcessHandle.of(coordinator.process().pid()).orElseThrow();
        return process.info().totalCpuDuration().orElseThrow();
    }

    /** The heap in use after a garbage collection, in MiB. */
    private double heap() throws IOException {
        String process = Long.toString(coordinator.process().pid());
        String unused = SystemCommands.output(System.getProperty("java.home") + "/bin/jcmd", process, "GC.run");
        return metric("jvm_memory_used_bytes{area=\"heap\"") / (1 << 20);
    }
}
