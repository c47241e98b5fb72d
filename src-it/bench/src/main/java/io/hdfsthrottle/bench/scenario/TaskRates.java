package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.total;
import static io.hdfsthrottle.bench.report.Statistics.worstErrorPercent;

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

/**
 * Scenario of shares within one tenant: two applications limited to 30 and 10 MB/s a task, then the other way round by
 * REST; two pools of an application, 3:1 and then 1:1; two applications with one thread and eight.
 */
public record TaskRates(Stage stage, SlowDiskCluster cluster) {

    private static final double FAST = 30e6;
    private static final double SLOW = 10e6;
    private static final int FILES = 4;
    private static final int FILE_BYTES = 512 << 20;
    private static final int TENANT = 0;
    private static final int SETTLING_SECONDS = 4;
    private static final List<Double> QUARTERS = List.of(0.75, 0.25);
    private static final List<Double> HALVES = List.of(0.5, 0.5);
    private static final Map<String, Map<String, ?>> NO_WEIGHTS = Map.of("pooled", Map.of());
    private static final List<Case> CASES = List.of(
            new Case(
                    "limits",
                    List.of(task("fast", FAST, 0), task("fast", FAST, 1), task("slow", SLOW, 0), task("slow", SLOW, 1)),
                    List.of(FAST, FAST, SLOW, SLOW),
                    Map.of("fast", limit(SLOW), "slow", limit(FAST)),
                    List.of(SLOW, SLOW, FAST, FAST),
                    3),
            new Case("pools", List.of(pool("etl", 1), pool("adhoc", 4)), QUARTERS, NO_WEIGHTS, HALVES, 3),
            new Case("applications", List.of(whole("one", 1), whole("eight", 8)), HALVES, Map.of(), HALVES, 2));

    public static final Scenario SCENARIO = Scenario.onDisk(
                    "task-rates",
                    "limits of tasks, weights of pools and equal applications hold within one tenant",
                    TaskRates::play)
            .of(CASES.stream().map(Case::name).toList());

    /** A reader with its own file: an application, on these terms, and the part of it that the reader names. */
    private record Reader(String application, PartTerms terms, Optional<Part> part, int threads) {

        @Override
        public String toString() {
            return application + part.map(Part::toString).orElse("");
        }
    }

    private static Map<String, ?> limit(double bytesPerSecond) {
        return Map.of("per", "task", "limitBytesPerSecond", (long) bytesPerSecond);
    }

    private static Reader whole(String application, int threads) {
        return new Reader(application, PartTerms.NONE, Optional.empty(), threads);
    }

    private static Reader task(String application, double limit, int number) {
        PartTerms terms = PartTerms.of(Level.TASK, Rate.ZERO, Rate.ofBytesPerSecond((long) limit));
        return new Reader(application, terms, Optional.of(Part.NONE.task(number)), 1);
    }

    private static Reader pool(String pool, int threads) {
        PartTerms terms = PartTerms.NONE.weighing(Map.of("etl", 3));
        return new Reader("pooled", terms, Optional.of(Part.of("1", pool)), threads);
    }

    /** Readers and their dues in bytes a second, or parts of the total; and a change by REST, and dues after it. */
    private record Case(
            String name,
            List<Reader> readers,
            List<Double> due,
            Map<String, Map<String, ?>> change,
            List<Double> dueAfter,
            double mostPercent) {}

    /** The worst reader's deviation from its due before and after the change, the disk's work, and rates. */
    private record Repeat(
            double offPercent,
            double offPercentAfterTheChange,
            double coldPercent,
            List<Double> bytesPerSecond,
            Timeline line) {}

    private static Outcome play(Stage stage) throws Exception {
        SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, FILES, FILE_BYTES, Map.of());
        Outcome outcome = new Outcome();
        for (String hook : List.of("off", "on")) {
            cluster.hook(hook.equals("on"));
            for (Case each : CASES) {
                if (stage.plays(each.name())) {
                    new TaskRates(stage, cluster).play(each, hook, outcome);
                }
            }
        }
        return cluster.conclude(outcome);
    }

    private void play(Case each, String hook, Outcome outcome) throws Exception {
        String name = each.name() + ", hook " + hook;
        List<Repeat> repeats = Runs.of(stage, name, () -> play(each, "-" + System.nanoTime()));
        List<Double> errors = new ArrayList<>(each(repeats, Repeat::offPercent));
        errors.addAll(each(repeats, Repeat::offPercentAfterTheChange));
        if (hook.equals("on")) {
            outcome.atMost(each.name() + ": furthest from what it is due, percent", errors, each.mostPercent());
        }
        List<String> readers = each.readers().stream().map(Reader::toString).toList();
        outcome.chart(repeats.get(0).line().chart(name, readers))
                .figure(name, Figures.of(repeats))
                .bars(List.of(Validity.fromDisk(name + ": ", each(repeats, Repeat::coldPercent))));
    }

    private Repeat play(Case measured, String round) throws Exception {
        cluster.forget();
        LoadedDisk disk = cluster.disk();
        long moved = disk.bytesMoved();
        List<Hdfs> clients = new ArrayList<>();
        try (Recorder recorder = new Recorder(measured.readers().size())) {
            for (Reader reader : measured.readers()) {
                clients.add(cluster.client(reader.application() + round, TENANT, reader.terms(), reader.part()));
            }
            for (int i = 0; i < clients.size(); i++) {
                int threads = measured.readers().get(i).threads();
                recorder.add(i, disk.reading(i, clients.get(i), threads));
            }
            List<Double> before = settled(recorder);
            for (String application : measured.change().keySet()) {
                String path = "/v1/applications/" + application + round;
                cluster.cluster().coordinator().put(path, measured.change().get(application));
            }
            double after = offPercent(settled(recorder), measured.dueAfter());
            Timeline timeline = recorder.timeline();
            double cold = (disk.bytesMoved() - moved) / timeline.bytes() * 100;
            recorder.check();
            return new Repeat(offPercent(before, measured.due()), after, cold, before, timeline);
        } finally {
            for (Hdfs client : clients) {
                client.close();
            }
        }
    }

    private List<Double> settled(Recorder recorder) throws InterruptedException {
        TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
        double from = recorder.now();
        TimeUnit.MILLISECONDS.sleep(stage.window().toMillis());
        return recorder.timeline().rates(from, recorder.now());
    }

    private static double offPercent(List<Double> rates, List<Double> due) {
        double unit = due.get(0) > 1 ? 1 : total(rates);
        return worstErrorPercent(rates, each(due, part -> part * unit));
    }
}
