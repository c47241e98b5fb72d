package io.hdfsthrottle.bench;

import io.hdfsthrottle.cluster.Streams;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** How soon shares follow a tenant that leaves, one that returns, and a weight that is changed. */
final class PaceReaction implements Scenario {

    private static final int MANY = 0;
    private static final int TWO = 1;
    private static final int ONE = 2;
    private static final List<Integer> THREADS = List.of(8, 2, 1);
    private static final int RAISED = 4;

    private static final int SETTLING_SECONDS = 4;
    private static final int AWAY_SECONDS = 5;
    private static final double MOST_MILLIS = 300;
    private static final double LEAST_TOTAL_PERCENT = 90;

    @Override
    public String name() {
        return "pace-reaction";
    }

    @Override
    public String shows() {
        return "what a tenant leaves is used at once, and it has its share back as soon";
    }

    /** One repeat: times in milliseconds, infinite for what did not happen while it was watched. */
    record Repeat(double reuse, double comeback, double change, double lowered, double leanestPercent, double total) {}

    private record Played(List<Repeat> repeats, Timeline timeline) {}

    @Override
    public Outcome play(Stage stage) throws Exception {
        SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, THREADS.size());
        stage.say("weights 1:1:1 with 8:2:1 threads; milliseconds until 95 %% of the new share (200 ms average)");
        double rate = stage.diskRate() * (double) (1 << 20);
        Played off = playAll(stage, cluster, false, rate);
        double usual =
                Statistics.median(off.repeats().stream().map(Repeat::total).toList());
        Played on = playAll(stage, cluster, true, usual);

        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", stage.diskRate());
        figures.put("hookErrors", cluster.hookErrors());
        figures.put("charge", cluster.charge());
        figures.put("uncontrolled", members(off.repeats()));
        figures.put("controlled", members(on.repeats()));
        Bar full = Bar.atLeast("valid run: uncontrolled total, percent of the disk's rate", usual / rate * 100, 95);
        if (!full.holds()) {
            stage.say("INVALID: something else kept the disk from its rate");
        }
        List<Bar> bars = List.of(
                Bar.atMost("reuse: worst, ms", worst(on, Repeat::reuse), MOST_MILLIS),
                Bar.atMost("return: worst, ms", worst(on, Repeat::comeback), MOST_MILLIS),
                Bar.atMost("weight change 1 to 4: worst, ms", worst(on, Repeat::change), MOST_MILLIS),
                Bar.atLeast(
                        "leanest second after a return, percent of the uncontrolled total",
                        Statistics.smallest(all(on.repeats(), Repeat::leanestPercent)),
                        LEAST_TOTAL_PERCENT),
                full);
        return new Outcome(
                figures,
                bars,
                List.of(
                        ReactionChart.of("hook off", off.timeline()),
                        ReactionChart.of(
                                "hook on: 8 streams leave, return, then the single thread's weight 1 to 4",
                                on.timeline())));
    }

    private static Played playAll(Stage stage, SlowDiskCluster cluster, boolean on, double usual) throws Exception {
        cluster.hook(on);
        List<Repeat> repeats = new ArrayList<>();
        Timeline timeline = null;
        for (int i = 0; i < stage.repeats(); i++) {
            for (int tenant = 0; tenant < THREADS.size(); tenant++) {
                cluster.weigh(tenant, 1);
            }
            try (Recorder recorder = Recorder.of(THREADS.size())) {
                Repeat repeat = playOnce(cluster, recorder, on ? usual : Double.NaN);
                recorder.check();
                repeats.add(repeat);
                timeline = recorder.timeline();
                stage.say(
                        "%-4s reuse %5.0f  return %5.0f  change %5.0f (others lowered %5.0f)  leanest second %5.1f %%  total %.1f MB/s",
                        on ? "on" : "off",
                        repeat.reuse(),
                        repeat.comeback(),
                        repeat.change(),
                        repeat.lowered(),
                        repeat.leanestPercent(),
                        repeat.total() / PaceShares.MEGA);
            }
        }
        return new Played(repeats, timeline);
    }

    private static Repeat playOnce(SlowDiskCluster cluster, Recorder recorder, double known) throws Exception {
        cluster.forget();
        Streams many = cluster.reading(MANY, THREADS.get(MANY));
        recorder.add(MANY, many);
        recorder.add(TWO, cluster.reading(TWO, THREADS.get(TWO)));
        recorder.add(ONE, cluster.reading(ONE, THREADS.get(ONE)));
        TimeUnit.SECONDS.sleep(SETTLING_SECONDS);

        double leaving = recorder.now();
        many.close();
        TimeUnit.SECONDS.sleep(AWAY_SECONDS);
        double returning = recorder.now();
        recorder.add(MANY, cluster.reading(MANY, THREADS.get(MANY)));
        TimeUnit.SECONDS.sleep(AWAY_SECONDS);
        double changing = recorder.now();
        cluster.weigh(ONE, RAISED);
        TimeUnit.SECONDS.sleep(SETTLING_SECONDS);

        Timeline line = recorder.timeline();
        double end = recorder.now();
        double steady = line.total(leaving - 3, leaving);
        double total = Double.isNaN(known) ? steady : known;
        double equal = total / THREADS.size();
        double raised = total * RAISED / (RAISED + 2);
        double lowered = total / (RAISED + 2);
        return new Repeat(
                Math.max(
                        millis(line.reached(TWO, total / 2, leaving, returning - 1)),
                        millis(line.reached(ONE, total / 2, leaving, returning - 1))),
                millis(line.reached(MANY, equal, returning, changing - 1)),
                millis(line.reached(ONE, raised, changing, end - 1)),
                Math.max(
                        millis(line.lowered(MANY, lowered, changing, end - 1)),
                        millis(line.lowered(TWO, lowered, changing, end - 1))),
                line.leanestSecond(returning, changing) / total * 100,
                steady);
    }

    private static double millis(OptionalDouble seconds) {
        return seconds.isPresent() ? seconds.getAsDouble() * 1000 : Double.POSITIVE_INFINITY;
    }

    private static double worst(Played played, Function<Repeat, Double> figure) {
        return Statistics.largest(all(played.repeats(), figure));
    }

    private static List<Double> all(List<Repeat> repeats, Function<Repeat, Double> figure) {
        return repeats.stream().map(figure).toList();
    }

    private static Map<String, Object> members(List<Repeat> repeats) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("reuseMillis", Statistics.smallIsGood(all(repeats, Repeat::reuse)));
        members.put("returnMillis", Statistics.smallIsGood(all(repeats, Repeat::comeback)));
        members.put("changeMillis", Statistics.smallIsGood(all(repeats, Repeat::change)));
        members.put("othersLoweredMillis", Statistics.smallIsGood(all(repeats, Repeat::lowered)));
        members.put("leanestSecondPercent", Statistics.largeIsGood(all(repeats, Repeat::leanestPercent)));
        members.put("totalMBps", Statistics.largeIsGood(all(repeats, repeat -> repeat.total() / PaceShares.MEGA)));
        return members;
    }
}
