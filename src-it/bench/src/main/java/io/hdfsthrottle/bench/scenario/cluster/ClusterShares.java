package io.hdfsthrottle.bench.scenario.cluster;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largest;
import static io.hdfsthrottle.bench.report.Statistics.numbered;
import static io.hdfsthrottle.bench.report.Statistics.total;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.RATE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;
import static io.hdfsthrottle.bench.scenario.cluster.ThreeNodes.NODES;

import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.cluster.ClusterCase.Phase;
import io.hdfsthrottle.bench.scenario.cluster.ClusterCase.Reader;
import io.hdfsthrottle.bench.scenario.cluster.ClusterCase.Terms;
import io.hdfsthrottle.bench.scenario.cluster.ThreeNodes.Reading;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Scenario of tenants whose data is unevenly placed on three DataNodes; and of one whose thread moves between them. */
public final class ClusterShares {

    private static final String WANDERING = "wandering";
    private static final Duration STAY = Duration.ofSeconds(4);
    private static final Duration SETTLING = Duration.ofSeconds(5); // from a change to the first window
    static final Duration WARMING_UP = Duration.ofSeconds(30); // a new DataNode compiles while it serves

    public static final Scenario SCENARIO = Scenario.named(
                    "cluster-shares",
                    "every tenant's total over three DataNodes is its share of the cluster, wherever its data lies",
                    ClusterShares::play,
                    RATE,
                    READAHEAD)
            .of(Stream.concat(ClusterCase.all(1).stream().map(ClusterCase::name), Stream.of(WANDERING))
                    .toList())
            .usually(Scenario.RATE_OF_THREE_DISKS, Scenario.REQUESTS);

    private ClusterShares() {}

    /** A tenant's total in a window, and its deviation from its due, in percent of that. */
    record Share(
            String dataOnNodes,
            int priority,
            double errorPercent,
            double dueMBps,
            double totalMBps,
            List<Double> nodesMBps) {}

    /** What all tenants got in one window of a phase, compared with their due of the nodes' throughput. */
    record ClusterWindow(double worstErrorPercent, double totalMBps, Map<String, Share> tenants, List<Window> nodes) {

        static ClusterWindow of(Phase phase, List<Window> nodes) {
            Map<String, Share> tenants = new LinkedHashMap<>();
            List<Double> due = phase.due(Window.totals(nodes));
            for (int tenant : phase.reading()) {
                List<Double> rates = numbered(nodes.size(), node -> megabytes(phase.on(node), nodes.get(node), tenant));
                double fair = due.get(tenant) / MEGA;
                double error = Math.abs(total(rates) / fair - 1) * 100;
                String data = ClusterCase.DATA.get(tenant).title();
                int priority = phase.terms().get(tenant).priority();
                Share share = new Share(data, priority, error, fair, total(rates), rates);
                tenants.put(ThreeNodes.tenant(tenant), share);
            }
            double worst = largest(each(List.copyOf(tenants.values()), Share::errorPercent));
            return new ClusterWindow(worst, total(Window.totals(nodes)) / MEGA, tenants, nodes);
        }

        private static double megabytes(List<Reader> readers, Window window, int tenant) {
            return IntStream.range(0, readers.size())
                    .filter(i -> readers.get(i).tenant() == tenant)
                    .mapToDouble(i -> window.rates().get(i) / MEGA)
                    .sum();
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        ThreeNodes nodes = ThreeNodes.start(stage, 1, Map.of(), ClusterCase.DATA);
        Outcome outcome = new Outcome();
        double rate = stage.bytesPerSecond();
        List<ClusterCase> cases = ClusterCase.all(rate).stream()
                .filter(each -> stage.plays(each.name()))
                .toList();
        Map<String, List<ClusterWindow>> off = new LinkedHashMap<>();
        Map<String, List<ClusterWindow>> on = new LinkedHashMap<>();
        for (boolean hook : new boolean[] {false, true}) {
            stage.say("hook %s", hook ? "on" : "off");
            nodes.hook(hook);
            try (Reading reading = new Reading(nodes)) {
                reading.begin(ClusterCase.all(rate).get(0).phases().get(0), WARMING_UP);
            }
            for (ClusterCase each : cases) {
                Timeline timeline = measure(stage, nodes, each, hook ? on : off);
                if (hook) {
                    finish(outcome, each, timeline);
                }
            }
            if (stage.plays(WANDERING)) {
                wander(stage, nodes, hook, outcome);
            }
        }
        off.forEach((name, windows) -> judge(outcome, name, rate, windows, on.get(name)));
        return outcome.atMost("errors that the hooks caught", nodes.hookErrors(), 0);
    }

    /** Adds windows of each phase; returns each tenant's bytes all the time. */
    private static Timeline measure(
            Stage stage, ThreeNodes nodes, ClusterCase each, Map<String, List<ClusterWindow>> found) throws Exception {
        PageCache.dropAll();
        try (Reading reading = new Reading(nodes)) {
            for (Phase phase : each.phases()) {
                reading.begin(phase, SETTLING);
                String name = each.name() + " " + phase.name();
                found.put(name, Runs.of(stage, name, () -> ClusterWindow.of(phase, reading.windows(stage, phase))));
            }
            reading.recorder().check();
            return reading.recorder().timeline();
        }
    }

    private static void judge(
            Outcome outcome, String name, double rate, List<ClusterWindow> off, List<ClusterWindow> on) {
        double total =
                Window.leastTotalPercent(each(on, ClusterWindow::totalMBps), each(off, ClusterWindow::totalMBps));
        List<Double> errors = each(on, ClusterWindow::worstErrorPercent);
        outcome.figure(name, Map.of("uncontrolled", Figures.of(off), "controlled", Figures.of(on)))
                .atMost(name + ": worst error of a tenant's total, percent", errors, 2)
                .atLeast(name + ": total, percent of uncontrolled", total, 99)
                .bars(Validity.of(name + ": ", ofAllNodes(off), ofAllNodes(on), rate));
    }

    private static List<Window> ofAllNodes(List<ClusterWindow> all) {
        return all.stream().flatMap(window -> window.nodes().stream()).toList();
    }

    /** Adds how a limit was kept, and a chart of the tenants' totals. */
    private static void finish(Outcome outcome, ClusterCase each, Timeline timeline) {
        if (each.limited() >= 0) {
            double limit = each.phases().get(0).terms().get(each.limited()).limit();
            double most = timeline.mostIn(10, each.limited());
            outcome.figure(each.name(), Map.of("limitMBps", limit / MEGA, "mostMBpsInAnyTenSeconds", most / MEGA))
                    .atMost("limit: most in any 10 s, moves included, percent of the limit", most / limit * 100, 102);
        }
        List<String> tenants = numbered(
                ClusterCase.DATA.size(),
                tenant -> ThreeNodes.tenant(tenant) + ", "
                        + ClusterCase.DATA.get(tenant).title());
        outcome.chart(timeline.chart("hook on: " + each.name() + ", totals over all nodes", tenants));
    }

    /** The wandering thread's rate in each stay, as a part of its due where it rests with all its priority. */
    private static void wander(Stage stage, ThreeNodes nodes, boolean on, Outcome outcome) throws IOException {
        List<Reader> all = new ArrayList<>(List.of(Reader.greedy(ClusterCase.LAST, 0, 1)));
        for (int node = 0; node < NODES; node++) {
            all.add(Reader.greedy(0, node, 1));
            all.add(Reader.greedy(ClusterCase.SPREAD, node, 2));
        }
        // The wandering tenant is due half of a node.
        List<Terms> terms = Stream.of(3, 2, 1, 1).map(Terms::of).toList();
        Phase rests = new Phase(WANDERING, terms, all);
        try (Reading reading = new Reading(nodes)) {
            reading.begin(rests, SETTLING);
            ClusterWindow window = ClusterWindow.of(rests, reading.windows(stage, rests));
            Share resting = window.tenants().get(ThreeNodes.tenant(ClusterCase.LAST));
            reading.begin(new Phase(WANDERING, terms, all.subList(1, all.size())), Duration.ZERO);
            List<Double> stays = stays(stage, nodes);
            reading.recorder().check();
            double percent = total(stays) / stays.size() / MEGA / resting.dueMBps() * 100;
            Figures found = new Figures()
                    .put("dueMBps", resting.dueMBps())
                    .put("restingMBps", resting.totalMBps())
                    .put("totalWhileRestingMBps", window.totalMBps())
                    .put("meanPercentOfDue", percent)
                    .megabytes("stayMBps", stays);
            String name = on ? "wandering, controlled" : "wandering, uncontrolled";
            outcome.figure(name, found);
            stage.say("%s %s", name, found);
            if (on) {
                String mean = "wandering: mean of all stays, percent of its due with all its priority where it reads";
                outcome.atLeast(mean, percent, 90);
            }
        }
    }

    /** Rates in whole rounds over all nodes, each from opening the file; the stay before the first does not count. */
    private static List<Double> stays(Stage stage, ThreeNodes nodes) {
        long rounds = Math.max(2, stage.window().toMillis() * stage.repeats() / STAY.toMillis() / NODES);
        List<Double> stays = new ArrayList<>();
        for (int i = 0; i <= rounds * NODES; i++) {
            try (Streams thread = nodes.start(Reader.greedy(ClusterCase.LAST, i % NODES, 1))) {
                stays.addAll(Rates.over(STAY, List.of(thread)));
                thread.check();
            }
        }
        return stays.subList(1, stays.size());
    }
}
