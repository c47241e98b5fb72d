package io.hdfsthrottle.bench;

import io.hdfsthrottle.cluster.Cluster;
import io.hdfsthrottle.cluster.Hdfs;
import io.hdfsthrottle.cluster.Rates;
import io.hdfsthrottle.cluster.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What the hook costs when there is nothing to control: one client reads what is in the page cache from a DataNode with
 * the hook and from one without, in turn. The two change places from round to round, since no two JVMs are equally fast.
 */
final class PaceOverhead implements Scenario {

    private static final int FILE_BYTES = 64 << 20;
    private static final int SMALL = 4096;
    private static final int ROUNDS = 4;
    private static final Duration WARMING = Duration.ofSeconds(6);
    private static final Duration WINDOW = Duration.ofMillis(1500);
    private static final double MOST_PERCENT = 1;
    private static final String FILE = "/file";

    @Override
    public String name() {
        return "pace-overhead";
    }

    @Override
    public String shows() {
        return "the hook costs nothing worth measuring when there is nothing to control (no root needed)";
    }

    private enum Load {
        STREAMING_64K,
        RANDOM_4K;

        Streams start(Hdfs client) {
            return this == STREAMING_64K
                    ? Streams.reading(client, FILE, 1)
                    : Streams.readingAnywhere(client, FILE, FILE_BYTES, SMALL);
        }
    }

    /** One cluster and its client. */
    private record Node(Cluster cluster, Hdfs client) {

        static Node start(Stage stage, String name) throws IOException {
            Cluster cluster =
                    stage.belongings().own(Cluster.start(stage.folder().resolve(name), "3.4", stage.settings()));
            Hdfs client = stage.belongings().own(Hdfs.untagged(cluster.nameNode()));
            client.write(FILE, FILE_BYTES, 1);
            return new Node(cluster, client);
        }

        void hook(boolean on) throws InterruptedException {
            cluster.restartDataNode(Map.of("hdfs.throttle.enabled", Boolean.toString(on)));
            for (int attempt = 0; attempt < 300 && !readable(); attempt++) {
                TimeUnit.MILLISECONDS.sleep(200);
            }
        }

        private boolean readable() {
            try (InputStream in = client.open(FILE)) {
                return in.read() >= 0;
            } catch (IOException notYet) {
                return false;
            }
        }
    }

    /** Bytes per second without the hook and with it, one right after the other. */
    record Pair(double off, double on) {

        double costPercent() {
            return (1 - on / off) * 100;
        }
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        List<Node> nodes = List.of(Node.start(stage, "one"), Node.start(stage, "other"));
        Map<Load, List<List<Pair>>> found = new LinkedHashMap<>();
        for (Load load : Load.values()) {
            found.put(load, new ArrayList<>());
        }
        for (int round = 0; round < ROUNDS; round++) {
            Node off = nodes.get(round % 2);
            Node on = nodes.get(1 - round % 2);
            off.hook(false);
            on.hook(true);
            for (Load load : Load.values()) {
                List<Pair> pairs = round(stage, load, off.client(), on.client());
                found.get(load).add(pairs);
                stage.say(
                        "round %d %-14s off %7.1f MB/s  on %7.1f MB/s  cost %6.2f %%",
                        round + 1,
                        load,
                        Statistics.median(pairs.stream().map(Pair::off).toList()) / PaceShares.MEGA,
                        Statistics.median(pairs.stream().map(Pair::on).toList()) / PaceShares.MEGA,
                        Statistics.median(costs(pairs)));
            }
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        List<Bar> bars = new ArrayList<>();
        found.forEach((load, rounds) -> {
            // The mean of two rounds in which the nodes have changed places: what the nodes themselves differ by is
            // gone.
            List<Double> swapped = new ArrayList<>();
            for (int i = 0; i + 1 < rounds.size(); i += 2) {
                swapped.add(
                        (Statistics.median(costs(rounds.get(i))) + Statistics.median(costs(rounds.get(i + 1)))) / 2);
            }
            List<Pair> all = rounds.stream().flatMap(List::stream).toList();
            figures.put(load.name(), members(rounds, swapped, all));
            bars.add(Bar.atMost(load + ": cost, percent", Statistics.median(swapped), MOST_PERCENT));
        });
        return new Outcome(
                figures,
                bars,
                List.of(OverheadChart.of(
                        figures.keySet().stream().toList(),
                        found.values().stream()
                                .map(rounds -> rounds.stream()
                                        .map(pairs -> Statistics.median(costs(pairs)))
                                        .toList())
                                .toList())));
    }

    private static List<Pair> round(Stage stage, Load load, Hdfs off, Hdfs on) {
        rate(load, off, WARMING);
        rate(load, on, WARMING);
        List<Pair> pairs = new ArrayList<>();
        int many = Math.max(2, (int) (stage.window().toMillis() / WINDOW.toMillis()));
        for (int i = 0; i < many; i++) {
            if (i % 2 == 0) {
                double without = rate(load, off, WINDOW);
                pairs.add(new Pair(without, rate(load, on, WINDOW)));
            } else {
                double with = rate(load, on, WINDOW);
                pairs.add(new Pair(rate(load, off, WINDOW), with));
            }
        }
        return pairs;
    }

    private static double rate(Load load, Hdfs client, Duration window) {
        try (Streams streams = load.start(client)) {
            Rates.over(Duration.ofMillis(100), List.of(streams));
            double rate = Rates.over(window, List.of(streams)).get(0);
            if (!streams.errors().isEmpty()) {
                throw new IllegalStateException(
                        "the reader failed", streams.errors().get(0));
            }
            return rate;
        }
    }

    private static List<Double> costs(List<Pair> pairs) {
        return pairs.stream().map(Pair::costPercent).toList();
    }

    private static Map<String, Object> members(List<List<Pair>> rounds, List<Double> swapped, List<Pair> all) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("costPercent", Statistics.smallIsGood(swapped));
        members.put(
                "costPercentOfRounds",
                Statistics.smallIsGood(rounds.stream()
                        .map(pairs -> Statistics.median(costs(pairs)))
                        .toList()));
        members.put("pairs", all.size());
        members.put(
                "offMBps",
                Statistics.rounded(Statistics.median(all.stream().map(Pair::off).toList()) / PaceShares.MEGA));
        members.put(
                "onMBps",
                Statistics.rounded(Statistics.median(all.stream().map(Pair::on).toList()) / PaceShares.MEGA));
        return members;
    }
}
