package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario of a tenant whose file is in the page cache beside two that need the disk: it needs none of it, and must not
 * pay for it. Each tenant's rate is compared with its rate alone without the hook, before and after the run with it.
 */
public final class PaceCached implements Scenario {

    private static final int CACHED = 2;
    private static final List<Integer> COLD_THREADS = List.of(1, 4);
    private static final Duration SETTLING = Duration.ofSeconds(8);

    /**
     * A rate that leaves processor time to the others: without it the processors would be shared instead, with or
     * without the hook.
     */
    private static final double MODERATE = 400e6;

    private static final double LEAST_KEPT_PERCENT = 95;
    private static final double LEAST_LEFT_PERCENT = 99;
    private static final double MOST_NOISE_PERCENT = 1;

    @Override
    public String name() {
        return "pace-cached";
    }

    @Override
    public String shows() {
        return "who reads from the page cache runs as if alone, and costs those who need the disk nothing";
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.RATE, Choice.DISKS, Choice.READAHEAD, Choice.NATIVE);
    }

    /** The tenants that read. */
    private enum Load {
        COLD(true, 0),
        MODERATE_ALONE(false, MODERATE),
        MODERATE_BESIDE(true, MODERATE),
        GREEDY_ALONE(false, Double.POSITIVE_INFINITY),
        GREEDY_BESIDE(true, Double.POSITIVE_INFINITY);

        private static final Set<Load> BASELINES = EnumSet.of(COLD, MODERATE_ALONE, GREEDY_ALONE);

        private final boolean cold;
        private final double cachedRate;

        Load(boolean cold, double cachedRate) {
            this.cold = cold;
            this.cachedRate = cachedRate;
        }

        private List<Streams> start(LoadedDisk disk, int disks) {
            List<Streams> streams = new ArrayList<>();
            for (int tenant = 0; cold && tenant < COLD_THREADS.size(); tenant++) {
                streams.add(disk.reading(tenant, COLD_THREADS.get(tenant)));
            }
            if (cachedRate > 0) {
                streams.add(disk.readingCached(CACHED, cachedRate / disks));
            }
            return streams;
        }
    }

    /** Windows of one load on one disk. */
    private record Arm(Load load, List<Window> windows) {

        /** The cached tenant's rate. */
        List<Double> cached() {
            return windows.stream()
                    .map(window -> window.rates().get(window.rates().size() - 1))
                    .toList();
        }

        /** The total rate of the tenants that need the disk. */
        List<Double> cold() {
            return windows.stream()
                    .map(window -> window.rates().subList(0, COLD_THREADS.size()).stream()
                            .mapToDouble(Double::doubleValue)
                            .sum())
                    .toList();
        }

        /** Without the tenant that does not use the disk. */
        List<Window> onDisk() {
            return windows.stream()
                    .map(window -> new Window(
                            window.rates().subList(0, COLD_THREADS.size()), window.moved(), window.seconds()))
                    .toList();
        }
    }

    /** The measurements on one disk: without the hook before and after, and with it. */
    private record Played(Map<Load, Arm> off, Map<Load, Arm> on) {

        List<Double> kept(Map<Load, Arm> arms, Load beside, Load alone) {
            double baseline = Statistics.median(off.get(alone).cached());
            return arms.get(beside).cached().stream()
                    .map(rate -> rate / baseline * 100)
                    .toList();
        }

        List<Double> left(Map<Load, Arm> arms, Load beside) {
            double baseline = Statistics.median(off.get(Load.COLD).cold());
            return arms.get(beside).cold().stream()
                    .map(rate -> rate / baseline * 100)
                    .toList();
        }

        double noisePercent() {
            return Math.max(
                    Statistics.noisePercent(off.get(Load.COLD).cold()),
                    Statistics.noisePercent(off.get(Load.MODERATE_ALONE).cached()));
        }

        Map<String, Object> members(Map<Load, Arm> arms) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put(
                    "coldAloneMBps", Statistics.megabytes(arms.get(Load.COLD).cold()));
            members.put("moderate", members(arms, Load.MODERATE_ALONE, Load.MODERATE_BESIDE));
            members.put("greedy", members(arms, Load.GREEDY_ALONE, Load.GREEDY_BESIDE));
            return members;
        }

        private Map<String, Object> members(Map<Load, Arm> arms, Load alone, Load beside) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("aloneMBps", Statistics.megabytes(arms.get(alone).cached()));
            members.put("besideMBps", Statistics.megabytes(arms.get(beside).cached()));
            members.put("coldMBps", Statistics.megabytes(arms.get(beside).cold()));
            members.put("keptPercentOfAloneOff", Statistics.largeIsGood(kept(arms, beside, alone)));
            members.put("leftPercentOfColdAloneOff", Statistics.largeIsGood(left(arms, beside)));
            return members;
        }

        List<Bar> bars(String where, double rate) {
            List<Bar> bars = new ArrayList<>();
            bars.add(Bar.atLeast(
                    where + "cached at a moderate rate: worst, percent of its speed alone without the hook",
                    Statistics.smallest(kept(on, Load.MODERATE_BESIDE, Load.MODERATE_ALONE)),
                    LEAST_KEPT_PERCENT));
            bars.add(Bar.atLeast(
                    where + "cold ones beside it: worst, percent of what they get alone without the hook",
                    Statistics.smallest(left(on, Load.MODERATE_BESIDE)),
                    LEAST_LEFT_PERCENT));
            bars.add(Bar.atMost(
                    Validity.VALID + where + "repeats without the hook differ by, percent",
                    noisePercent(),
                    MOST_NOISE_PERCENT));
            List<Window> controlled = new ArrayList<>(on.get(Load.COLD).onDisk());
            controlled.addAll(on.get(Load.MODERATE_BESIDE).onDisk());
            bars.addAll(Validity.of(where, off.get(Load.COLD).onDisk(), controlled, OptionalDouble.of(rate)));
            return bars;
        }

        List<Double> medians(Map<Load, Arm> arms) {
            return List.of(
                    Statistics.median(kept(arms, Load.MODERATE_BESIDE, Load.MODERATE_ALONE)),
                    Statistics.median(left(arms, Load.MODERATE_BESIDE)),
                    Statistics.median(kept(arms, Load.GREEDY_BESIDE, Load.GREEDY_ALONE)),
                    Statistics.median(left(arms, Load.GREEDY_BESIDE)));
        }
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, CACHED + 1)) {
            for (LoadedDisk disk : cluster.disks()) {
                disk.cache(CACHED);
            }
            cluster.hook(false);
            List<Map<Load, Arm>> off = playAll(stage, cluster, "off", EnumSet.allOf(Load.class));
            cluster.hook(true);
            List<Map<Load, Arm>> on = playAll(stage, cluster, "on", EnumSet.allOf(Load.class));
            long errors = cluster.hookErrors();
            cluster.hook(false);
            List<Map<Load, Arm>> offAgain = playAll(stage, cluster, "off", Load.BASELINES);
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("diskMiBps", stage.diskRate());
            figures.put("hookErrors", errors);
            List<Bar> bars = new ArrayList<>();
            List<Played> played = new ArrayList<>();
            for (LoadedDisk disk : cluster.disks()) {
                int i = disk.number() - 1;
                Played each = new Played(both(off.get(i), offAgain.get(i)), on.get(i));
                played.add(each);
                Map<String, Object> members = new LinkedHashMap<>();
                members.put("noisePercent", Statistics.jsonNumber(each.noisePercent()));
                members.put("uncontrolled", each.members(each.off()));
                members.put("controlled", each.members(each.on()));
                figures.put("disk " + disk.number(), members);
                bars.addAll(each.bars(stage.disks() == 1 ? "" : "disk " + disk.number() + ", ", disk.rate()));
            }
            bars.add(Bar.atMost("errors that the hook caught", (double) errors, 0));
            return new Outcome(figures, bars, List.of(chart(played.get(0))));
        }
    }

    private static Map<Load, Arm> both(Map<Load, Arm> before, Map<Load, Arm> after) {
        Map<Load, Arm> both = new EnumMap<>(before);
        after.forEach((load, arm) -> both.merge(load, arm, (one, other) -> {
            List<Window> windows = new ArrayList<>(one.windows());
            windows.addAll(other.windows());
            return new Arm(load, windows);
        }));
        return both;
    }

    private static List<Map<Load, Arm>> playAll(Stage stage, SlowDiskCluster cluster, String under, Set<Load> loads)
            throws Exception {
        List<Map<Load, Arm>> played = new ArrayList<>();
        cluster.disks().forEach(disk -> played.add(new EnumMap<>(Load.class)));
        for (Load load : loads) {
            // Data left in memory by the last readers would speed up the next ones.
            cluster.forget();
            for (LoadedDisk disk : cluster.disks()) {
                disk.warm(CACHED);
            }
            List<List<Window>> windows = windows(stage, cluster.disks(), load);
            for (int disk = 0; disk < windows.size(); disk++) {
                played.get(disk).put(load, new Arm(load, windows.get(disk)));
                stage.say(
                        "%-4s disk %d %-16s MB/s %s",
                        under,
                        disk + 1,
                        load,
                        windows.get(disk).stream()
                                .map(Window::rates)
                                .map(Statistics::megabytes)
                                .map(rates -> rates.get("repeats"))
                                .toList());
            }
        }
        return played;
    }

    private static List<List<Window>> windows(Stage stage, List<LoadedDisk> disks, Load load) {
        List<List<Streams>> streams =
                disks.stream().map(disk -> load.start(disk, disks.size())).toList();
        List<Streams> all = streams.stream().flatMap(List::stream).toList();
        try {
            Rates.over(SETTLING, all);
            List<List<Window>> windows = disks.stream()
                    .map(disk -> (List<Window>) new ArrayList<Window>())
                    .toList();
            for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                List<Window> found = ShareRun.windows(stage, disks, streams);
                for (int disk = 0; disk < disks.size(); disk++) {
                    windows.get(disk).add(found.get(disk));
                }
            }
            all.forEach(Streams::check);
            return windows;
        } finally {
            all.forEach(Streams::close);
        }
    }

    private static Chart<?, ?> chart(Played played) {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        series.put("hook off", played.medians(played.off()));
        series.put("hook on", played.medians(played.on()));
        return Charts.bars(
                "A page-cached tenant beside cold ones",
                "percent of what it is alone without the hook",
                List.of("cached, moderate", "cold beside it", "cached, greedy", "cold beside it, too"),
                series);
    }
}
