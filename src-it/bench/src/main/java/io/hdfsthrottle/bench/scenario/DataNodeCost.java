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
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;

/** Scenario: what a gigabyte costs the process of a DataNode in which the hook is switched off and on. */
public record DataNodeCost(Stage stage, SlowDiskCluster cluster, List<Hdfs> clients, ProcessUse use, Path switches) {

    private static final double GIGA = 1e9;
    private static final double CACHED_RATE = 400e6; // of all clients together: processors are left over
    private static final int TENANTS = 3;
    private static final int FILE_BYTES = 512 << 20; // a block for each of 16 threads
    private static final Duration SETTLING = Duration.ofSeconds(8);
    private static final ShareCase CONTENTION = ShareCase.backlogged("4:8:8 with 8:2:1", List.of(4, 8, 8), List.of(8, 2, 1));
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

    /** What a gigabyte cost in one window, how many came in a second, and what part of the time was HotSpot's compilers'. */
    record Cost(
            double userSeconds,
            double systemSeconds,
            double voluntarySwitches,
            double involuntarySwitches,
            double gigabytesPerSecond,
            double compilerPercent) {

        /** Of what grew in a second: the first four, milliseconds of the compilers, and the clients' bytes. */
        static Cost of(List<Double> grown, double bytes) {
            List<Double> costs = each(grown, each -> each / bytes * GIGA);
            double compilers = grown.get(4) / 1e3 / (grown.get(0) + grown.get(1)) * 100;
            return new Cost(costs.get(0), costs.get(1), costs.get(2), costs.get(3), bytes / GIGA, compilers);
        }

        double seconds() {
            return userSeconds + systemSeconds;
        }

        double switches() {
            return voluntarySwitches + involuntarySwitches;
        }
    }

    /** A window of each disk, and what all of them cost. */
    private record Turn(Cost cost, List<Window> windows) {}

    /** Of each second turn, times the mean of those before and after it. */
    static List<Double> times(List<Cost> turns, ToDoubleFunction<Cost> figure) {
        List<Double> all = each(turns, figure);
        return numbered(all.size() / 2, i -> 2 * all.get(2 * i + 1) / (all.get(2 * i) + all.get(2 * i + 2)));
    }

    private static Outcome play(Stage stage) throws Exception {
        Outcome outcome = new Outcome().figure("windowSeconds", stage.window().toSeconds());
        Map<String, List<Double>> seconds = new LinkedHashMap<>();
        Map<String, List<Double>> switches = new LinkedHashMap<>();
        List<Load> loads = LOADS.stream().filter(load -> stage.plays(load.name())).toList();
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, TENANTS, FILE_BYTES, Map.of())) {
            Path folder = Files.createDirectories(stage.folder().resolve("switch"));
            cluster.switchable(folder);
            ProcessUse use = new ProcessUse(
                    Path.of("/proc/" + cluster.cluster().dataNode().process().pid()));
            try (Worker watch = use.watch()) {
                List<Hdfs> clients = numbered(
                        stage.disks() * TENANTS, i -> cluster.keeping(cluster.disks().get(i / TENANTS), i % TENANTS));
                DataNodeCost run = new DataNodeCost(stage, cluster, clients, use, folder);
                for (Load load : loads) {
                    List<Turn> turns = run.turns(outcome, load);
                    watch.check();
                    run.judge(outcome, load, turns);
                    for (int on = 0; on < 2; on++) {
                        List<Cost> all = costs(half(turns, on));
                        String name = on == 0 ? "hook off" : "hook on";
                        seconds.computeIfAbsent(name, none -> new ArrayList<>()).add(median(each(all, Cost::seconds)));
                        switches.computeIfAbsent(name, none -> new ArrayList<>()).add(median(each(all, Cost::switches)));
                    }
                }
            }
        }
        List<String> names = loads.stream().map(Load::name).toList();
        return outcome.chart(Charts.bars("Processor of the DataNode", "seconds a GB, median", names, seconds))
                .chart(Charts.bars("Context switches of the DataNode", "a GB, median", names, switches));
    }

    /** Turns off, on, ..., off, after one of each in which the compilers settle. */
    private List<Turn> turns(Outcome outcome, Load load) throws Exception {
        cluster.weigh(load.tenants().contenders().stream().map(Contender::weight).toList());
        turn(load, true, stage.window().dividedBy(2));
        turn(load, false, stage.window().dividedBy(2));
        List<Turn> turns = new ArrayList<>();
        List<Double> errors = new ArrayList<>();
        for (int i = 0; i <= 2 * stage.repeats(); i++) {
            boolean on = i % 2 == 1;
            turns.add(turn(load, on, stage.window()));
            if (on) {
                errors.add((double) cluster.hookErrors());
            }
            stage.say("%-4s %-40s %s", on ? "on" : "off", load.name(), turns.get(i).cost());
        }
        outcome.atMost(load.name() + ": errors that the hook caught", errors, 0);
        return turns;
    }

    private static List<Turn> half(List<Turn> turns, int first) {
        return numbered((turns.size() + 1 - first) / 2, i -> turns.get(2 * i + first));
    }

    private static List<Cost> costs(List<Turn> turns) {
        return turns.stream().map(Turn::cost).toList();
    }

    private void judge(Outcome outcome, Load load, List<Turn> turns) {
        String name = load.name();
        List<Cost> off = costs(half(turns, 0));
        List<Cost> on = costs(half(turns, 1));
        List<Cost> all = costs(turns);
        double most = load.tenants() == CONTENTION ? 1.25 : 1.05;
        outcome.figure(name + ", uncontrolled", Figures.of(off))
                .figure(name + ", controlled", Figures.of(on))
                .atMost(name + ": processor a GB, times without the hook", times(all, Cost::seconds), most)
                .atMost(name + ": context switches a GB, times without the hook", times(all, Cost::switches), 3)
                .atMost(VALID + name + ": compilers, percent of the processor", each(all, Cost::compilerPercent), 2)
                .atMost(VALID + name + ": without the hook, differs by, percent", noisePercent(each(off, Cost::seconds)), 5)
                .atMost(VALID + name + ": with the hook, differs by, percent", noisePercent(each(on, Cost::seconds)), 5);
        for (LoadedDisk disk : cluster.disks()) {
            String under = stage.where(disk) + name;
            List<Window> without = windows(half(turns, 0), disk);
            List<Window> with = windows(half(turns, 1), disk);
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

    private static List<Window> windows(List<Turn> turns, LoadedDisk disk) {
        return turns.stream().map(turn -> turn.windows().get(disk.number() - 1)).toList();
    }

    private Turn turn(Load load, boolean on, Duration window) throws Exception {
        cluster.hook(switches, on);
        if (!load.cached()) {
            cluster.forget();
        }
        int tenants = load.tenants().contenders().size();
        List<LongAdder> bytes = numbered(cluster.disks().size() * tenants, i -> new LongAdder());
        List<Requests> readers = new ArrayList<>();
        try {
            for (int i = 0; i < bytes.size(); i++) {
                if (load.cached()) {
                    cluster.disks().get(i / tenants).remember(i % tenants);
                }
            }
            for (int i = 0; i < bytes.size(); i++) {
                readers.add(start(load, cluster.disks().get(i / tenants), i % tenants, bytes.get(i)));
            }
            Rates.over(SETTLING, List.of());
            List<DoubleSupplier> counters = new ArrayList<>(List.of(
                    use::userSeconds,
                    use::systemSeconds,
                    use::voluntarySwitches,
                    use::involuntarySwitches,
                    this::compilerMillis));
            int own = counters.size();
            cluster.disks().forEach(disk -> counters.add(disk::bytesMoved));
            bytes.forEach(each -> counters.add(each::sum));
            List<Double> grown = Stage.growth(window, counters);
            if (readers.stream().anyMatch(each -> each.failed() > 0)) {
                throw new IllegalStateException("a read failed: " + load.name());
            }
            int disks = cluster.disks().size();
            List<Double> rates = grown.subList(own + disks, grown.size());
            double seconds = window.toNanos() / 1e9;
            return new Turn(
                    Cost.of(grown.subList(0, own), total(rates)),
                    numbered(disks, i -> new Window(
                            rates.subList(i * tenants, (i + 1) * tenants), grown.get(own + i), seconds)));
        } finally {
            for (Requests each : readers) {
                each.close();
            }
        }
    }

    private Requests start(Load load, LoadedDisk disk, int tenant, LongAdder bytes) throws Exception {
        List<Contender> all = load.tenants().contenders();
        int threads = all.get(tenant).threads();
        double part = threads / total(each(all, Contender::threads)) / cluster.disks().size();
        double rate = load.cached() ? CACHED_RATE * part : Double.POSITIVE_INFINITY;
        Hdfs client = clients.get((disk.number() - 1) * TENANTS + tenant);
        return disk.inOrder(tenant, client, threads, load.kib() << 10, rate, bytes);
    }

    private double compilerMillis() {
        Map<String, Object> bean = Uncheck.get(() -> cluster.cluster().dataNode().bean("java.lang:type=Compilation"));
        return ((Number) bean.get("TotalCompilationTime")).doubleValue();
    }
}
