package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.total;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.NATIVE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.RATE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.Recorder;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.Part;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Scenario of shares within one tenant: two applications limited to 30 and 10 MB/s a task, then the other way round by
 * REST; two pools of an application, 3:1 and then 1:1; two applications with one thread and eight. All on one disk;
 * each beside the same without the hook.
 */
public final class TaskRates {

    private static final double FAST = 30e6;
    private static final double SLOW = 10e6;
    private static final int FILES = 4;
    private static final int FILE_BYTES = 512 << 20;
    private static final int TENANT = 0;
    private static final int SETTLING_SECONDS = 4;
    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
                    "task-rates",
                    "limits of tasks, weights of pools and equal applications hold within one tenant",
                    TaskRates::play,
                    RATE,
                    READAHEAD,
                    NATIVE)
            .of(cases().stream().map(Case::name).toList());

    private TaskRates() {}

    /**
     * A reader with its own file in one case.
     *
     * @param application that it works for
     * @param terms on which the application registers
     * @param part of the application that it names
     * @param threads with which it reads
     */
    private record Reader(String application, PartTerms terms, Optional<Part> part, int threads) {

        static Reader whole(String application, int threads) {
            return new Reader(application, PartTerms.NONE, Optional.empty(), threads);
        }

        static Reader task(String application, double limit, int number) {
            PartTerms terms = PartTerms.of(Level.TASK, Rate.ZERO, Rate.ofBytesPerSecond((long) limit));
            return new Reader(application, terms, Optional.of(Part.NONE.task(number)), 1);
        }

        static Reader pool(String pool, int threads) {
            PartTerms terms = PartTerms.NONE.weighing(Map.of("etl", 3));
            return new Reader("pooled", terms, Optional.of(Part.of("1", pool)), threads);
        }

        /** Its name in charts and figures. */
        String label() {
            return application
                    + part.map(named -> named.task().isEmpty() ? " " + named.pool() : " task " + named.task())
                            .orElse("")
                    + (threads == 1 ? " (1 thread)" : " (" + threads + " threads)");
        }
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

        List<String> labels() {
            return readers.stream().map(Reader::label).toList();
        }
    }

    /**
     * One repeat: the worst reader's deviation from its due, in per cent, before and after the change; the disk's work;
     * and the rates before the change.
     */
    private record Repeat(
            double offPercent, double offPercentAfter, double coldPercent, List<Double> rates, Timeline timeline) {}

    private static List<Case> cases() {
        return List.of(
                new Case(
                        "limits",
                        List.of(
                                Reader.task("fast-first", FAST, 0),
                                Reader.task("fast-first", FAST, 1),
                                Reader.task("slow-first", SLOW, 0),
                                Reader.task("slow-first", SLOW, 1)),
                        List.of(FAST, FAST, SLOW, SLOW),
                        Map.of("fast-first", Map.of("limit", (long) SLOW), "slow-first", Map.of("limit", (long) FAST)),
                        List.of(SLOW, SLOW, FAST, FAST),
                        3),
                new Case(
                        "pools",
                        List.of(Reader.pool("etl", 1), Reader.pool("adhoc", 4)),
                        List.of(0.75, 0.25),
                        Map.of("pooled", Map.of()),
                        List.of(0.5, 0.5),
                        3),
                new Case(
                        "applications",
                        List.of(Reader.whole("one-thread", 1), Reader.whole("eight-threads", 8)),
                        List.of(0.5, 0.5),
                        Map.of(),
                        List.of(0.5, 0.5),
                        2));
    }

    private static Outcome play(Stage stage) throws Exception {
        SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, FILES, FILE_BYTES);
        Outcome outcome = new Outcome();
        for (boolean on : new boolean[] {false, true}) {
            cluster.hook(on);
            String under = on ? ", hook on" : ", hook off";
            List<Figures> figures = new ArrayList<>();
            for (Case each : cases()) {
                if (stage.plays(each.name())) {
                    List<Repeat> repeats = play(stage, cluster, each, on);
                    figures.add(figures(each, repeats));
                    Timeline last = repeats.get(repeats.size() - 1).timeline();
                    outcome.chart(last.chart(each.name() + under, each.labels(), false));
                    if (on) {
                        List<Double> errors = new ArrayList<>(each(repeats, Repeat::offPercent));
                        errors.addAll(each(repeats, Repeat::offPercentAfter));
                        outcome.atMost(
                                each.name() + ": furthest from what it is due, percent", errors, each.mostPercent());
                    }
                    String where = each.name() + under + ": ";
                    outcome.bars(List.of(Validity.fromDisk(where, each(repeats, Repeat::coldPercent))));
                }
            }
            outcome.figure(on ? "controlled" : "uncontrolled", figures);
        }
        return outcome.figure("diskMiBps", stage.diskRate())
                .figure("charge", cluster.charge())
                .figure("hookErrors", cluster.hookErrors())
                .atMost("errors that the hook caught", (double) cluster.hookErrors(), 0);
    }

    private static Figures figures(Case measured, List<Repeat> repeats) {
        Figures rates = new Figures();
        for (int i = 0; i < measured.readers().size(); i++) {
            int reader = i;
            List<Double> own = each(repeats, repeat -> repeat.rates().get(reader));
            rates.megabytes(measured.labels().get(i), own);
        }
        return new Figures()
                .put("case", measured.name())
                .small("offPercent", each(repeats, Repeat::offPercent))
                .small("offPercentAfterTheChange", each(repeats, Repeat::offPercentAfter))
                .put("beforeTheChangeMBps", rates);
    }

    private static List<Repeat> play(Stage stage, SlowDiskCluster cluster, Case measured, boolean on) throws Exception {
        List<Repeat> repeats = new ArrayList<>();
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            cluster.forget();
            List<Hdfs> clients = new ArrayList<>();
            String round = (on ? "-on-" : "-off-") + repeat;
            try (Recorder recorder = Recorder.of(measured.readers().size())) {
                for (Reader reader : measured.readers()) {
                    clients.add(cluster.client(reader.application() + round, TENANT, reader.terms(), reader.part()));
                }
                repeats.add(measure(stage, cluster, measured, clients, recorder, round));
                recorder.check();
            } finally {
                for (Hdfs client : clients) {
                    client.close();
                }
            }
            Figures found = figures(measured, repeats.subList(repeat, repeat + 1));
            stage.say("%-4s %s", on ? "on" : "off", found.members());
        }
        return repeats;
    }

    private static Repeat measure(
            Stage stage, SlowDiskCluster cluster, Case measured, List<Hdfs> clients, Recorder recorder, String round)
            throws Exception {
        LoadedDisk disk = cluster.disk();
        long moved = disk.bytesMoved();
        for (int i = 0; i < clients.size(); i++) {
            int threads = measured.readers().get(i).threads();
            recorder.add(i, disk.reading(i, clients.get(i), threads));
        }
        List<Double> before = settled(stage, recorder, clients.size());
        for (Map.Entry<String, Map<String, ?>> change : measured.change().entrySet()) {
            cluster.rates(change.getKey() + round, change.getValue());
        }
        List<Double> after = settled(stage, recorder, clients.size());
        Timeline timeline = recorder.timeline();
        return new Repeat(
                offPercent(before, measured.due()),
                offPercent(after, measured.dueAfter()),
                (disk.bytesMoved() - moved) / timeline.bytes() * 100,
                before,
                timeline);
    }

    private static List<Double> settled(Stage stage, Recorder recorder, int readers) throws InterruptedException {
        TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
        double from = recorder.now();
        TimeUnit.MILLISECONDS.sleep(stage.window().toMillis());
        double to = recorder.now();
        Timeline timeline = recorder.timeline();
        return IntStream.range(0, readers)
                .mapToObj(reader -> timeline.rate(reader, from, to))
                .toList();
    }

    private static double offPercent(List<Double> rates, List<Double> due) {
        double unit = due.get(0) > 1 ? 1 : total(rates);
        return IntStream.range(0, rates.size())
                .mapToDouble(i -> Math.abs(rates.get(i) / (due.get(i) * unit) - 1) * 100)
                .max()
                .orElseThrow();
    }
}
