package io.hdfsthrottle.bench.scenario.part;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.Recorder;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario of shares within one tenant: two applications limited to 30 and 10 MB/s a task, then the other way round by
 * REST; two pools of an application, 3:1 and then 1:1; two applications with one thread and eight. All on one disk;
 * each beside the same without the hook.
 */
public final class TaskRates implements Scenario {

    private static final long FAST = 30_000_000;
    private static final long SLOW = 10_000_000;
    private static final int TASKS = 2;
    private static final int FILES = 2 * TASKS;
    private static final int FILE_BYTES = 512 << 20;
    private static final int TENANT = 0;
    private static final int SETTLING_SECONDS = 4;
    private static final double MOST_OFF_PERCENT = 3;
    private static final double MOST_UNEQUAL_PERCENT = 2;
    private static final double LEAST_COLD_PERCENT = 97;

    @Override
    public String name() {
        return "task-rates";
    }

    @Override
    public String shows() {
        return "limits of tasks, weights of pools and equal applications hold within one tenant";
    }

    @Override
    public List<String> cases() {
        return List.of("limits", "pools", "applications");
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.RATE, Choice.READAHEAD, Choice.NATIVE);
    }

    /**
     * A case: readers, and a change by REST after which they have other dues.
     *
     * @param due rates in bytes a second, or parts of the total, reader by reader
     * @param dueAfter the same after the change
     */
    private record Case(
            String name,
            List<Reader> readers,
            List<Double> due,
            Map<String, Map<String, ?>> change,
            List<Double> dueAfter,
            double mostPercent) {

        boolean isOfRates() {
            return due.get(0) > 1_000;
        }
    }

    /**
     * One repeat: the worst reader's deviation from its due, in per cent, before and after the change; and the disk's
     * work.
     */
    private record Repeat(double offPercent, double offPercentAfter, double coldPercent, List<Double> rates) {}

    private record Played(List<Repeat> repeats, Timeline timeline) {
        double worst() {
            return Math.max(
                    Statistics.largest(repeats.stream().map(Repeat::offPercent).toList()),
                    Statistics.largest(
                            repeats.stream().map(Repeat::offPercentAfter).toList()));
        }

        Map<String, Object> members(Case measured) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("case", measured.name());
            members.put(
                    "offPercent",
                    Statistics.smallIsGood(
                            repeats.stream().map(Repeat::offPercent).toList()));
            members.put(
                    "offPercentAfterTheChange",
                    Statistics.smallIsGood(
                            repeats.stream().map(Repeat::offPercentAfter).toList()));
            Map<String, Object> rates = new LinkedHashMap<>();
            for (int i = 0; i < measured.readers().size(); i++) {
                int reader = i;
                rates.put(
                        measured.readers().get(i).label(),
                        Statistics.megabytes(repeats.stream()
                                .map(repeat -> repeat.rates().get(reader))
                                .toList()));
            }
            members.put("beforeTheChangeMBps", rates);
            return members;
        }
    }

    private static List<Case> all() {
        PartTerms fast = PartTerms.of(Level.TASK, Rate.ZERO, Rate.ofBytesPerSecond(FAST));
        PartTerms slow = PartTerms.of(Level.TASK, Rate.ZERO, Rate.ofBytesPerSecond(SLOW));
        PartTerms weighted = PartTerms.NONE.weighing(Map.of("etl", 3));
        List<Reader> tasks = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            tasks.add(Reader.task("fast-first", fast, i));
        }
        for (int i = 0; i < TASKS; i++) {
            tasks.add(Reader.task("slow-first", slow, i));
        }
        return List.of(
                new Case(
                        "limits",
                        tasks,
                        List.of((double) FAST, (double) FAST, (double) SLOW, (double) SLOW),
                        Map.of("fast-first", Map.of("limit", SLOW), "slow-first", Map.of("limit", FAST)),
                        List.of((double) SLOW, (double) SLOW, (double) FAST, (double) FAST),
                        MOST_OFF_PERCENT),
                new Case(
                        "pools",
                        List.of(Reader.pool("pooled", weighted, "etl", 1), Reader.pool("pooled", weighted, "adhoc", 4)),
                        List.of(0.75, 0.25),
                        Map.of("pooled", Map.of()),
                        List.of(0.5, 0.5),
                        MOST_OFF_PERCENT),
                new Case(
                        "applications",
                        List.of(Reader.whole("one-thread", 1), Reader.whole("eight-threads", 8)),
                        List.of(0.5, 0.5),
                        Map.of(),
                        List.of(0.5, 0.5),
                        MOST_UNEQUAL_PERCENT));
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, FILES, FILE_BYTES);
        Map<String, Object> figures = new LinkedHashMap<>();
        List<Bar> bars = new ArrayList<>();
        List<Chart<?, ?>> charts = new ArrayList<>();
        for (boolean on : new boolean[] {false, true}) {
            cluster.hook(on);
            List<Object> members = new ArrayList<>();
            for (Case measured : all()) {
                if (!stage.plays(measured.name())) {
                    continue;
                }
                Played played = play(stage, cluster, measured, on);
                members.add(played.members(measured));
                charts.add(chart(measured, on, played.timeline()));
                if (on) {
                    bars.add(Bar.atMost(
                            measured.name() + ": furthest from what it is due, percent",
                            played.worst(),
                            measured.mostPercent()));
                }
                bars.add(Bar.atLeast(
                        Validity.VALID + measured.name() + (on ? ", hook on" : ", hook off")
                                + ": moved by the disk, percent of what clients moved",
                        Statistics.smallest(played.repeats().stream()
                                .map(Repeat::coldPercent)
                                .toList()),
                        LEAST_COLD_PERCENT));
            }
            figures.put(on ? "controlled" : "uncontrolled", members);
        }
        figures.put("diskMiBps", stage.diskRate());
        figures.put("charge", cluster.charge());
        figures.put("hookErrors", cluster.hookErrors());
        bars.add(Bar.atMost("errors that the hook caught", (double) cluster.hookErrors(), 0));
        return new Outcome(figures, bars, charts);
    }

    private static Played play(Stage stage, SlowDiskCluster cluster, Case measured, boolean on) throws Exception {
        List<Repeat> repeats = new ArrayList<>();
        Timeline timeline = null;
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            cluster.forget();
            List<Hdfs> clients = new ArrayList<>();
            Recorder recorder = Recorder.of(measured.readers().size());
            String round = (on ? "-on-" : "-off-") + repeat;
            try {
                for (Reader reader : measured.readers()) {
                    clients.add(cluster.client(reader.application() + round, TENANT, reader.terms(), reader.part()));
                }
                repeats.add(measure(stage, cluster, measured, clients, recorder, round));
                recorder.check();
                timeline = recorder.timeline();
            } finally {
                recorder.close();
                for (Hdfs client : clients) {
                    client.close();
                }
            }
            stage.say(
                    "%-4s %-12s off by %5.1f %%, after the change by %5.1f %%",
                    on ? "on" : "off",
                    measured.name(),
                    repeats.get(repeat).offPercent(),
                    repeats.get(repeat).offPercentAfter());
        }
        return new Played(repeats, timeline);
    }

    private static Repeat measure(
            Stage stage, SlowDiskCluster cluster, Case measured, List<Hdfs> clients, Recorder recorder, String round)
            throws Exception {
        LoadedDisk disk = cluster.disk();
        long moved = disk.bytesMoved();
        for (int i = 0; i < clients.size(); i++) {
            recorder.add(
                    i, disk.reading(i, clients.get(i), measured.readers().get(i).threads()));
        }
        List<Double> before = settled(stage, recorder, clients.size());
        for (Map.Entry<String, Map<String, ?>> change : measured.change().entrySet()) {
            cluster.rates(change.getKey() + round, change.getValue());
        }
        List<Double> after = settled(stage, recorder, clients.size());
        double cold = (disk.bytesMoved() - moved) / recorder.timeline().bytes() * 100;
        return new Repeat(
                offPercent(measured, before, measured.due()),
                offPercent(measured, after, measured.dueAfter()),
                cold,
                before);
    }

    private static List<Double> settled(Stage stage, Recorder recorder, int readers) throws InterruptedException {
        TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
        double from = recorder.now();
        TimeUnit.MILLISECONDS.sleep(stage.window().toMillis());
        double to = recorder.now();
        Timeline timeline = recorder.timeline();
        List<Double> rates = new ArrayList<>();
        for (int reader = 0; reader < readers; reader++) {
            rates.add(timeline.rate(reader, from, Math.min(to, recorder.now())));
        }
        return rates;
    }

    private static double offPercent(Case measured, List<Double> rates, List<Double> due) {
        double all = rates.stream().mapToDouble(Double::doubleValue).sum();
        double worst = 0;
        for (int i = 0; i < rates.size(); i++) {
            double expected = measured.isOfRates() ? due.get(i) : due.get(i) * all;
            worst = Math.max(worst, Math.abs(rates.get(i) / expected - 1) * 100);
        }
        return worst;
    }

    private static Chart<?, ?> chart(Case measured, boolean on, Timeline timeline) {
        Map<String, Charts.Line> lines = new LinkedHashMap<>();
        for (int reader = 0; reader < measured.readers().size(); reader++) {
            lines.put(measured.readers().get(reader).label(), timeline.line(reader));
        }
        return Charts.lines(
                measured.name() + (on ? ", hook on" : ", hook off"), "seconds", "MB/s, 200 ms average", lines);
    }
}
