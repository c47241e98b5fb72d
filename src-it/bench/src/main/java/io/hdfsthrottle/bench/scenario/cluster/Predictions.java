package io.hdfsthrottle.bench.scenario.cluster;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.numbered;
import static io.hdfsthrottle.bench.report.Statistics.total;
import static io.hdfsthrottle.bench.report.Statistics.worstErrorPercent;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.COUNT;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.RATE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;
import static io.hdfsthrottle.bench.scenario.cluster.ThreeNodes.NODES;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.cluster.ThreeNodes.Placement;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Scenario: what dry runs and shadow predict for tenants under load, against what they get then. */
public final class Predictions {

    private static final String WEIGHTS = "weights";
    private static final String LIMITS = "limits";
    private static final String SHADOW = "shadow";

    private static final long SEED = 20_261_129;
    private static final Duration WARMING_UP = Duration.ofSeconds(20);
    private static final Duration SETTLING = Duration.ofSeconds(8);
    private static final int LOOKS = 10;
    private static final int SHADOWS = 3;
    private static final int MIDDLE = 4;
    private static final double BAR = 5;

    /** The last tenant's data is on the first node. */
    private static final List<Placement> DATA =
            List.of(Placement.of(1, 1, 1), Placement.of(1, 1, 1), Placement.of(8, 1, 1));

    private static final int SKEWED = DATA.size() - 1;

    /** How many threads they have must not matter. */
    private static final List<Integer> THREADS = List.of(4, 1, 2);

    public static final Scenario SCENARIO = Scenario.named(
                    "predictions",
                    "what a dry run and shadow predict for tenants is what they get then",
                    Predictions::play,
                    RATE,
                    READAHEAD,
                    COUNT)
            .of(List.of(WEIGHTS, LIMITS, SHADOW))
            .usually(30, 10);

    private final Stage stage;
    private final ThreeNodes nodes;
    private final SplittableRandom random = new SplittableRandom(SEED);

    /** Of each tenant. */
    private final List<List<Streams>> readers = numbered(DATA.size(), tenant -> new ArrayList<>());

    private Predictions(Stage stage, ThreeNodes nodes) {
        this.stage = stage;
        this.nodes = nodes;
    }

    private void read() {
        for (LoadedDisk disk : nodes.disks()) {
            for (int tenant = 0; tenant < DATA.size(); tenant++) {
                if (tenant != SKEWED || disk.number() == 1) {
                    readers.get(tenant).add(disk.reading(tenant, THREADS.get(tenant)));
                }
            }
        }
    }

    private void stop() {
        readers.stream().flatMap(List::stream).parallel().forEach(Streams::close);
        readers.forEach(streams -> {
            streams.forEach(Streams::check);
            streams.clear();
        });
    }

    /** A tenant's terms; rates are in bytes a second, a limit is null for none. */
    record Change(int tenant, int priority, long reservation, Long limit) {
        Map<String, Object> body() {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("priority", priority);
            body.put("reservationBytesPerSecond", reservation);
            body.put("limitBytesPerSecond", limit);
            return body;
        }
    }

    /** What each tenant was predicted to get and got, in MB/s. */
    record Compared(String change, List<Double> predicted, List<Double> got, double worstPercent) {
        static Compared of(Object change, List<Double> predicted, List<Double> got) {
            return new Compared(
                    change.toString(), megabytes(predicted), megabytes(got), worstErrorPercent(got, predicted));
        }

        private static List<Double> megabytes(List<Double> rates) {
            return each(rates, rate -> Math.round(rate / MEGA * 100) / 100.0);
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        ThreeNodes nodes = ThreeNodes.start(stage, 1, Map.of(), DATA);
        nodes.hook(true);
        Outcome outcome = new Outcome().figure("seed", SEED);
        Predictions bench = new Predictions(stage, nodes);
        try {
            bench.read();
            Rates.over(WARMING_UP, List.of());
            for (String name : List.of(WEIGHTS, LIMITS, SHADOW)) {
                if (stage.plays(name)) {
                    bench.play(name, outcome);
                }
            }
        } finally {
            bench.stop();
        }
        return outcome.atMost("errors that the hooks caught", nodes.hookErrors(), 0);
    }

    private void play(String name, Outcome outcome) throws IOException {
        for (int tenant = 0; tenant < DATA.size(); tenant++) {
            put(new Change(tenant, MIDDLE, 0, null), "");
        }
        Rates.over(SETTLING, List.of());
        List<Compared> all = new ArrayList<>();
        for (int i = 0; i < (name.equals(SHADOW) ? SHADOWS : stage.count()); i++) {
            Compared compared =
                    switch (name) {
                        case WEIGHTS -> changed(weight());
                        case LIMITS -> changed(rate(i));
                        default -> shadowed();
                    };
            stage.say("%s: %s", name, compared);
            all.add(compared);
        }
        List<Double> worst = each(all, Compared::worstPercent);
        String bar = name + ": worst error of a tenant's predicted rate, percent";
        outcome.figure(name, all).atMost(bar, worst, BAR).figure(name + ": median", Statistics.median(worst));
    }

    private Change weight() {
        return new Change(random.nextInt(DATA.size()), 1 + random.nextInt(10), 0, null);
    }

    /** A limit of the first or the last tenant, or a reservation of the one between them, in place of what it had. */
    private Change rate(int number) {
        int tenant = number % DATA.size();
        double most = stage.bytesPerSecond() * (tenant == SKEWED ? 1 : NODES);
        double part = 0.1 + 0.4 * random.nextDouble();
        boolean isReservation = number % 3 == 1;
        return new Change(
                tenant,
                isReservation ? 1 : MIDDLE,
                isReservation ? (long) (part * most) : 0,
                isReservation ? null : Long.valueOf((long) (part * most)));
    }

    private Compared changed(Change change) throws IOException {
        List<Double> predicted = after(put(change, "?dryrun=true"));
        put(change, "");
        return Compared.of(change, predicted, got());
    }

    private String put(Change change, String query) throws IOException {
        Coordinator leader = nodes.cluster().leader();
        String path = "/v1/tenants/" + ThreeNodes.tenant(change.tenant()) + query;
        return leader.http().ask("PUT", leader.url().resolve(path), JSON.std.asString(change.body()));
    }

    /** What a dry run says that each tenant will get. */
    @SuppressWarnings("unchecked")
    static List<Double> after(String answer) throws IOException {
        Map<String, Object> prediction =
                (Map<String, Object>) JSON.std.mapFrom(answer).get("prediction");
        return ofTenants((List<Map<String, Object>>) prediction.get("tenants"), "afterBytesPerSecond");
    }

    private static List<Double> ofTenants(List<Map<String, Object>> lines, String member) {
        return numbered(DATA.size(), tenant -> lines.stream()
                .filter(line -> line.get("tenant").equals(ThreeNodes.tenant(tenant)))
                .mapToDouble(line -> ((Number) line.get(member)).doubleValue())
                .sum());
    }

    /** What each tenant gets in a window, once shares have settled. */
    private List<Double> got() {
        Rates.over(SETTLING, List.of());
        List<Streams> all = readers.stream().flatMap(List::stream).toList();
        List<Double> rates = Rates.over(stage.window(), all);
        return each(readers, streams -> total(each(streams, stream -> rates.get(all.indexOf(stream)))));
    }

    /** Other weights in shadow, of which the mean of some seconds is compared with what enforcing gives. */
    private Compared shadowed() throws IOException {
        mode("shadow");
        List<Integer> weights = new ArrayList<>();
        for (int tenant = 0; tenant < DATA.size(); tenant++) {
            weights.add(1 + random.nextInt(10));
            put(new Change(tenant, weights.get(tenant), 0, null), "");
        }
        Rates.over(SETTLING, List.of());
        List<List<Double>> looks = new ArrayList<>();
        for (int look = 0; look < LOOKS; look++) {
            Rates.over(Duration.ofSeconds(1), List.of());
            looks.add(ofTenants(nodes.cluster().leader().list("/v1/shadow", "tenants"), "enforcedBytesPerSecond"));
        }
        mode("enforce");
        // Operations that began in shadow are scheduled less well until they end; nodes hear of it within a second.
        Rates.over(Duration.ofSeconds(3), List.of());
        stop();
        read();
        List<Double> means = numbered(DATA.size(), tenant -> total(each(looks, look -> look.get(tenant))) / LOOKS);
        return Compared.of("weights " + weights, means, got());
    }

    private void mode(String mode) throws IOException {
        nodes.cluster().leader().put("/v1/modes/cluster", Map.of("mode", mode));
    }
}
