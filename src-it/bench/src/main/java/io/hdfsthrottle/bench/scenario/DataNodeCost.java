package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.noisePercent;
import static io.hdfsthrottle.bench.report.Statistics.numbered;
import static io.hdfsthrottle.bench.report.Statistics.total;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.ProcessUse;
import io.hdfsthrottle.bench.load.Requests;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.Worker;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.ShareCase;
import io.hdfsthrottle.bench.report.ShareCase.Contender;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Rates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;
import org.knowm.xchart.internal.chartpart.Chart;

/** Scenario: what a gigabyte costs the process of a DataNode in which the hook is switched off and on. */
public record DataNodeCost(Stage stage, SlowDiskCluster cluster, List<Hdfs> clients, ProcessUse use, Path switches) {

    private static final double GIGA = 1e9;
    private static final double CACHED_RATE = 400e6; // of all clients together: processors are left over
    private static final int TENANTS = 3;
    private static final int FILE_BYTES = 512 << 20; // a block for each of 16 threads
    private static final Duration SETTLING = Duration.ofSeconds(8);
    private static final ShareCase CONTENTION =
            ShareCase.backlogged("4:8:8 with 8:2:1", List.of(4, 8, 8), List.of(8, 2, 1));
    private static final ShareCase ALONE = ShareCase.backlogged("16 of one tenant", List.of(1), List.of(16));
    private static final List<Load> LOADS = Stream.of(CONTENTION, ALONE)
            .flatMap(tenants -> Stream.of(false, true)
                    .flatMap(cached -> Stream.of(0, 64, 256, 1024).map(kib -> new Load(tenants, cached, kib))))
            .toList();

    public static final Scenario SCENARIO = Scenario.onDisks(
                    "cost",
                    "what a gigabyte costs the DataNode: processor time and context switches, hook off and on",
                    DataNodeCost::play)
            .of(LOADS.stream().map(Load::name).toList())
            .lasting(60);

    /** @param kib that a client requests at once; 0 for streams, which request blocks, in whatever pieces they read */
    private record Load(ShareCase tenants, boolean cached, int kib) {

        String name() {
            return tenants.name() + (cached ? ", page cache, " : ", disk, ") + (kib == 0 ? "streams" : kib + " KiB");
        }
    }

    /** What a gigabyte cost in one window, what part of that was HotSpot's compilers', and the window of each disk. */
    record Cost(
            double userSeconds,
            double systemSeconds,
            double voluntarySwitches,
            double involuntarySwitches,
            double compilerPercent,
            double errors,
            List<Window> windows) {

        /** Of what grew in a second: the first four, and milliseconds of the compilers. */
        static Cost of(List<Double> grown, double errors, List<Window> windows) {
            double gigabytes = total(Window.totals(windows)) / GIGA;
            List<Double> costs = each(grown, each -> each / gigabytes);
            double compilers = grown.get(4) / 1e3 / (grown.get(0) + grown.get(1)) * 100;
            return new Cost(costs.get(0), costs.get(1), costs.get(2), costs.get(3), compilers, errors, windows);
        }

        double seconds() {
            return userSeconds + systemSeconds;
        }

        double switches() {
            return voluntarySwitches + involuntarySwitches;
        }
    }

    /** Of each second turn, times the mean of those before and after it. */
    static List<Double> times(List<Cost> turns, ToDoubleFunction<Cost> figure) {
        List<Double> all = each(turns, figure);
        return numbered(all.size() / 2, i -> 2 * all.get(2 * i + 1) / (all.get(2 * i) + all.get(2 * i + 2)));
    }

    private static List<Cost> off(List<Cost> turns) {
        return numbered(turns.size() / 2 + 1, i -> turns.get(2 * i));
    }

    private static List<Cost> on(List<Cost> turns) {
        return numbered(turns.size() / 2, i -> turns.get(2 * i + 1));
    }

    private static Outcome play(Stage stage) throws Exception {
        Outcome outcome = new Outcome().figure("windowSeconds", stage.window().toSeconds());
        Map<String, List<Cost>> found = new LinkedHashMap<>();
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, TENANTS, FILE_BYTES, Map.of())) {
            Path folder = Files.createDirectories(stage.folder().resolve("switch"));
            cluster.switchable(folder);
            long process = cluster.cluster().dataNode().process().pid();
            ProcessUse use = new ProcessUse(Path.of("/proc/" + process));
            List<Hdfs> clients = numbered(
                    stage.disks() * TENANTS,
                    i -> cluster.keeping(cluster.disks().get(i / TENANTS), i % TENANTS));
            DataNodeCost run = new DataNodeCost(stage, cluster, clients, use, folder);
            try (Worker watch = use.watch()) {
                for (Load load : LOADS) {
                    if (stage.plays(load.name())) {
                        found.put(load.name(), run.turns(load));
                        watch.check();
                        run.judge(outcome, load, found.get(load.name()));
                    }
                }
            }
        }
        return outcome.chart(chart("Processor of the DataNode", "seconds a GB, median", found, Cost::seconds))
                .chart(chart("Context switches of the DataNode", "a GB, median", found, Cost::switches));
    }

    private static Chart<?, ?> chart(
            String title, String unit, Map<String, List<Cost>> found, ToDoubleFunction<Cost> figure) {
        List<List<Cost>> all = List.copyOf(found.values());
        Map<String, List<Double>> series = new TreeMap<>();
        series.put("hook off", each(all, turns -> median(each(off(turns), figure))));
        series.put("hook on", each(all, turns -> median(each(on(turns), figure))));
        return Charts.bars(title, unit, List.copyOf(found.keySet()), series);
    }

    /** Turns off, on, ..., off, after one of each in which the compilers settle. */
    private List<Cost> turns(Load load) throws Exception {
        cluster.weigh(
                load.tenants().contenders().stream().map(Contender::weight).toList());
        turn(load, true, stage.window().dividedBy(2));
        turn(load, false, stage.window().dividedBy(2));
        List<Cost> turns = new ArrayList<>();
        for (int i = 0; i <= 2 * stage.repeats(); i++) {
            Cost cost = turn(load, i % 2 == 1, stage.window());
            String line = "%-3s %-40s a GB: %.3f s, %.0f context switches; %s";
            Window first = cost.windows().get(0);
            stage.say(line, i % 2 == 1 ? "on" : "off", load.name(), cost.seconds(), cost.switches(), first.text());
            turns.add(cost);
        }
        return turns;
    }

    private void judge(Outcome outcome, Load load, List<Cost> turns) {
        String name = load.name();
        double most = load.tenants().equals(CONTENTION) ? 1.25 : 1.05;
        double offNoise = noisePercent(each(off(turns), Cost::seconds));
        double onNoise = noisePercent(each(on(turns), Cost::seconds));
        outcome.figure(name + ", a GB without the hook", Figures.of(off(turns)))
                .figure(name + ", a GB with the hook", Figures.of(on(turns)))
                .atMost(name + ": processor a GB, times without the hook", times(turns, Cost::seconds), most)
                .atMost(name + ": context switches a GB, times without the hook", times(turns, Cost::switches), 3)
                .atMost(name + ": errors that the hook caught", each(turns, Cost::errors), 0)
                .atMost(VALID + name + ": compilers, percent of the processor", each(turns, Cost::compilerPercent), 2)
                .atMost(VALID + name + ": repeats without the hook differ by, percent", offNoise, 5)
                .atMost(VALID + name + ": repeats with the hook differ by, percent", onNoise, 5);
        for (LoadedDisk disk : cluster.disks()) {
            String under = stage.where(disk) + name;
            List<Window> without = windows(off(turns), disk);
            List<Window> with = windows(on(turns), disk);
            if (load.cached()) {
                List<Double> moved = each(windows(turns, disk), Window::coldPercent);
                outcome.atMost(VALID + under + ": moved by the disk, percent of what clients got", moved, 1);
            } else if (stage.busy() > 0) {
                load.tenants().judge(outcome, under, without, with, disk.rate(), true);
            } else {
                // Requests one after the other need not keep the disk busy, with the hook or without it.
                outcome.bars(Validity.of(under + ": ", without, with, load.kib() == 0 ? disk.rate() : Double.NaN));
            }
        }
    }

    private static List<Window> windows(List<Cost> turns, LoadedDisk disk) {
        return turns.stream().map(turn -> turn.windows().get(disk.number() - 1)).toList();
    }

    private Cost turn(Load load, boolean on, Duration window) throws Exception {
        cluster.hook(switches, on);
        if (!load.cached()) {
            cluster.forget();
        }
        List<LoadedDisk> disks = cluster.disks();
        int tenants = load.tenants().contenders().size();
        List<LongAdder> bytes = numbered(disks.size() * tenants, i -> new LongAdder());
        List<Requests> readers = new ArrayList<>();
        try {
            for (int i = 0; i < bytes.size(); i++) {
                readers.add(start(load, disks.get(i / tenants), i % tenants, bytes.get(i)));
            }
            Rates.over(SETTLING, List.of());
            List<DoubleSupplier> counters = new ArrayList<>(List.of(use::userSeconds, use::systemSeconds));
            counters.addAll(List.of(use::voluntarySwitches, use::involuntarySwitches, this::compilerMillis));
            disks.forEach(disk -> counters.add(disk::bytesMoved));
            bytes.forEach(each -> counters.add(each::sum));
            List<Double> grown = Stage.growth(window, counters);
            if (readers.stream().anyMatch(each -> each.failed() > 0)) {
                throw new IllegalStateException("a read failed: " + load.name());
            }
            List<Double> moved = grown.subList(grown.size() - bytes.size() - disks.size(), grown.size());
            List<Double> got = moved.subList(disks.size(), moved.size());
            List<Window> windows = numbered(
                    disks.size(),
                    i -> new Window(got.subList(i * tenants, (i + 1) * tenants), moved.get(i), window.toNanos() / 1e9));
            return Cost.of(grown, on ? (double) cluster.hookErrors() : 0, windows);
        } finally {
            for (Requests each : readers) {
                each.close();
            }
        }
    }

    private Requests start(Load load, LoadedDisk disk, int tenant, LongAdder bytes) throws Exception {
        List<Contender> all = load.tenants().contenders();
        int threads = all.get(tenant).threads();
        double part = threads / total(each(all, Contender::threads)) / stage.disks();
        double rate = load.cached() ? CACHED_RATE * part : Double.POSITIVE_INFINITY;
        Hdfs client = clients.get((disk.number() - 1) * TENANTS + tenant);
        return disk.inOrder(tenant, client, threads, load.kib() << 10, rate, bytes);
    }

    private double compilerMillis() {
        Map<String, Object> bean =
                Uncheck.get(() -> cluster.cluster().dataNode().bean("java.lang:type=Compilation"));
        return ((Number) bean.get("TotalCompilationTime")).doubleValue();
    }
}
