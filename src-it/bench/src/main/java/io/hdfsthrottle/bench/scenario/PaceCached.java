package io.hdfsthrottle.bench;

import io.hdfsthrottle.cluster.Rates;
import io.hdfsthrottle.cluster.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A tenant whose file is in the page cache beside two that need the disk: it needs none of it, and must not pay for it. */
final class PaceCached implements Scenario {

    private static final int CACHED = 2;
    private static final List<Integer> COLD_THREADS = List.of(1, 4);
    private static final Duration SETTLING = Duration.ofSeconds(3);

    /** What leaves the processors to the others: without such a rate it is them that are shared, hook or not. */
    private static final double MODERATE = 400e6;

    @Override
    public String name() {
        return "pace-cached";
    }

    @Override
    public String shows() {
        return "who reads from the page cache runs as if alone, and costs those who need the disk nothing";
    }

    /** Bytes per second of everybody, in each window. */
    private record Runs(List<List<Double>> windows) {

        List<Double> totals() {
            return windows.stream().map(ShareCase::total).toList();
        }

        List<Double> cached() {
            return windows.stream().map(rates -> rates.get(rates.size() - 1)).toList();
        }

        List<Double> cold() {
            return windows.stream()
                    .map(rates -> ShareCase.total(rates.subList(0, COLD_THREADS.size())))
                    .toList();
        }
    }

    /** The cold ones alone; the cached one alone and beside them, at a moderate rate and at all that it can get. */
    private record Played(Runs cold, Runs moderate, Runs moderateBeside, Runs greedy, Runs greedyBeside) {

        double keptPercent(Runs alone, Runs beside) {
            return Statistics.smallest(beside.cached()) / Statistics.median(alone.cached()) * 100;
        }

        double leftPercent(Runs beside) {
            return Statistics.smallest(beside.cold()) / Statistics.median(cold.totals()) * 100;
        }

        List<Double> percents() {
            return List.of(
                    keptPercent(moderate, moderateBeside),
                    leftPercent(moderateBeside),
                    keptPercent(greedy, greedyBeside),
                    leftPercent(greedyBeside));
        }

        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("coldAloneMBps", Statistics.largeIsGood(megabytes(cold.totals())));
            members.put("moderate", members(moderate, moderateBeside));
            members.put("greedy", members(greedy, greedyBeside));
            return members;
        }

        private Map<String, Object> members(Runs alone, Runs beside) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("aloneMBps", Statistics.largeIsGood(megabytes(alone.cached())));
            members.put("besideMBps", Statistics.largeIsGood(megabytes(beside.cached())));
            members.put("coldMBps", Statistics.largeIsGood(megabytes(beside.cold())));
            members.put("keptPercent", Statistics.rounded(keptPercent(alone, beside)));
            members.put("leftToTheColdPercent", Statistics.rounded(leftPercent(beside)));
            return members;
        }

        private static List<Double> megabytes(List<Double> rates) {
            return rates.stream().map(rate -> rate / PaceShares.MEGA).toList();
        }
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, CACHED + 1)) {
            cluster.cache(CACHED);
            Played off = playAll(stage, cluster, false);
            Played on = playAll(stage, cluster, true);
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("diskMiBps", stage.diskRate());
            figures.put("hookErrors", cluster.hookErrors());
            figures.put("uncontrolled", off.members());
            figures.put("controlled", on.members());
            List<Bar> bars = List.of(
                    Bar.atLeast(
                            "cached at a moderate rate: percent of its speed alone",
                            on.keptPercent(on.moderate(), on.moderateBeside()),
                            95),
                    Bar.atLeast(
                            "cold ones beside it: percent of what they get alone",
                            on.leftPercent(on.moderateBeside()),
                            99));
            return new Outcome(
                    figures,
                    bars,
                    List.of(CachedChart.of(
                            List.of("cached, moderate", "cold beside it", "cached, greedy", "cold beside it, too"),
                            off.percents(),
                            on.percents())));
        }
    }

    private static Played playAll(Stage stage, SlowDiskCluster cluster, boolean on) throws Exception {
        cluster.hook(on);
        for (int tenant = 0; tenant <= CACHED; tenant++) {
            cluster.weigh(tenant, 1);
        }
        List<Supplier<Streams>> cold = new ArrayList<>();
        for (int i = 0; i < COLD_THREADS.size(); i++) {
            int tenant = i;
            cold.add(() -> cluster.reading(tenant, COLD_THREADS.get(tenant)));
        }
        Supplier<Streams> moderate = () -> cluster.readingCached(CACHED, MODERATE);
        Supplier<Streams> greedy = () -> cluster.readingCached(CACHED, Double.POSITIVE_INFINITY);
        Played played = new Played(
                run(stage, cold),
                run(stage, List.of(moderate)),
                run(stage, with(cold, moderate)),
                run(stage, List.of(greedy)),
                run(stage, with(cold, greedy)));
        stage.say("%-4s %s", on ? "on" : "off", played.members());
        return played;
    }

    private static List<Supplier<Streams>> with(List<Supplier<Streams>> some, Supplier<Streams> another) {
        List<Supplier<Streams>> all = new ArrayList<>(some);
        all.add(another);
        return all;
    }

    private static Runs run(Stage stage, List<Supplier<Streams>> tenants) {
        List<Streams> streams = tenants.stream().map(Supplier::get).toList();
        try {
            Rates.over(SETTLING, streams);
            List<List<Double>> windows = new ArrayList<>();
            for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                windows.add(Rates.over(stage.window(), streams));
            }
            for (Streams stream : streams) {
                if (!stream.errors().isEmpty()) {
                    throw new IllegalStateException(
                            "a reader failed", stream.errors().get(0));
                }
            }
            return new Runs(windows);
        } finally {
            streams.forEach(Streams::close);
        }
    }
}
