package io.hdfsthrottle.bench.scenario.kernel;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.numbered;
import static io.hdfsthrottle.bench.report.Statistics.smallest;
import static io.hdfsthrottle.bench.report.Statistics.total;
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
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Limits and weights that pacing holds, with blkio of cgroup v1 as its backstop: a disk as slow as one that throttles,
 * tenants of one thread each.
 */
public final class Kernel {

    private static final String BLKIO = "hdfs.throttle.kernel.blkio";
    private static final String READS = "reads";
    private static final String WRITES = "writes";
    private static final String BESIDE = "beside readers";
    private static final List<String> BOTH = List.of(READS, WRITES);
    private static final List<String> LIMITS = List.of(READS, WRITES, BESIDE);
    private static final List<String> WEIGHTS = List.of("bfq, reads", "bfq, writes", "none, reads", "none, writes");

    /**
     * One of four has a limit that is also its reservation: it gets exactly that, and the others share the rest (figure
     * 3 of the paper on storage nodes); and a job of high priority beside two daemons that read (figure 6).
     */
    public static final Scenario THROTTLE = Scenario.onItsDisk(
                    "kernel-throttle",
                    "a tenant with a limit gets it, not less, and its neighbours the rest; with blkio as a backstop and"
                            + " without (root, cgroup v1)",
                    stage -> play(stage, LIMITS, 4, Kernel::throttle))
            .of(LIMITS);

    /** Shares by weight (figure 4), whatever orders the disk's requests. */
    public static final Scenario WEIGHT = Scenario.onItsDisk(
                    "kernel-weight",
                    "weights beside the disk's own schedulers, bfq and none, blkio as a backstop (root, cgroup v1)",
                    stage -> play(stage, WEIGHTS, 4, Kernel::weight))
            .of(WEIGHTS);

    /** The cost when nothing is to be controlled (figure 2), in an order in which a drift affects both equally. */
    public static final Scenario OVERHEAD = Scenario.onItsDisk(
                    "kernel-overhead",
                    "the kernel layer costs no throughput when there is nothing to control (root, cgroup v1)",
                    stage -> play(stage, BOTH, 8, Kernel::overhead))
            .of(BOTH);

    private static final int DISK_MIB = 80; // four readers get 21 MB/s each: one gets 40 only if control gives it
    private static final List<Integer> OBJECTS = List.of(16 << 10, 16 << 20);
    private static final int FILE_BYTES = 256 << 20;
    /** HDFS's client sends packets of 64 KiB, whatever it is given: what differs is how often a file ends. */
    private static final List<Integer> FILES = List.of(16 << 20, 256 << 20);

    private static final Duration SETTLING = Duration.ofSeconds(3);

    /** After a DataNode was started again. */
    private static final Duration STARTING = Duration.ofSeconds(10);

    private static final List<Boolean> TURNS = List.of(false, true, true, false);

    private final Stage stage;
    private final SlowDiskCluster cluster;
    private final String does;
    private final Outcome outcome;
    private final List<Window> uncontrolled = new ArrayList<>();
    private final List<Window> controlled = new ArrayList<>();
    private boolean on;
    private boolean isStarting;

    private Kernel(Stage stage, SlowDiskCluster cluster, String does, Outcome outcome) {
        this.stage = stage;
        this.cluster = cluster;
        this.does = does;
        this.outcome = outcome;
    }

    /** What is measured on one disk. */
    private interface Part {

        void of(Kernel kernel) throws Exception;
    }

    /**
     * Reads on a disk for reads; writes on one that limits them, too, as does a job that pauses: what the first one did
     * not move meanwhile, it moves afterwards in addition.
     */
    private static Outcome play(Stage given, List<String> cases, int tenants, Part part) throws Exception {
        Outcome outcome = new Outcome().figure("diskMiBps", DISK_MIB);
        Stage stage = given.with(DISK_MIB, Map.of(BLKIO, "backstop"));
        for (String does : BOTH) {
            boolean writes = does.equals(WRITES);
            if (cases.stream().anyMatch(each -> given.plays(each) && each.endsWith(READS) != writes)) {
                DiskKind kind = writes ? DiskKind.SHARED : DiskKind.STEADY;
                try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, kind, tenants, FILE_BYTES, Map.of())) {
                    Kernel kernel = new Kernel(stage, cluster, does, outcome);
                    part.of(kernel);
                    kernel.conclude();
                }
            }
        }
        return outcome;
    }

    private boolean writes() {
        return does.equals(WRITES);
    }

    private void throttle() throws Exception {
        if (stage.plays(does)) {
            limits();
        }
        if (stage.plays(BESIDE) && writes()) {
            besideReaders();
        }
    }

    private void limits() throws IOException {
        Map<Integer, Double> whole = new LinkedHashMap<>();
        hook(false);
        for (int size : sizes()) {
            List<Window> off = windows(named(size), 4, size, stage.repeats());
            outcome.figure("uncontrolled, " + named(size), Figures.of(off));
            whole.put(size, median(each(off, Window::moved)));
        }
        hook(true);
        limited(List.of(10, 20, 30, 40), "", whole);
        isStarting = true;
        cluster.hook(true, Map.of(BLKIO, "off"));
        limited(List.of(40), " paced", whole); // as on a host of cgroup v2
    }

    /** Bars are the same with the backstop and without. */
    private void limited(List<Integer> limits, String how, Map<Integer, Double> whole) throws IOException {
        for (int size : sizes()) {
            cluster.weigh(List.of(1, 1, 1, 1));
            for (long limit : limits) {
                long bytes = limit * (long) MEGA;
                cluster.terms(
                        0, Map.of("priority", 1, "reservationBytesPerSecond", bytes, "limitBytesPerSecond", bytes));
                String name = limit + " MB/s" + how + ", " + named(size);
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
    }

    /** A run of the job: its time also as a multiple of that alone; what the disk moved meanwhile. */
    private record Beside(double seconds, double timesAlone, double movedMBps, double movedPercentOfPlainHdfs) {}

    /**
     * A job that reads a block and computes as long as reading takes, eight times, beside two tenants that read: under
     * HDFS, with the two limited as in the paper, and with weights of 100:1:1 instead.
     */
    private void besideReaders() throws Exception {
        hook(false);
        cluster.weigh(List.of(1, 1, 1));
        List<Beside> alone = job("alone", Double.NaN, Double.NaN);
        double usual = median(each(alone, Beside::seconds));
        String uncontrolled = "beside readers, plain HDFS";
        List<Streams> readers = readers();
        List<Beside> plain;
        try {
            plain = job(uncontrolled, usual, Double.NaN);
        } finally {
            readers.forEach(Streams::close);
        }
        outcome.atLeast(VALID + "job under plain HDFS, times alone", each(plain, Beside::timesAlone), 1.2);
        double moved = median(each(plain, Beside::movedMBps));
        hook(true);
        readers = readers();
        try {
            for (long limit : List.of(5, 10, 20, 40)) {
                for (int reader : List.of(1, 2)) {
                    cluster.terms(reader, Map.of("priority", 1, "limitBytesPerSecond", limit * (long) MEGA));
                }
                String limited = "beside readers at most at " + limit + " MB/s each";
                List<Beside> beside = job(limited, usual, moved);
                outcome.atMost(limited + ": times alone", each(beside, Beside::timesAlone), 1.05 * timesAlone(limit));
            }
            cluster.weigh(List.of(100, 1, 1));
            String name = "beside readers of a hundredth of the weight";
            List<Beside> weighed = job(name, usual, moved);
            List<Double> used = each(weighed, Beside::movedPercentOfPlainHdfs);
            outcome.atMost(name + ": times alone", each(weighed, Beside::timesAlone), 1.05)
                    .atLeast(name + ": moved by the disk, percent of plain HDFS", used, 99);
            readers.forEach(Streams::check);
        } finally {
            readers.forEach(Streams::close);
        }
    }

    /** It reads half of the time alone, and beside those two at what they leave, or at its share. */
    private double timesAlone(long limit) {
        double rate = stage.bytesPerSecond() / MEGA;
        return 0.5 + 0.5 * rate / Math.max(rate - 2 * limit, rate / 3);
    }

    private List<Streams> readers() {
        return List.of(cluster.disk().reading(1, 1), cluster.disk().reading(2, 1));
    }

    /** Runs the job as often as the command line says; adds the figures. */
    private List<Beside> job(String name, double usual, double plainMBps) throws Exception {
        cluster.forget();
        Rates.over(SETTLING, List.of());
        List<Beside> runs = Runs.of(stage, name, () -> {
            double before = cluster.disk().bytesMoved();
            long from = System.nanoTime();
            for (int at = 0; at < FILE_BYTES; at += Hdfs.BLOCK_BYTES) {
                cluster.disk().readOnce(0, at, Hdfs.BLOCK_BYTES);
                TimeUnit.NANOSECONDS.sleep((long) (Hdfs.BLOCK_BYTES / stage.bytesPerSecond() * 1e9));
            }
            double seconds = (System.nanoTime() - from) / 1e9;
            double moved = (cluster.disk().bytesMoved() - before) / seconds / MEGA;
            return new Beside(seconds, seconds / usual, moved, moved / plainMBps * 100);
        });
        outcome.figure(name, Figures.of(runs));
        return runs;
    }

    private void weight() throws IOException {
        hook(false);
        Map<String, List<Window>> off = weighted();
        hook(true);
        weighted().forEach((name, windows) -> {
            double total = Window.leastTotalPercent(Window.totals(windows), Window.totals(off.get(name)));
            outcome.atLeast(name + ": total, percent of the uncontrolled one", total, 92);
        });
    }

    private Map<String, List<Window>> weighted() throws IOException {
        Map<String, List<Window>> measured = new LinkedHashMap<>();
        for (String scheduler : List.of("bfq", "none")) {
            if (!stage.plays(scheduler + ", " + does)) {
                continue;
            }
            cluster.disk().disk().scheduler(scheduler);
            for (List<Integer> weights : List.of(List.of(2, 1, 1), List.of(2, 1, 1, 1))) {
                cluster.weigh(weights);
                double sum = weights.stream().mapToInt(Integer::intValue).sum();
                List<Double> due = each(weights, each -> each / sum);
                String percents =
                        due.stream().map(each -> "" + Math.round(each * 100)).collect(Collectors.joining("/"));
                ToDoubleFunction<Window> error =
                        window -> worstErrorPercent(window.rates(), each(due, part -> part * window.total()));
                for (int size : sizes()) {
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

    private void overhead() throws IOException {
        cluster.weigh(Collections.nCopies(8, 1));
        Map<String, List<Turn>> found = new LinkedHashMap<>();
        for (int i = 0; i < stage.repeats() * TURNS.size(); i++) {
            hook(TURNS.get(i % TURNS.size()));
            for (int size : writes() ? FILES.subList(0, 1) : OBJECTS) {
                for (int streams : List.of(1, 8)) {
                    String load = streams + (streams == 1 ? " stream, " : " streams, ") + named(size);
                    double worked = Stage.processorNanos(cluster.cluster());
                    double before = cluster.disk().bytesMoved();
                    double moved = played(load, streams, size, 1).get(0).moved();
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
            if (!load.startsWith("1 ")) { // one does not fill it
                List<Double> off = numbered(pairs.size(), i -> turns.get(4 * i).moved / stage.bytesPerSecond() * 100);
                outcome.bars(Validity.nearRate(load + ": ", off, false));
            }
        });
    }

    private List<Integer> sizes() {
        return writes() ? FILES : OBJECTS;
    }

    private String named(int bytes) {
        boolean small = bytes < 1 << 20;
        return (writes() ? "writes, files of " : "objects of ")
                + (small ? (bytes >> 10) + " KB" : (bytes >> 20) + " MB");
    }

    /** Restarts the DataNode; with the hook it is ready when the kernel's limit was proved on the volume. */
    private void hook(boolean with) {
        on = with;
        isStarting = true;
        cluster.hook(on, Map.of(BLKIO, "backstop"));
        if (on) {
            await("blkio on the volume")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> cluster.cluster().figures().text("Coverage").contains("blkio backstop"));
        }
    }

    private void conclude() {
        if (!uncontrolled.isEmpty()) {
            String files = writes() ? "writes: " : "objects: ";
            outcome.bars(Validity.of(files, mean(uncontrolled), mean(controlled), stage.bytesPerSecond()));
        }
        outcome.atMost(VALID + "errors that the hook caught, disk of " + does, (double) cluster.hookErrors(), 0);
    }

    /** All as one: what is in memory when a window begins or ends is much of a short one, and little of all. */
    private static List<Window> mean(List<Window> windows) {
        // Too short for two large objects: how fast clients were is not known.
        List<Window> all =
                windows.stream().filter(window -> !Double.isNaN(window.total())).toList();
        double rate = total(Window.totals(all)) / all.size();
        double moved = total(each(all, Window::moved)) / all.size();
        return List.of(new Window(List.of(rate), moved, total(each(all, Window::seconds))));
    }

    /** So many windows, in which each of the first tenants reads objects of that size, or writes such files. */
    private List<Window> windows(String what, int tenants, int size, int count) throws IOException {
        List<Window> windows = played(what, tenants, size, count);
        (on ? controlled : uncontrolled).addAll(windows);
        return windows;
    }

    /** The same, of which only counts what the disk moved. */
    private List<Window> played(String what, int tenants, int size, int count) throws IOException {
        cluster.forget();
        List<Window> windows = writes() ? written(tenants, size, count) : read(tenants, size, count);
        windows.forEach(window -> stage.say("%-4s %-42s %s", on ? "on" : "off", what, window.text()));
        return windows;
    }

    private List<Window> written(int tenants, int fileBytes, int count) {
        List<Streams> writers = numbered(tenants, tenant -> cluster.disk().writing(tenant, 1, fileBytes));
        try {
            Rates.over(settling(), writers);
            List<Window> windows = numbered(
                    count, i -> stage.windows(cluster.disks(), List.of(writers)).get(0));
            writers.forEach(Streams::check);
            return windows;
        } finally {
            writers.forEach(Streams::close);
        }
    }

    private Duration settling() {
        Duration settling = isStarting ? STARTING : SETTLING;
        isStarting = false;
        return settling;
    }

    private List<Window> read(int tenants, int objectBytes, int count) throws IOException {
        List<Requests> readers = new ArrayList<>();
        try {
            for (int tenant = 0; tenant < tenants; tenant++) {
                readers.add(cluster.disk().objects(tenant, objectBytes));
            }
            Rates.over(settling(), List.of());
            List<Window> windows = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                readers.forEach(Requests::forget);
                List<Double> moved = Stage.growth(stage.window(), List.of(cluster.disk()::bytesMoved));
                List<Double> rates = each(readers, reader -> rate(reader.served(), objectBytes));
                windows.add(new Window(rates, moved.get(0), stage.window().toNanos() / 1e9));
            }
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
