package io.hdfsthrottle.bench.scenario.coordinator;

import static io.hdfsthrottle.bench.report.Validity.VALID;
import static io.hdfsthrottle.bench.scenario.coordinator.FullDisks.TENANTS;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.Worker;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Latencies;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.process.SystemCommands;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.commons.io.IOUtils;

/** One coordinator with 10,000 applications under 10, 100 and 1,000 nodes: what it costs, by rate of changes. */
public final class Scale {

    private static final List<Integer> FLEETS = List.of(10, 100, 1_000);

    /** As bin/hdfs-throttle starts it. */
    private static final String MEMORY = "-Xmx768m";

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** A timer of the coordinator: computations of all nodes' terms, in seconds. */
    private static final String TERMS = "hdfs_throttle_coordinator_terms_seconds";

    /** All limits are the default ones. Nodes of the fleet before are forgotten soon. */
    private static final Map<String, String> SETTINGS = Map.of("node.expiry", "5s", "lease", "on");

    private static final Step REST = new Step("at rest", 0, 0, 0);
    private static final Step REGISTERING = new Step("registering", 10, 0, 0);
    private static final Step WATCHED = new Step("at rest, a page and a top", 0, 0, 0);
    private static final Step PRIORITIES = new Step("changing priorities", 0, 1, 0);
    private static final Step SLOW = new Step("changing priorities, ten slow readers", 0, 1, 0);
    private static final Step LEASES = new Step("changing priorities, 50 leases, 20 waiting", 0, 1, 0);
    private static final List<Step> STEPS =
            List.of(REST, WATCHED, new Step("demand moves", 0, 0, 10), PRIORITIES, SLOW, LEASES, REGISTERING);

    /** What a page asks for every two seconds, besides the stream that it reads. */
    private static final List<String> PAGE = List.of(
            "/v1/status",
            "/v1/nodes",
            "/v1/tenants",
            "/v1/rules",
            "/v1/balance",
            "/v1/findings",
            "/v1/modes",
            "/v1/shadow",
            "/v1/policy/score",
            "/v1/leases",
            "/v1/disks",
            "/v1/events?limit=100",
            "/v1/history/now?limit=100");

    private static final int SLOW_READERS = 10;
    private static final int WAITING_LEASES = 20;

    /** Of each node one disk stays shared. */
    private static final int LEASED = Fleet.WITH_SSD * (FullDisks.VOLUMES - 1);

    private static final int READERS_ADDRESS = 50_000;

    public static final Scenario SCENARIO = Scenario.named(
                    "scale",
                    "a coordinator under 1,000 nodes and 10,000 applications: bytes, processor, memory (no root needed)",
                    stage -> new Scale(stage).play(),
                    Choice.COUNT)
            .of(FLEETS.stream().map(Scale::named).toList())
            .usually(Scenario.RATE_OF_A_DISK, 10_000);

    private final Stage stage;
    private final Coordinator coordinator;
    private final Drivers drivers;
    private int registered;
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
        drivers = stage.resources().own(new Drivers(coordinator.url()));
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
            double processorPercent,
            double termsP99Millis,
            double toldP99Millis,
            double renewalsPerSecond) {}

    private Outcome play() throws Exception {
        for (int i = 0; i < TENANTS.size(); i++) {
            coordinator.putTenant(TENANTS.get(i).name(), 1 + i);
        }
        long from = System.nanoTime();
        // The rest registers while fleets are measured.
        int later = (int) stage.window().toSeconds() * REGISTERING.registrations * FLEETS.size();
        register(stage.count() - later);
        double perSecond = registered / ((System.nanoTime() - from) / 1e9);
        stage.say("%d applications registered, %.0f a second", registered, perSecond);
        Outcome outcome = new Outcome().atLeast("applications registered a second", perSecond, 100);
        for (int nodes :
                FLEETS.stream().filter(each -> stage.plays(named(each))).toList()) {
            play(nodes, outcome);
        }
        return outcome.figure("applications", stage.count())
                .figure("memoryOfTheCoordinator", MEMORY)
                .figure("fleets", fleets);
    }

    /** Registers so many more applications. */
    private void register(int count) throws Exception {
        drivers.register(registered, registered + count);
        registered += count;
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
        try (Fleet fleet = new Fleet(coordinator.url(), nodes)) {
            fleet.awaitFirst(PATIENCE);
            TimeUnit.SECONDS.sleep(10); // all nodes look up their applications first
            Figures figures = new Figures().put("nodes", nodes);
            Map<Step, Seen> steps = new LinkedHashMap<>();
            for (Step step : STEPS) {
                Trouble beside = beside(step);
                Seen seen;
                try {
                    seen = watch(fleet, nodes, step);
                } finally {
                    beside.close();
                }
                steps.put(step, seen);
                figures.put(step.title, seen);
                stage.say("%5d nodes, %-20s %s", nodes, step.title, seen);
            }
            double heap = heap();
            List<String> failures = Stream.concat(fleet.failures.stream(), drivers.failures.stream())
                    .toList();
            figures.put("refusals", metric("hdfs_throttle_coordinator_refusals_total"));
            fleets.add(figures.put("failures", failures.stream().limit(20).toList()));
            String where = named(nodes) + ": ";
            double forOne = steps.get(REGISTERING).bytesForOneNodeAndChange();
            double reports = steps.get(REST).reportsPerSecond() / nodes * 100;
            Seen usual = steps.get(PRIORITIES);
            outcome.atMost(where + "terms of all nodes recomputed, p99, ms", usual.termsP99Millis(), 100)
                    .atMost(where + "heap after a collection, MiB", heap, 400)
                    .atMost(where + "a changed priority told to a node, p99, ms", usual.toldP99Millis(), 500)
                    .atMost(
                            where + "bytes to all nodes a second at rest",
                            steps.get(REST).bytesPerSecondToNodes(),
                            0)
                    .atMost(where + "bytes to each node for one registration", forOne, 256)
                    .atLeast(VALID + where + "reports a second at rest, percent of nodes", reports, 90)
                    .atMost(where + "requests of nodes and drivers that failed", failures.size(), 0);
            double watching =
                    steps.get(WATCHED).processorPercent() - steps.get(REST).processorPercent();
            outcome.atMost(where + "what a page and a top take of a processor, percent", watching, 5);
            for (Step step : List.of(SLOW, LEASES)) {
                Seen seen = steps.get(step);
                String beside = where + step.title + ": percent of what it is without, ";
                outcome.atMost(beside + "terms", seen.termsP99Millis() / usual.termsP99Millis() * 100, 110)
                        .atMost(beside + "told", seen.toldP99Millis() / usual.toldP99Millis() * 100, 110);
            }
            drivers.failures.clear();
        }
    }

    /** Something that goes on beside a step. */
    private interface Trouble extends AutoCloseable {

        @Override
        void close() throws IOException;
    }

    private Trouble beside(Step step) throws IOException {
        if (step.equals(WATCHED)) {
            return watchers();
        }
        return step.equals(SLOW) ? slowReaders() : step.equals(LEASES) ? leases() : () -> {};
    }

    /** A page that somebody looks at, and a {@code top}. */
    private Trouble watchers() {
        List<Worker> watchers = List.of(
                asking("page", READERS_ADDRESS, PAGE, 2),
                asking("top", READERS_ADDRESS + 1, List.of("/v1/history/now?sort=given"), 1),
                Worker.start("stream", running -> {
                    try (Caller caller = new Caller(coordinator.url(), READERS_ADDRESS)) {
                        InputStream answer = caller.send("GET", "/v1/history/live", "", PATIENCE);
                        while (running.getAsBoolean() && answer.read() >= 0) {}
                    }
                }));
        return () -> {
            watchers.forEach(Worker::check);
            watchers.forEach(Worker::close);
        };
    }

    private Worker asking(String name, int address, List<String> paths, int seconds) {
        return Worker.start(name, running -> {
            while (running.getAsBoolean()) {
                try (Caller caller = new Caller(coordinator.url(), address)) {
                    for (String path : paths) {
                        String unused = caller.ask("GET", path, "", PATIENCE);
                    }
                }
                TimeUnit.SECONDS.sleep(seconds);
            }
        });
    }

    /** Each asks for all nodes, reads a kilobyte of the answer a second, and begins again when it is cut off. */
    private Trouble slowReaders() {
        List<Worker> readers = new ArrayList<>();
        for (int i = 0; i < SLOW_READERS; i++) {
            int address = READERS_ADDRESS + i;
            readers.add(Worker.start("slow-reader-" + i, running -> {
                while (running.getAsBoolean()) {
                    try (Caller caller = new Caller(coordinator.url(), address)) {
                        InputStream answer = caller.send("GET", "/v1/nodes", "", PATIENCE);
                        while (running.getAsBoolean() && answer.readNBytes(1_024).length > 0) {
                            TimeUnit.SECONDS.sleep(1);
                        }
                    } catch (IOException cutOff) {
                        TimeUnit.MILLISECONDS.sleep(100);
                    }
                }
            }));
        }
        return () -> readers.forEach(Worker::close);
    }

    private boolean isNoted(Throwable failure) {
        return drivers.failures.add(failure.toString());
    }

    private String lease(int address, String body) throws IOException {
        try (Caller caller = new Caller(coordinator.url(), address)) {
            return caller.ask("POST", "/v1/leases", body, PATIENCE);
        }
    }

    /** Leases all solid-state disks that may be leased, to one user each, and lets others wait; a page looks at them. */
    private Trouble leases() throws IOException {
        List<String> leases = new ArrayList<>();
        for (int i = 0; i < LEASED + WAITING_LEASES; i++) {
            String body = JSON.std.asString(Map.of(
                    "user", "lessee-" + i, "disks", 1, "kind", "ssd", "forSeconds", 3_600, "waitSeconds", 3_600));
            int address = READERS_ADDRESS + SLOW_READERS + i;
            String answer =
                    await().ignoreExceptionsMatching(this::isNoted).until(() -> lease(address, body), Objects::nonNull);
            leases.add("/v1/leases/" + JSON.std.mapFrom(answer).get("lease"));
        }
        Worker page = Worker.start("page", running -> {
            while (running.getAsBoolean()) {
                try (Caller caller = new Caller(coordinator.url(), READERS_ADDRESS)) {
                    String unused = caller.ask("GET", "/v1/leases", "", PATIENCE);
                } catch (IOException failure) {
                    drivers.failures.add(failure.toString());
                }
                TimeUnit.SECONDS.sleep(2);
            }
        });
        return () -> {
            page.check();
            page.close();
            for (String lease : leases) {
                coordinator.delete(lease);
            }
        };
    }

    /** How long each computation of all terms took while it is open, in seconds, read ten times a second. */
    private final class Computations implements AutoCloseable {

        private final Histogram took = new ConcurrentHistogram(Latencies.recording());
        private final Worker worker = Worker.start("terms", this::look);

        private void look(BooleanSupplier running) throws IOException, InterruptedException {
            double count = metric(TERMS + "_count");
            double sum = metric(TERMS + "_sum");
            while (running.getAsBoolean()) {
                TimeUnit.MILLISECONDS.sleep(100);
                double later = metric(TERMS + "_count");
                double seconds = metric(TERMS + "_sum");
                if (later > count) {
                    Latencies.record(took, (long) ((seconds - sum) / (later - count) * 1e9));
                    count = later;
                    sum = seconds;
                }
            }
        }

        double p99() {
            worker.check();
            return Latencies.of(took).percentile(99);
        }

        @Override
        public void close() {
            worker.close();
        }
    }

    private Seen watch(Fleet fleet, int nodes, Step step) throws Exception {
        fleet.forgetChanges();
        try (Computations computations = new Computations()) {
            return watch(fleet, nodes, step, computations);
        }
    }

    private Seen watch(Fleet fleet, int nodes, Step step, Computations computations) throws Exception {
        long down = fleet.received.sum();
        long up = fleet.sent.sum();
        long reports = fleet.reports.sum();
        long renewals = drivers.renewals.sum();
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
                processorTime().minus(worked).toNanos() / 1e7 / seconds,
                step.priorities == 0 ? 0 : computations.p99(),
                step.priorities == 0 ? 0 : fleet.untilTold().percentile(99),
                (drivers.renewals.sum() - renewals) / seconds);
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
