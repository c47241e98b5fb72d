package io.hdfsthrottle.bench;

import static io.hdfsthrottle.bench.ShareCase.backlogged;

import io.hdfsthrottle.bench.ShareCase.Contender;
import io.hdfsthrottle.cluster.Rates;
import io.hdfsthrottle.cluster.Streams;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** Tenants that read cold files from one disk of which nobody was told how fast it is. */
final class PaceShares implements Scenario {

    static final double MEGA = 1e6;

    private static final Duration SETTLING = Duration.ofSeconds(4);
    private static final Rate SLOW = Rate.ofBytesPerSecond(5_000_000);
    private static final double MOST_ERROR_PERCENT = 1;
    private static final double LEAST_TOTAL_PERCENT = 99;

    private static final List<ShareCase> CASES = List.of(
            backlogged("4:8:8 with 8:2:1", List.of(4, 8, 8), List.of(8, 2, 1)),
            backlogged("1:1:1 with 1:2:8", List.of(1, 1, 1), List.of(1, 2, 8)),
            backlogged("1:8 with 1:1", List.of(1, 8), List.of(1, 1)),
            backlogged("3:7:2:11:5 with 1:32:5:3:13", List.of(3, 7, 2, 11, 5), List.of(1, 32, 5, 3, 13)),
            new ShareCase(
                    "slow beside two",
                    List.of(
                            new Contender(1, 1, SLOW),
                            new Contender(1, 1, Rate.UNLIMITED),
                            new Contender(1, 8, Rate.UNLIMITED))));

    @Override
    public String name() {
        return "pace-shares";
    }

    @Override
    public String shows() {
        return "every tenant gets what its weight earns, whatever its threads, and the disk gives all it can";
    }

    @Override
    public List<String> cases() {
        return CASES.stream().map(ShareCase::name).toList();
    }

    /** What everybody got in one window, and what the disk gave, in bytes per second. */
    record Window(List<Double> rates, double fromDisk) {

        double total() {
            return ShareCase.total(rates);
        }
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        List<ShareCase> cases =
                CASES.stream().filter(each -> stage.plays(each.name())).toList();
        int tenants =
                cases.stream().mapToInt(each -> each.contenders().size()).max().orElseThrow();
        SlowDiskCluster cluster = SlowDiskCluster.start(stage, tenants);
        List<List<Window>> uncontrolled = measureAll(stage, cluster, cases, false);
        List<List<Window>> controlled = measureAll(stage, cluster, cases, true);

        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", stage.diskRate());
        figures.put("hookErrors", cluster.hookErrors());
        List<Bar> bars = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            ShareCase each = cases.get(i);
            ShareFindings found = new ShareFindings(each, uncontrolled.get(i), controlled.get(i));
            figures.put(each.name(), found.members());
            bars.add(Bar.atMost(
                    each.name() + ": worst tenant's error, percent",
                    Statistics.largest(found.errors(controlled.get(i))),
                    MOST_ERROR_PERCENT));
            bars.add(Bar.atLeast(
                    each.name() + ": total, percent of uncontrolled", found.leastTotalPercent(), LEAST_TOTAL_PERCENT));
        }
        bars.addAll(validity(stage, uncontrolled, controlled));
        return new Outcome(figures, bars, List.of(ShareCharts.of(cases, uncontrolled, controlled)));
    }

    private static List<List<Window>> measureAll(
            Stage stage, SlowDiskCluster cluster, List<ShareCase> cases, boolean on) throws Exception {
        cluster.hook(on);
        List<List<Window>> all = new ArrayList<>();
        for (ShareCase each : cases) {
            List<Window> windows = measure(stage, cluster, each);
            all.add(windows);
            windows.forEach(window -> stage.say("%s", line(each, window, on)));
        }
        return all;
    }

    private static List<Window> measure(Stage stage, SlowDiskCluster cluster, ShareCase each) throws Exception {
        for (int i = 0; i < each.contenders().size(); i++) {
            cluster.weigh(i, each.contenders().get(i).weight());
        }
        List<Streams> streams = IntStream.range(0, each.contenders().size())
                .mapToObj(i -> start(cluster, i, each.contenders().get(i)))
                .toList();
        try {
            Rates.over(SETTLING, streams);
            List<Window> windows = new ArrayList<>();
            for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                long before = cluster.bytesFromDisk();
                long from = System.nanoTime();
                List<Double> rates = Rates.over(stage.window(), streams);
                double seconds = (System.nanoTime() - from) / 1e9;
                windows.add(new Window(rates, (cluster.bytesFromDisk() - before) / seconds));
            }
            for (Streams stream : streams) {
                if (!stream.errors().isEmpty()) {
                    throw new IllegalStateException(
                            "a reader failed", stream.errors().get(0));
                }
            }
            return windows;
        } finally {
            streams.forEach(Streams::close);
        }
    }

    private static Streams start(SlowDiskCluster cluster, int tenant, Contender contender) {
        return contender.isSlow()
                ? cluster.readingSlowly(tenant, (double) contender.wanted().bytesPerSecond())
                : cluster.reading(tenant, contender.threads());
    }

    private static String line(ShareCase each, Window window, boolean on) {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%-4s %-28s total %6.1f MB/s, worst error %6.2f %%:",
                on ? "on" : "off",
                each.name(),
                window.total() / MEGA,
                each.worstErrorPercent(window.rates())));
        List<Double> due = each.due(window.total());
        for (int i = 0; i < due.size(); i++) {
            line.append(String.format(
                    Locale.ROOT, "  %.1f (due %.1f)", window.rates().get(i) / MEGA, due.get(i) / MEGA));
        }
        return line.toString();
    }

    /** Figures of readers that were served from memory, or of a disk that others kept from its rate, prove nothing. */
    private static List<Bar> validity(Stage stage, List<List<Window>> uncontrolled, List<List<Window>> controlled) {
        List<Window> all = new ArrayList<>();
        uncontrolled.forEach(all::addAll);
        controlled.forEach(all::addAll);
        double rate = stage.diskRate() * (double) (1 << 20);
        Bar cold = Bar.atLeast(
                "valid run: read from the disk, percent of what was delivered",
                Statistics.smallest(all.stream()
                        .map(window -> window.fromDisk() / window.total() * 100)
                        .toList()),
                97);
        Bar full = Bar.atLeast(
                "valid run: uncontrolled total, percent of the disk's rate",
                Statistics.smallest(uncontrolled.stream()
                        .flatMap(List::stream)
                        .map(window -> window.total() / rate * 100)
                        .toList()),
                95);
        if (!cold.holds() || !full.holds()) {
            stage.say("INVALID: the readers were not cold, or something else kept the disk from its rate");
        }
        return List.of(cold, full);
    }
}
