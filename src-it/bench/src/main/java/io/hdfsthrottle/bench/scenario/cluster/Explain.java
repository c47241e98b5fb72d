package io.hdfsthrottle.bench.scenario.cluster;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.RATE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;
import static io.hdfsthrottle.bench.scenario.cluster.Scene.ASKER;
import static io.hdfsthrottle.bench.scenario.cluster.Scene.OTHER;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.cluster.ThreeNodes.Placement;
import io.hdfsthrottle.client.ThrottleClient;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** Scenario: an application is made slow in one way after another, and its explanation is compared with that. */
public final class Explain {

    private static final Duration WARMING_UP = Duration.ofSeconds(20);
    private static final Duration SETTLING = Duration.ofSeconds(10);
    private static final Duration REPORTED = Duration.ofMillis(1_500); // after a second a node has reported
    private static final int PATIENCE = 15; // reports until what has to be found is

    private static final int THREADS = 4;
    private static final double SLOW = 0.2; // part of a disk's speed, and of what a slow client wants of it
    private static final double PROMISED = 0.9; // part of all disks
    private static final int HIGH = 9;

    private static final List<Situation> SITUATIONS = List.of(
            new Situation("lower priority", "share", "", part -> 1 - part, scene -> {
                scene.terms(OTHER, 3);
                scene.beside(2);
                scene.readsEverywhere(1);
            }),
            new Situation("own limit", "limit", "", part -> 1 - part, scene -> {
                scene.terms(ASKER, 1, "limitBytesPerSecond", scene.bytesPerSecond(SLOW));
                scene.reads(0, 1);
            }),
            // Without the reservation it would have nine tenths.
            new Situation("reservation of another", "reservation", "", part -> 1 - part * (HIGH + 1) / HIGH, scene -> {
                scene.terms(ASKER, HIGH);
                scene.terms(OTHER, 1, "reservationBytesPerSecond", scene.bytesPerSecond(0.6 * ThreeNodes.NODES));
                scene.beside(2);
                scene.readsEverywhere(2);
            }),
            new Situation(
                    "data on one hot node",
                    "hotDisk",
                    "oneNode",
                    part -> 1 - part / THREADS,
                    scene -> scene.reads(0, THREADS)),
            new Situation(
                    "short-circuit",
                    "none",
                    "shortCircuit",
                    null,
                    scene -> scene.terms(ASKER, 1, "shortCircuit", "free")),
            new Situation("unmatched rule", "share", "etl: no", part -> 1 - part, scene -> {
                scene.put("/v1/rules/rest", rule("application", scene.application, ASKER));
                scene.put("/v1/rules/etl", rule("user", "etl-*", OTHER));
                scene.claims(OTHER);
                scene.terms(OTHER, 3);
                scene.beside(2);
                scene.readsEverywhere(1);
            }),
            new Situation("no tag", "none", "unseen", null, scene -> {
                scene.withoutTag();
                scene.readsEverywhere(1);
            }),
            new Situation("layer off", "", "off", null, scene -> {
                scene.reads(0, 1);
                scene.later(() -> scene.put("/v1/modes/nodes/" + scene.nodes.name(0), Map.of("mode", "off")));
            }),
            new Situation("slow client", "client", "", part -> 1 - part, scene -> scene.readsSlowly(0, SLOW)),
            new Situation("slow network", "network", "", part -> 1 - part, scene -> {
                scene.behindNetwork(0, SLOW);
                scene.reads(0, 1);
            }),
            new Situation("not throttled", "moved", "", part -> part, scene -> scene.reads(0, 1)),
            new Situation(
                    "slow disk", "slowDisk", "slowDisk", part -> (1 - SLOW) * (1 - part / SLOW / THREADS), scene -> {
                        scene.slow(0, SLOW);
                        scene.reads(0, THREADS);
                    }),
            // Without the appointment it would have half.
            new Situation("appointment of another", "factors", "", part -> 1 - 2 * part, scene -> {
                scene.beside(2);
                appointment(scene);
                scene.readsEverywhere(1);
            }),
            new Situation("busy processors", "processors", "", part -> 1 - part, scene -> {
                scene.own(scene.nodes.stalled(0));
                scene.reads(0, 1);
            }),
            // A node of another cluster refuses grants, and may be refused itself.
            new Situation("stale grant", "", "staleGrant|silent", null, scene -> {
                scene.reads(0, 1);
                scene.later(() -> {
                    scene.stop();
                    scene.nodes.cluster().restartAllDataNodes(Map.of("hdfs.throttle.cluster", "another"));
                });
            }));

    public static final Scenario SCENARIO = Scenario.named(
                    "explain",
                    "explain names the cause of each of fifteen made situations first, with its part of the time",
                    Explain::play,
                    RATE,
                    READAHEAD)
            .of(SITUATIONS.stream().map(Situation::name).toList())
            .usually(30, Scenario.REQUESTS);

    private Explain() {}

    /**
     * A way to be slow.
     *
     * @param cause that has to be named first; empty for any
     * @param finding that there has to be, a pattern; empty for none
     * @param part what part of the time the cause has, by what part of what its disks are made to give the application
     *     gets; null where nothing is read by a tag
     */
    private record Situation(String name, String cause, String finding, DoubleUnaryOperator part, Making making) {}

    private interface Making {
        void of(Scene scene) throws Exception;
    }

    /** What was asked and answered. */
    record Answer(boolean right, String cause, double offPercent, double residuePercent, Told told) {}

    private static Map<String, Object> rule(String fact, String pattern, int tenant) {
        return Map.of("position", 1, "match", Map.of(fact, pattern), "tenant", ThreeNodes.tenant(tenant));
    }

    private static void appointment(Scene scene) throws IOException {
        Registration registration = Registration.of("promised", "promised", "tester", ThreeNodes.tenant(OTHER));
        ThrottleClient client =
                scene.own(ThrottleClient.register(scene.nodes.cluster().link(), registration, Duration.ofSeconds(10)));
        long bytes = 45 * scene.bytesPerSecond(PROMISED * ThreeNodes.NODES);
        if (!scene.own(client.appointment(bytes, List.of(), Duration.ofMinutes(1), Duration.ofSeconds(5)))
                .await()) {
            throw new IllegalStateException("no appointment");
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        Map<String, String> settings = Map.of("appointment", "on", "appointment.share", Double.toString(PROMISED));
        Placement even = Placement.of(1, 1, 1);
        ThreeNodes nodes = ThreeNodes.start(stage, DiskKind.SHARED, 1, settings, List.of(even, even));
        nodes.hook(true);
        warmUp(nodes);
        Outcome outcome = new Outcome();
        List<Answer> answers = new ArrayList<>();
        for (Situation situation : SITUATIONS) {
            if (stage.plays(situation.name())) {
                Answer answer = ask(stage, nodes, situation);
                answers.add(answer);
                stage.say("%s: %s", situation.name(), answer);
                outcome.figure(situation.name(), answer);
            }
        }
        List<Double> off = each(answers, Answer::offPercent).stream()
                .filter(Double::isFinite)
                .toList();
        long right = answers.stream().filter(Answer::right).count();
        return outcome.atLeast("situations whose cause is named first", (double) right, answers.size())
                .atMost("the cause's part of the time, off by, percent of the time", off, 5)
                .atMost("residue, percent of the time", each(answers, Answer::residuePercent), 5);
    }

    /** Until each disk was measured, and a new DataNode has compiled what it does. */
    private static void warmUp(ThreeNodes nodes) {
        List<Streams> all = new ArrayList<>();
        nodes.disks().forEach(disk -> all.addAll(List.of(disk.reading(ASKER, 2), disk.reading(OTHER, 2))));
        Rates.over(WARMING_UP, all);
        all.forEach(Streams::close);
    }

    private static Answer ask(Stage stage, ThreeNodes nodes, Situation situation) throws Exception {
        String application = "slow-by-" + situation.name().replace(' ', '-');
        try (Scene scene = new Scene(nodes, application, stage.bytesPerSecond())) {
            situation.making().of(scene);
            scene.settle(SETTLING);
            scene.begin();
            double got = scene.reads(stage.window());
            Told told = asked(nodes, application);
            for (int i = 0; i < PATIENCE && !told.found(situation.finding()); i++) {
                told = asked(nodes, application);
            }
            boolean isNamed = situation.cause().isEmpty() || told.cause().equals(situation.cause());
            double capacity = stage.bytesPerSecond() * told.disks().size();
            double off = situation.part() == null
                    ? Double.NaN
                    : told.percent(situation.cause()) - 100 * situation.part().applyAsDouble(got / capacity);
            return new Answer(
                    isNamed && told.found(situation.finding()),
                    told.cause(),
                    Math.abs(off),
                    told.percent("unknown"),
                    told);
        }
    }

    private static Told asked(ThreeNodes nodes, String application) throws IOException {
        Rates.over(REPORTED, List.of());
        return Told.of(nodes.cluster().leader().get("/v1/applications/" + application + "/explain"));
    }
}
