package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.numbered;
import static io.hdfsthrottle.bench.report.Statistics.smallest;
import static io.hdfsthrottle.bench.report.Statistics.worstErrorPercent;
import static io.hdfsthrottle.bench.report.Validity.VALID;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.Requests;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Isolation.Served;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.testkit.hdfs.Rates;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The kernel layer (blkio of cgroup v1): a disk as slow as one that throttles, tenants of one reader each. */
public final class Kernel {

    /** One of four has a limit that is also its reservation: it gets exactly that, and the others share the rest. */
    public static final Scenario THROTTLE = Scenario.onItsDisk(
            "kernel-throttle",
            "a tenant that the kernel limits gets its limit, not less, and its neighbours the rest (root, cgroup v1)",
            stage -> new Kernel(stage, 4).throttle());

    /** Shares by weight: from the kernel where bfq orders the disk's requests, else from pacing. */
    public static final Scenario WEIGHT = Scenario.onItsDisk(
                    "kernel-weight",
                    "weights in the kernel (bfq), and pacing where the disk's scheduler knows none (root, cgroup v1)",
                    stage -> new Kernel(stage, 4).weight())
            .of(List.of("bfq", "none"));

    /** The cost when there is nothing to control, in an order in which a steady drift affects both equally. */
    public static final Scenario OVERHEAD = Scenario.onItsDisk(
            "kernel-overhead",
            "the kernel layer costs no throughput when there is nothing to control (root, cgroup v1)",
            stage -> new Kernel(stage, 8).overhead());

    private static final int DISK_MIB = 80; // four readers get 21 MB/s each: one gets 40 only if control gives it
    private static final List<Integer> OBJECTS = List.of(16 << 10, 16 << 20);
    private static final int FILE_BYTES = 256 << 20;
    private static final Duration SETTLING = Duration.ofSeconds(3);
    private static final List<Boolean> TURNS = List.of(false, true, true, false);

    private final Stage stage;
    private final SlowDiskCluster cluster;
    private final Outcome outcome = new Outcome().figure("diskMiBps", DISK_MIB);
    private final List<Window> uncontrolled = new ArrayList<>();
    private final List<Window> controlled = new ArrayList<>();
    private boolean on;

    private Kernel(Stage given, int tenants) throws Exception {
        stage = given.with(DISK_MIB, Map.of("hdfs.throttle.kernel.blkio", "enforce"));
        cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, tenants, FILE_BYTES, Map.of());
    }

    private Outcome throttle() throws IOException {
        Map<Integer, Double> whole = new LinkedHashMap<>();
        hook(false);
        for (int size : OBJECTS) {
            List<Window> off = windows(named(size), 4, size, stage.repeats());
            outcome.figure("uncontrolled, " + named(size), Figures.of(off));
            whole.put(size, median(Window.totals(off)));
        }
        hook(true);
        for (int size : OBJECTS) {
            cluster.weigh(List.of(1, 1, 1, 1));
            for (long limit : List.of(10, 20, 30, 40)) {
                long bytes = limit * (long) MEGA;
                cluster.terms(
                        0, Map.of("priority", 1, "reservationBytesPerSecond", bytes, "limitBytesPerSecond", bytes));
                String name = limit + " MB/s, " + named(size);
                List<Window> windows = windows(name, 4, size, stage.repeats());
                List<Double> errors = each(Window.of(windows, 0), rate -> Math.abs(rate - bytes) / bytes * 100);
                double rest = (whole.get(size) - bytes) / 3;
                List<Double> neighbours =
                        each(windows, all -> smallest(all.rates().subList(1, 4)) / rest * 100);
                outcome.figure(name, Figures.of(windows))
                        .atMost(name + ": off its limit, percent", errors, 3)
                        .atLeast(name + ": worst neighbour, percent of its part of the rest", neighbours, 97);
            }
        }
        return conclude();
    }

    private Outcome weight() throws IOException {
        hook(false);
        Map<String, List<Window>> off = weighted();
        hook(true);
        weighted().forEach((name, windows) -> {
            double total = Window.leastTotalPercent(Window.totals(windows), Window.totals(off.get(name)));
            outcome.atLeast(name + ": total, percent of the uncontrolled one", total, 92);
        });
        return conclude();
    }

    private Map<String, List<Window>> weighted() throws IOException {
        Map<String, List<Window>> measured = new LinkedHashMap<>();
        for (String scheduler : WEIGHT.cases().stream().filter(stage::plays).toList()) {
            cluster.disk().disk().scheduler(scheduler);
            for (List<Integer> weights : List.of(List.of(2, 1, 1), List.of(2, 1, 1, 1))) {
                cluster.weigh(weights);
                double sum = weights.stream().mapToInt(Integer::intValue).sum();
                List<Double> due = each(weights, each -> each / sum);
                String percents =
                        due.stream().map(each -> "" + Math.round(each * 100)).collect(Collectors.joining("/"));
                ToDoubleFunction<Window> error =
                        window -> worstErrorPercent(window.rates(), each(due, part -> part * window.total()));
                for (int size : OBJECTS) {
                    String name = scheduler + ", " + percents + ", " + named(size);
                    List<Window> windows = windows(name, weights.size(), size, stage.repeats());
                    measured.put(name, windows);
                    outcome.figure(name + (on ? "" : ", uncontrolled"), Figures.of(windows));
                    if (on) {
                        outcome.atMost(name + ": worst error, percent", each(windows, error), 3);
                    }
                }
            }
        }
        return measured;
    }

    /** The disk's rate in bytes a second, and the DataNode's processor seconds per gigabyte. */
    private record Turn(double moved, double processorSeconds) {}

    /** Four turns, one after the other: off, on, on, off. */
    private record Paired(
            double costPercent, double noisePercent, double processorSecondsPerGBOff, double processorSecondsPerGBOn) {

        static Paired of(List<Turn> turns) {
            double off = turns.get(0).moved;
            double offAgain = turns.get(3).moved;
            return new Paired(
                    (1 - (turns.get(1).moved + turns.get(2).moved) / (off + offAgain)) * 100,
                    Math.abs(1 - off / offAgain) * 100,
                    (turns.get(0).processorSeconds + turns.get(3).processorSeconds) / 2,
                    (turns.get(1).processorSeconds + turns.get(2).processorSeconds) / 2);
        }
    }

    private Outcome overhead() throws IOException {
        cluster.weigh(Collections.nCopies(8, 1));
        Map<String, List<Turn>> found = new LinkedHashMap<>();
        for (int i = 0; i < stage.repeats() * TURNS.size(); i++) {
            hook(TURNS.get(i % TURNS.size()));
            for (int size : OBJECTS) {
                for (int streams : List.of(1, 2, 4, 8)) {
                    String load = streams + (streams == 1 ? " stream, " : " streams, ") + named(size);
                    double worked = Stage.processorNanos(cluster.cluster());
                    double before = cluster.disk().bytesMoved();
                    double moved = windows(load, streams, size, 1).get(0).moved();
                    double nanos = Stage.processorNanos(cluster.cluster()) - worked;
                    double bytes = cluster.disk().bytesMoved() - before;
                    found.computeIfAbsent(load, none -> new ArrayList<>()).add(new Turn(moved, nanos / bytes));
                }
            }
        }
        found.forEach((load, turns) -> {
            List<Paired> pairs = numbered(stage.repeats(), i -> Paired.of(turns.subList(4 * i, 4 * i + 4)));
            outcome.figure(load, Figures.of(pairs))
                    .atMost(load + ": cost, worst, percent", each(pairs, Paired::costPercent), 2)
                    .atMost(VALID + load + ": off against off, worst, percent", each(pairs, Paired::noisePercent), 2);
        });
        return conclude();
    }

    private static String named(int objectBytes) {
        return "objects of 16 " + (objectBytes == OBJECTS.get(0) ? "KB" : "MB");
    }

    /** Restarts the DataNode; with the hook it is ready when the kernel's limit was proved on the volume. */
    private void hook(boolean with) {
        on = with;
        cluster.hook(on);
        if (on) {
            await("blkio on the volume")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> cluster.cluster().figures().text("Coverage").contains("blkio enforce"));
        }
    }

    private Outcome conclude() {
        return outcome.bars(Validity.of("", uncontrolled, controlled, stage.bytesPerSecond()))
                .atMost(VALID + "errors that the hook caught", (double) cluster.hookErrors(), 0);
    }

    /** So many windows, in which a reader of each of the first tenants reads objects of that size. */
    private List<Window> windows(String what, int tenants, int objectBytes, int count) throws IOException {
        cluster.forget();
        List<Requests> readers = new ArrayList<>();
        try {
            for (int tenant = 0; tenant < tenants; tenant++) {
                readers.add(cluster.disk().objects(tenant, objectBytes));
            }
            Rates.over(SETTLING, List.of());
            List<Window> windows = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                readers.forEach(Requests::forget);
                List<Double> moved = Stage.growth(stage.window(), List.of(cluster.disk()::bytesMoved));
                List<Double> rates = each(readers, reader -> rate(reader.served(), objectBytes));
                windows.add(new Window(rates, moved.get(0), stage.window().toNanos() / 1e9));
                stage.say(
                        "%-4s %-42s %s", on ? "on" : "off", what, windows.get(i).text());
            }
            (on ? controlled : uncontrolled).addAll(windows);
            return windows;
        } finally {
            for (Requests reader : readers) {
                reader.close();
            }
        }
    }

    /** From one request's end to the last one's: those cut by the window's ends would count wrongly. */
    private static double rate(List<Served> served, int objectBytes) {
        if (served.size() < 2) {
            return Double.NaN;
        }
        double bytes = (served.size() - 1.0) * Math.max(objectBytes, LoadedDisk.CHUNK_BYTES);
        return bytes / (served.get(served.size() - 1).done() - served.get(0).done());
    }
}
