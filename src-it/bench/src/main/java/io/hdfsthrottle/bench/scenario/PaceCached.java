package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.noisePercent;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Scenario of a tenant whose file is in the page cache beside two that need the disk: it must not pay for it. */
public final class PaceCached {

    private static final int CACHED = 2;
    private static final double MODERATE = 400e6; // leaves processors to the others, which would be shared instead
    private static final List<String> LOADS =
            List.of("cold", "moderate", "moderate beside cold", "greedy", "greedy beside cold");

    public static final Scenario SCENARIO = Scenario.onDisks(
            "pace-cached",
            "who reads from the page cache runs as if alone, and costs those who need the disk nothing",
            PaceCached::play);

    private PaceCached() {}

    private static Outcome play(Stage stage) throws Exception {
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, CACHED + 1)) {
            for (LoadedDisk disk : cluster.disks()) {
                disk.cache(CACHED);
            }
            Map<String, List<Window>> windows = new LinkedHashMap<>();
            Outcome outcome = new Outcome();
            play(stage, cluster, false, LOADS, windows);
            play(stage, cluster, true, LOADS, windows);
            cluster.conclude(outcome);
            play(stage, cluster, false, List.of("cold", "moderate", "greedy"), windows);
            windows.forEach((name, all) -> outcome.figure(name, Figures.of(all)));
            for (LoadedDisk disk : cluster.disks()) {
                judge(outcome, disk, stage.where(disk), windows);
            }
            return outcome;
        }
    }

    private static void judge(Outcome outcome, LoadedDisk disk, String where, Map<String, List<Window>> windows) {
        String off = "disk " + disk.number() + " off ";
        String on = "disk " + disk.number() + " on ";
        List<Double> cold = Window.totals(windows.get(off + "cold"));
        List<Double> moderate = cached(windows.get(off + "moderate"));
        List<Window> beside = windows.get(on + "moderate beside cold");
        List<Window> greedy = windows.get(on + "greedy beside cold");
        List<Double> greedyKept = percents(cached(greedy), cached(windows.get(off + "greedy")));
        double noise = Math.max(noisePercent(cold), noisePercent(moderate));
        List<Window> controlled = new ArrayList<>(windows.get(on + "cold"));
        controlled.addAll(onDisk(beside));
        outcome.large(where + "greedy, percent of alone", greedyKept)
                .large(where + "cold beside greedy, percent of alone", percents(Window.totals(onDisk(greedy)), cold))
                .atLeast(
                        where + "cached at a moderate rate: worst, percent of its speed alone without the hook",
                        percents(cached(beside), moderate),
                        95)
                .atLeast(
                        where + "cold ones beside it: worst, percent of what they get alone without the hook",
                        percents(Window.totals(onDisk(beside)), cold),
                        99)
                .atMost(VALID + where + "repeats without the hook differ by, percent", noise, 1)
                .bars(Validity.of(where, windows.get(off + "cold"), controlled, disk.rate()));
    }

    private static List<Double> cached(List<Window> windows) {
        return each(windows, window -> window.rates().get(window.rates().size() - 1));
    }

    private static List<Window> onDisk(List<Window> windows) {
        return windows.stream()
                .map(each -> new Window(each.rates().subList(0, CACHED), each.moved(), each.seconds()))
                .toList();
    }

    private static List<Double> percents(List<Double> rates, List<Double> alone) {
        double baseline = median(alone);
        return each(rates, rate -> rate / baseline * 100);
    }

    /** Those that need the disk, if they read, and the cached one, if it does. */
    private static List<Streams> start(String load, LoadedDisk disk, int disks) {
        List<Streams> streams = new ArrayList<>();
        if (load.endsWith("cold")) {
            streams.add(disk.reading(0, 1));
            streams.add(disk.reading(1, 4));
        }
        if (!load.equals("cold")) {
            double rate = load.startsWith("moderate") ? MODERATE / disks : Double.POSITIVE_INFINITY;
            streams.add(disk.readingCached(CACHED, rate));
        }
        return streams;
    }

    private static void play(
            Stage stage, SlowDiskCluster cluster, boolean on, List<String> loads, Map<String, List<Window>> windows)
            throws IOException {
        cluster.hook(on);
        for (String load : loads) {
            // Data left in memory by the last readers would speed up the next ones.
            cluster.forget();
            for (LoadedDisk disk : cluster.disks()) {
                disk.warm(CACHED);
            }
            PaceShares run = new PaceShares(stage, cluster);
            run.watch(disk -> start(load, disk, stage.disks()), List.of(1.0), (disk, number, window) -> {
                String name = "disk " + disk.number() + (on ? " on " : " off ") + load;
                windows.computeIfAbsent(name, none -> new ArrayList<>()).add(window);
                stage.say("%-32s %s", name, window.text());
            });
        }
    }
}
