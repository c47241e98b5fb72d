package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.DISKS;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.NATIVE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.RATE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Scenario of a tenant whose file is in the page cache beside two that need the disk: it needs none of it, and must not
 * pay for it. Each tenant's rate is compared with its rate alone without the hook, before and after the run with it.
 */
public final class PaceCached {

    private static final int CACHED = 2;
    private static final List<Integer> COLD_THREADS = List.of(1, 4);

    /**
     * A rate that leaves processor time to the others: without it the processors would be shared instead, with or
     * without the hook.
     */
    private static final double MODERATE = 400e6;

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "pace-cached",
            "who reads from the page cache runs as if alone, and costs those who need the disk nothing",
            PaceCached::play,
            RATE,
            DISKS,
            READAHEAD,
            NATIVE);

    private PaceCached() {}

    /** The tenants that read. */
    private enum Load {
        COLD(true, 0),
        MODERATE_ALONE(false, MODERATE),
        MODERATE_BESIDE(true, MODERATE),
        GREEDY_ALONE(false, Double.POSITIVE_INFINITY),
        GREEDY_BESIDE(true, Double.POSITIVE_INFINITY);

        private static final Set<Load> BASELINES = EnumSet.of(COLD, MODERATE_ALONE, GREEDY_ALONE);

        private final boolean isCold;
        private final double cachedRate;

        Load(boolean isCold, double cachedRate) {
            this.isCold = isCold;
            this.cachedRate = cachedRate;
        }

        private List<Streams> start(LoadedDisk disk, int disks) {
            List<Streams> streams = new ArrayList<>();
            for (int tenant = 0; isCold && tenant < COLD_THREADS.size(); tenant++) {
                streams.add(disk.reading(tenant, COLD_THREADS.get(tenant)));
            }
            if (cachedRate > 0) {
                streams.add(disk.readingCached(CACHED, cachedRate / disks));
            }
            return streams;
        }
    }

    /** The windows of each load on one disk. */
    private record Arms(Map<Load, List<Window>> windows) {

        Arms() {
            this(new EnumMap<>(Load.class));
        }

        /** The cached tenant's rate. */
        List<Double> cached(Load load) {
            return each(windows.get(load), window -> window.rates()
                    .get(window.rates().size() - 1));
        }

        /** The total rate of the tenants that need the disk. */
        List<Double> cold(Load load) {
            return Window.totals(onDisk(load));
        }

        /** Without the tenant that does not use the disk. */
        List<Window> onDisk(Load load) {
            return windows.get(load).stream()
                    .map(each -> new Window(each.rates().subList(0, COLD_THREADS.size()), each.moved(), each.seconds()))
                    .toList();
        }

        /** The cached tenant's rate, in percent of that alone. */
        List<Double> kept(Arms off, Load beside, Load alone) {
            double baseline = median(off.cached(alone));
            return each(cached(beside), rate -> rate / baseline * 100);
        }

        /** The rate of the others, in percent of that without it. */
        List<Double> left(Arms off, Load beside) {
            double baseline = median(off.cold(Load.COLD));
            return each(cold(beside), rate -> rate / baseline * 100);
        }

        double noisePercent() {
            return Math.max(
                    Statistics.noisePercent(cold(Load.COLD)), Statistics.noisePercent(cached(Load.MODERATE_ALONE)));
        }

        Figures figures(Arms off) {
            return new Figures()
                    .megabytes("coldAloneMBps", cold(Load.COLD))
                    .put("moderate", figures(off, Load.MODERATE_ALONE, Load.MODERATE_BESIDE))
                    .put("greedy", figures(off, Load.GREEDY_ALONE, Load.GREEDY_BESIDE));
        }

        private Figures figures(Arms off, Load alone, Load beside) {
            return new Figures()
                    .megabytes("aloneMBps", cached(alone))
                    .megabytes("besideMBps", cached(beside))
                    .megabytes("coldMBps", cold(beside))
                    .large("keptPercentOfAloneOff", kept(off, beside, alone))
                    .large("leftPercentOfColdAloneOff", left(off, beside));
        }

        List<Double> medians(Arms off) {
            return List.of(
                    median(kept(off, Load.MODERATE_BESIDE, Load.MODERATE_ALONE)),
                    median(left(off, Load.MODERATE_BESIDE)),
                    median(kept(off, Load.GREEDY_BESIDE, Load.GREEDY_ALONE)),
                    median(left(off, Load.GREEDY_BESIDE)));
        }
    }

    private static void bars(Outcome outcome, String where, Arms off, Arms on, double rate) {
        List<Window> controlled = new ArrayList<>(on.onDisk(Load.COLD));
        controlled.addAll(on.onDisk(Load.MODERATE_BESIDE));
        String cached = where + "cached at a moderate rate: worst, percent of its speed alone without the hook";
        outcome.atLeast(cached, on.kept(off, Load.MODERATE_BESIDE, Load.MODERATE_ALONE), 95);
        String cold = where + "cold ones beside it: worst, percent of what they get alone without the hook";
        outcome.atLeast(cold, on.left(off, Load.MODERATE_BESIDE), 99)
                .atMost(Validity.VALID + where + "repeats without the hook differ by, percent", off.noisePercent(), 1)
                .bars(Validity.of(where, off.onDisk(Load.COLD), controlled, OptionalDouble.of(rate)));
    }

    private static Outcome play(Stage stage) throws Exception {
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, CACHED + 1)) {
            List<Arms> off = new ArrayList<>();
            List<Arms> on = new ArrayList<>();
            for (LoadedDisk disk : cluster.disks()) {
                disk.cache(CACHED);
                off.add(new Arms());
                on.add(new Arms());
            }
            play(stage, cluster, false, EnumSet.allOf(Load.class), off);
            play(stage, cluster, true, EnumSet.allOf(Load.class), on);
            long errors = cluster.hookErrors();
            play(stage, cluster, false, Load.BASELINES, off);
            Outcome outcome =
                    new Outcome().figure("diskMiBps", stage.diskRate()).figure("hookErrors", errors);
            for (LoadedDisk disk : cluster.disks()) {
                Arms uncontrolled = off.get(disk.number() - 1);
                Arms controlled = on.get(disk.number() - 1);
                outcome.figure(
                        "disk " + disk.number(),
                        new Figures()
                                .put("noisePercent", uncontrolled.noisePercent())
                                .put("uncontrolled", uncontrolled.figures(uncontrolled))
                                .put("controlled", controlled.figures(uncontrolled)));
                bars(outcome, stage.where(disk), uncontrolled, controlled, disk.rate());
            }
            return outcome.atMost("errors that the hook caught", (double) errors, 0)
                    .chart(Charts.bars(
                            "A page-cached tenant beside cold ones",
                            "percent of what it is alone without the hook",
                            List.of("cached, moderate", "cold beside it", "cached, greedy", "cold beside it, too"),
                            Map.of(
                                    "hook off", off.get(0).medians(off.get(0)),
                                    "hook on", on.get(0).medians(off.get(0)))));
        }
    }

    private static void play(Stage stage, SlowDiskCluster cluster, boolean on, Set<Load> loads, List<Arms> arms)
            throws Exception {
        cluster.hook(on);
        for (Load load : loads) {
            // Data left in memory by the last readers would speed up the next ones.
            cluster.forget();
            for (LoadedDisk disk : cluster.disks()) {
                disk.warm(CACHED);
            }
            List<List<Streams>> streams = cluster.disks().stream()
                    .map(disk -> load.start(disk, stage.disks()))
                    .toList();
            ShareRun.watch(stage, cluster, streams, 1, number -> {}, (disk, number, window) -> {
                arms.get(disk.number() - 1)
                        .windows()
                        .computeIfAbsent(load, none -> new ArrayList<>())
                        .add(window);
                List<Double> rates = each(window.rates(), rate -> Statistics.rounded(rate / MEGA));
                stage.say("%-4s disk %d %-16s MB/s %s", on ? "on" : "off", disk.number(), load, rates);
            });
        }
    }
}
