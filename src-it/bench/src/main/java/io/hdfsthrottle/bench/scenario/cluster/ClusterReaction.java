package io.hdfsthrottle.bench.scenario.cluster;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.numbered;
import static io.hdfsthrottle.bench.report.Statistics.percentile;
import static io.hdfsthrottle.bench.report.Statistics.total;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.COUNT;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.RATE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;
import static io.hdfsthrottle.bench.scenario.cluster.ThreeNodes.NODES;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.load.Recorder;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.cluster.ClusterCase.Reader;
import io.hdfsthrottle.bench.scenario.cluster.ClusterCase.Terms;
import io.hdfsthrottle.bench.scenario.cluster.ThreeNodes.Placement;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.hdfs.Rates;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/** Scenario: how soon all nodes apply a changed priority, and how soon after the leading coordinator was killed. */
public record ClusterReaction(Stage stage, ThreeNodes nodes, Outcome outcome, Recorder recorder, AtomicBoolean high) {

    private static final long SEED = 20_261_124;
    private static final String CHANGES = "changes";
    private static final String FAILOVER = "failover";

    private static final String FREEZE = "freeze";

    /** Longer than a leader may be silent before another one takes over (election.Suspicion). */
    private static final Duration SILENCE = Duration.ofSeconds(4);

    private static final int TENANTS = 2;
    private static final int LOW = 1;
    private static final int HIGH = 4;
    private static final int OTHER = 2; // in the middle, so that a third becomes two thirds

    public static final Scenario SCENARIO = Scenario.named(
                    "cluster-reaction",
                    "a changed priority is on every node within a second, and within three after the leader was killed",
                    ClusterReaction::play,
                    RATE,
                    READAHEAD,
                    COUNT)
            .of(List.of(CHANGES, FAILOVER, FREEZE))
            .usually(Scenario.RATE_OF_THREE_DISKS, 100);

    /** A change of a priority from then until the next, and the tenant whose part of every node grows to a share. */
    record Change(double at, double until, int gaining, double share) {

        /** From that time until the tenant had 95 % of its new share on every node; infinite if it never had. */
        double millis(Timeline timeline, int nodes, double from) {
            double slowest = 0;
            for (int node = 0; node < nodes; node++) {
                int first = node * TENANTS;
                double total = total(timeline.rates(at, until).subList(first, first + TENANTS));
                // A share has to last for a second, so that it must be reached that long before the next change.
                double seconds = timeline.reached(first + gaining, share * total, at, until - 1);
                slowest = Math.max(slowest, at + seconds - from);
            }
            return slowest * 1000;
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        Placement even = Placement.of(1, 1, 1);
        ThreeNodes nodes = ThreeNodes.start(stage, 2, Map.of(), List.of(even, even));
        nodes.hook(true);
        Outcome outcome = new Outcome().figure("seed", SEED);
        for (String name : List.of(CHANGES, FAILOVER, FREEZE)) {
            if (stage.plays(name)) {
                Recorder recorder = new Recorder(NODES * TENANTS);
                new ClusterReaction(stage, nodes, outcome, recorder, new AtomicBoolean()).play(name);
            }
        }
        return outcome.atMost("errors that the hooks caught", nodes.hookErrors(), 0);
    }

    private void play(String name) throws Exception {
        try (recorder) {
            nodes.terms(0, Terms.of(LOW));
            nodes.terms(1, Terms.of(OTHER));
            for (int line = 0; line < NODES * TENANTS; line++) {
                int tenant = line % TENANTS;
                // How many threads they have must not matter.
                recorder.add(line, nodes.start(Reader.greedy(tenant, line / TENANTS, tenant == 0 ? 1 : 4)));
            }
            Rates.over(ClusterShares.WARMING_UP, List.of());
            if (name.equals(CHANGES)) {
                changes();
            } else {
                failover(name);
            }
            outcome.atMost(name + ": reads that failed", recorder.errors(), 0);
        }
    }

    /** Changes the first tenant's priority at that coordinator, if it leads. */
    private void put(Coordinator leader) throws IOException {
        leader.putTenant(ThreeNodes.tenant(0), high.get() ? LOW : HIGH);
        high.set(!high.get());
    }

    private Change last(double at, double until) {
        return high.get()
                ? new Change(at, until, 0, HIGH / (double) (HIGH + OTHER))
                : new Change(at, until, 1, OTHER / (double) (LOW + OTHER));
    }

    private void changes() throws IOException {
        stage.say("%d changes of a priority, seed %d ...", stage.count(), SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        Coordinator leader = nodes.cluster().leader();
        List<Change> made = new ArrayList<>();
        for (int i = 0; i < stage.count(); i++) {
            double at = recorder.now();
            put(leader);
            // Not a whole number of seconds, which would synchronise changes with reports.
            Rates.over(Duration.ofMillis(2_800 + random.nextInt(900)), List.of());
            made.add(last(at, recorder.now()));
        }
        Timeline timeline = recorder.timeline();
        List<Double> millis = each(made, change -> change.millis(timeline, NODES, change.at()));
        outcome.small("millis", millis);
        for (int percent : List.of(50, 99)) {
            String name = "PUT to 95 % of the new share on every node, p" + percent + ", ms";
            outcome.atMost(name, percentile(millis, percent), 1_000);
        }
    }

    /** When a change was accepted and all shares were right after a kill, and the second in which least was read. */
    private record Failover(double takenMillis, double rightMillis, double leanestSecondPercent) {}

    private Failover lose(boolean frozen) {
        Coordinator leader = nodes.cluster().leader();
        List<Coordinator> successors = new ArrayList<>(nodes.cluster().coordinators());
        successors.remove(leader);
        double killed = recorder.now();
        if (frozen) {
            leader.process().freeze();
        } else {
            leader.process().kill();
        }
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptionsInstanceOf(IOException.class)
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> put(successors.get(0)));
        double accepted = recorder.now();
        Rates.over(Duration.ofSeconds(5), List.of());
        Timeline timeline = recorder.timeline();
        double end = recorder.now();
        double right = last(accepted, end).millis(timeline, NODES, killed);
        double leanest = timeline.leanestSecond(killed, end) / timeline.total(killed, end) * 100;
        if (frozen) {
            leader.process().thaw();
        } else {
            nodes.cluster().repairControl();
        }
        // A leader that the one that thaws has not known for 15 s is not deposed for silence.
        Rates.over(Duration.ofSeconds(frozen ? 18 : 3), List.of());
        return new Failover((accepted - killed) * 1000, right, leanest);
    }

    private void failover(String name) throws Exception {
        boolean frozen = name.equals(FREEZE);
        double longest = frozen ? (double) SILENCE.toMillis() : 0;
        List<Failover> failovers = Runs.of(stage, name, () -> lose(frozen));
        List<String> lines =
                numbered(NODES * TENANTS, i -> "node " + (i / TENANTS + 1) + ", " + ThreeNodes.tenant(i % TENANTS));
        String taken = name + ": from the leader's end until a change is taken, worst, ms";
        String right = name + ": from the leader's end to right shares on every node, worst, ms";
        outcome.figure(name, Figures.of(failovers))
                .atMost(taken, each(failovers, Failover::takenMillis), longest + 2_000)
                .atMost(right, each(failovers, Failover::rightMillis), longest + 3_000)
                .chart(recorder.timeline().chart("The leader is lost: " + name, lines));
    }
}
