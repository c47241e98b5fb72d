package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.ShareCase.Contender.reading;
import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.numbered;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.ShareCase;
import io.hdfsthrottle.bench.report.ShareCase.Contender;
import io.hdfsthrottle.bench.report.ShareCase.Work;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.unit.Rate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Scenarios of tenants that share one disk of unconfigured speed, or several such disks at the same time. */
public record PaceShares(Stage stage, SlowDiskCluster cluster) {

    private static final Contender SLOW = new Contender(1, 1, Work.READS, Rate.ofBytesPerSecond(5_000_000));
    private static final Contender RANDOM = new Contender(1, 1, Work.READS_ANYWHERE, Rate.UNLIMITED);
    private static final Contender WRITER = new Contender(1, 2, Work.WRITES, Rate.UNLIMITED);
    private static final List<ShareCase> CASES = List.of(
            ShareCase.backlogged("4:8:8 with 8:2:1", List.of(4, 8, 8), List.of(8, 2, 1)),
            ShareCase.backlogged("1:1:1 with 1:2:8", List.of(1, 1, 1), List.of(1, 2, 8)),
            ShareCase.backlogged("1:8 with 1:1", List.of(1, 8), List.of(1, 1)),
            ShareCase.backlogged("3:7:2:11:5 with 1:32:5:3:13", List.of(3, 7, 2, 11, 5), List.of(1, 32, 5, 3, 13)),
            ShareCase.of("slow beside two", DiskKind.STEADY, List.of(SLOW, reading(1, 1), reading(1, 8))),
            ShareCase.of("random beside streams", DiskKind.STEADY, List.of(RANDOM, reading(1, 2), reading(1, 8))),
            ShareCase.of("writer beside readers", DiskKind.SHARED, List.of(WRITER, reading(1, 1), reading(1, 4))),
            ShareCase.backlogged("over two volumes", List.of(4, 8, 8), List.of(8, 2, 1))
                    .on(DiskKind.DIVIDED, List.of(1.0)),
            ShareCase.backlogged("halved", List.of(4, 8, 8), List.of(8, 2, 1))
                    .on(DiskKind.SHARED, List.of(1.0, 0.5, 1.0)));

    public static final Scenario SCENARIO = Scenario.named(
                    "pace-shares",
                    "every tenant gets what its weight earns, whatever its threads, and the disk gives all it can",
                    PaceShares::play,
                    Choice.RATE,
                    Choice.DISK,
                    Choice.DISKS,
                    Choice.READAHEAD,
                    Choice.NATIVE,
                    Choice.BUSY)
            .of(CASES.stream().map(ShareCase::name).toList());

    private static final List<ShareCase> COMPARED = List.of(
            ShareCase.backlogged("1:1:1 threads", List.of(1, 1, 1), List.of(1, 1, 1)),
            ShareCase.backlogged("1:2:8 threads", List.of(1, 1, 1), List.of(1, 2, 8)));
    private static final String LIMIT_BYTES = "100000000";
    private static final Map<String, String> LIMIT = Map.of("dfs.datanode.data.read.bandwidthPerSec", LIMIT_BYTES);

    /** Three equal tenants on a plain DataNode, on one with HDFS's own limit, and on one with the hook. */
    public static final Scenario COMPARISON = Scenario.onDisk(
                    "comparison",
                    "three equal tenants under plain HDFS, HDFS's own limit and hdfs-throttle (the README's table)",
                    PaceShares::compare)
            .of(COMPARED.stream().map(ShareCase::name).toList());

    private static final Duration SETTLING = Duration.ofSeconds(8); // until each thread's readahead is filled

    private static Outcome play(Stage stage) throws Exception {
        Map<DiskKind, List<ShareCase>> byDisk = CASES.stream()
                .filter(each -> stage.plays(each.name()))
                .map(each -> stage.disk() == DiskKind.STEADY ? each : each.on(stage.disk(), each.speeds()))
                .collect(Collectors.groupingBy(ShareCase::disk, LinkedHashMap::new, Collectors.toList()));
        List<Double> errors = new ArrayList<>();
        Outcome outcome = new Outcome();
        for (Map.Entry<DiskKind, List<ShareCase>> entry : byDisk.entrySet()) {
            IntStream tenants =
                    entry.getValue().stream().mapToInt(each -> each.contenders().size());
            try (SlowDiskCluster cluster =
                    SlowDiskCluster.start(stage, entry.getKey(), tenants.max().orElseThrow())) {
                PaceShares run = new PaceShares(stage, cluster);
                cluster.hook(false);
                Map<ShareCase, Map<String, List<Window>>> off = new LinkedHashMap<>();
                for (ShareCase each : entry.getValue()) {
                    ShareCase known = run.known(each);
                    off.put(known, run.measure(known, "off"));
                }
                cluster.hook(true);
                for (ShareCase each : off.keySet()) {
                    run.measure(each, "on").forEach((name, on) -> {
                        List<Window> before = off.get(each).get(name);
                        each.judge(outcome, name, before, on, stage.bytesPerSecond(), stage.busy() > 0);
                    });
                }
                outcome.figure("charge", cluster.cluster().figures().text("Charge"));
                errors.add((double) cluster.hookErrors());
            }
        }
        return outcome.atMost("errors that the hook caught", errors, 0);
    }

    private static Outcome compare(Stage stage) throws Exception {
        Outcome outcome = new Outcome().figure("hdfsLimitBytesPerSecond", LIMIT_BYTES);
        Map<ShareCase, List<List<Window>>> measured = new LinkedHashMap<>();
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, 3)) {
            for (String node : List.of("plain HDFS", "HDFS's own limit", "hdfs-throttle")) {
                switch (node) {
                    case "plain HDFS" -> cluster.plain(Map.of());
                    case "HDFS's own limit" -> cluster.plain(LIMIT);
                    default -> cluster.hook(true);
                }
                for (ShareCase each : COMPARED) {
                    if (stage.plays(each.name())) {
                        List<Window> windows = new PaceShares(stage, cluster)
                                .measure(each, node)
                                .get(each.name());
                        measured.computeIfAbsent(each, none -> new ArrayList<>())
                                .add(windows);
                    }
                }
            }
            cluster.conclude(outcome);
        }
        // The table of medians, in MB/s, for the README.
        stage.say("\n| reading threads of A : B : C | plain HDFS | HDFS's own limit at 100 MB/s | hdfs-throttle |");
        stage.say("|---|---|---|---|");
        measured.forEach((each, nodes) -> {
            each.judge(outcome, each.name(), nodes.get(0), nodes.get(2), stage.bytesPerSecond(), false)
                    .figure(each.name() + ", HDFS's own limit", each.figures(nodes.get(1)));
            Object[] medians = nodes.stream()
                    .flatMap(on -> Stream.of(0, 1, 2).map(tenant -> Window.megabytes(on, tenant)))
                    .toArray();
            String row = "| " + each.name() + " | %.1f / %.1f / %.1f".repeat(nodes.size()) + " |";
            stage.say(row, medians);
        });
        return outcome;
    }

    /** The same case with what a random reader wants, which waits for each piece: its rate alone, without the hook. */
    private ShareCase known(ShareCase each) throws IOException {
        ShareCase known = each;
        for (int i = 0; i < each.contenders().size(); i++) {
            if (each.contenders().get(i).isRandom()) {
                cluster.forget();
                try (Streams alone = cluster.disk().start(i, each.contenders().get(i))) {
                    Rates.over(SETTLING.dividedBy(2), List.of(alone));
                    double rate = Rates.over(stage.window(), List.of(alone)).get(0);
                    stage.say("alone %s, tenant %d: %.1f MB/s", each.name(), i + 1, rate / MEGA);
                    known = known.randomAlone(i, rate);
                }
            }
        }
        return known;
    }

    /** Windows of a case by its name, with the disk and the speed where there are several. */
    private Map<String, List<Window>> measure(ShareCase each, String under) throws IOException {
        cluster.weigh(each.contenders().stream().map(Contender::weight).toList());
        cluster.forget();
        Map<String, List<Window>> measured = new LinkedHashMap<>();
        Function<LoadedDisk, List<Streams>> start = disk -> numbered(
                each.contenders().size(), i -> disk.start(i, each.contenders().get(i)));
        watch(start, each.speeds(), (disk, speed, window) -> {
            String at = each.speeds().size() == 1
                    ? ""
                    : ", window " + (speed + 1) + " at " + each.speeds().get(speed);
            String name = stage.where(disk) + each.name() + at;
            measured.computeIfAbsent(name, none -> new ArrayList<>()).add(window);
            String due = Window.megabytes(each.due(window.total()));
            double error = each.worstErrorPercent(window.rates());
            stage.say("%-4s %-28s %s, due %s, worst error %6.2f %%", under, name, window.text(), due, error);
        });
        return measured;
    }

    /** What is done with a window of a disk. */
    interface Seen {

        void on(LoadedDisk disk, int number, Window window);
    }

    /** Measures a window for each of the disks' speeds in each repeat, on all at the same time. */
    void watch(Function<LoadedDisk, List<Streams>> start, List<Double> speeds, Seen seen) throws IOException {
        List<List<Streams>> streams = cluster.disks().stream().map(start).toList();
        List<Streams> all = streams.stream().flatMap(List::stream).toList();
        try {
            Rates.over(SETTLING, all);
            for (int i = 0; i < stage.repeats() * speeds.size(); i++) {
                int number = i % speeds.size();
                for (LoadedDisk disk : cluster.disks()) {
                    if (speeds.size() > 1) {
                        disk.speed(speeds.get(number));
                    }
                }
                List<Window> found = stage.windows(cluster.disks(), streams);
                cluster.disks().forEach(disk -> seen.on(disk, number, found.get(disk.number() - 1)));
            }
            all.forEach(Streams::check);
        } finally {
            all.forEach(Streams::close);
        }
    }
}
