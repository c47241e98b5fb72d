package io.hdfsthrottle.bench.scenario.kernel;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largest;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.numbered;
import static io.hdfsthrottle.bench.report.Statistics.total;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.Renewal;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scenario of a node whose network is the bottleneck: three tenants read what is in the page cache, over a loopback
 * interface of a network namespace of its own that sends so much and no more (tc-tbf(8)). {@code bin/bench} makes the
 * namespace.
 */
public final class NetworkShares {

    private static final String ENABLED = "hdfs.throttle.enabled";
    private static final String SOCKET = "hdfs.throttle.kernel.socket";
    private static final List<Integer> WEIGHTS = List.of(4, 8, 8);
    private static final List<Integer> THREADS = List.of(8, 2, 1);
    private static final int FILE_BYTES = 256 << 20; // a reader pauses between two files
    private static final double TOLD = 0.98; // of the rate: what queues before the interface is shared by nobody
    private static final Duration SETTLING = Duration.ofSeconds(8); // the layer looks once a second, at means of some

    /** What is compared, and the DataNode's settings for it; the first one is HDFS by itself. */
    private static final String OFF = "hook off";

    private static final String DISKS = "disks alone";
    private static final String SOCKETS = "socket pacing";

    public static final Scenario SCENARIO = Scenario.named(
                    "network",
                    "socket pacing shares a network that is slower than the disks (paper A, traffic control)",
                    NetworkShares::play,
                    Choice.RATE)
            .usually(60, Scenario.REQUESTS);

    private final Stage stage;
    private final Cluster cluster;
    private final List<Hdfs> clients;

    private NetworkShares(Stage stage, Cluster cluster, List<Hdfs> clients) {
        this.stage = stage;
        this.cluster = cluster;
        this.clients = clients;
    }

    /** Rates in bytes a second. */
    private record Repeat(double totalMBps, double worstErrorPercent, List<Double> rates) {
        static Repeat of(List<Double> rates) {
            double total = total(rates);
            double weights = WEIGHTS.stream().mapToInt(Integer::intValue).sum();
            List<Double> due = numbered(rates.size(), i -> total * WEIGHTS.get(i) / weights);
            return new Repeat(total / 1e6, Statistics.worstErrorPercent(rates, due), rates);
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        Cluster cluster = stage.cluster(
                stage.folder().resolve("cluster"), stage.settings(), List.of(), List.of(Stage.benchJar()));
        List<Hdfs> clients = new ArrayList<>();
        for (int tenant = 0; tenant < WEIGHTS.size(); tenant++) {
            cluster.coordinator().putTenant(named(tenant), WEIGHTS.get(tenant));
            String tag = cluster.register("app-" + tenant, named(tenant));
            stage.resources().own(Renewal.of(cluster, Map.of("app-" + tenant, named(tenant))));
            clients.add(stage.resources().own(Hdfs.tagged(cluster.nameNode(), tag)));
            clients.get(tenant).write(file(tenant), FILE_BYTES, tenant);
        }
        return new NetworkShares(stage, cluster, clients).compare();
    }

    private static String named(int tenant) {
        return "t" + tenant;
    }

    private static String file(int tenant) {
        return "/file-" + tenant;
    }

    private Outcome compare() throws Exception {
        String rate = Long.toString((long) stage.bytesPerSecond());
        String told = Long.toString((long) (TOLD * stage.bytesPerSecond()));
        Map<String, Map<String, String>> states = new LinkedHashMap<>();
        states.put(OFF, Map.of(ENABLED, "false"));
        states.put(DISKS, Map.of(ENABLED, "true"));
        states.put(SOCKETS, Map.of(ENABLED, "true", SOCKET, told));
        Outcome outcome = new Outcome();
        Map<String, List<Repeat>> found = new LinkedHashMap<>();
        for (Map.Entry<String, Map<String, String>> state : states.entrySet()) {
            cluster.restartDataNode(state.getValue());
            for (int tenant = 0; tenant < clients.size(); tenant++) {
                clients.get(tenant).awaitReadable(file(tenant));
                clients.get(tenant).read(file(tenant));
            }
            if (!state.getKey().equals(OFF)) {
                cluster.awaitGrants();
            }
            shape("tbf", "rate", rate + "bps", "burst", "256kb", "latency", "50ms");
            try {
                found.put(state.getKey(), Runs.of(stage, state.getKey(), this::measure));
            } finally {
                shape("noqueue"); // the namespace is that of all runs for the papers
            }
            outcome.figure(state.getKey(), Figures.of(found.get(state.getKey())));
        }
        double off = median(each(found.get(OFF), Repeat::totalMBps));
        return outcome.small("error of shares with the hook off", each(found.get(OFF), Repeat::worstErrorPercent))
                .atMost(
                        "error of shares with socket pacing, percent",
                        each(found.get(SOCKETS), Repeat::worstErrorPercent),
                        5)
                .atLeast(
                        "total with socket pacing, percent of hook off",
                        each(found.get(SOCKETS), each -> each.totalMBps() / off * 100),
                        95)
                .atLeast(
                        "total without it, percent of hook off",
                        each(found.get(DISKS), each -> each.totalMBps() / off * 100),
                        95)
                .atMost(
                        VALID + "hook off, furthest from the network's rate, percent",
                        largest(each(
                                found.get(OFF),
                                each -> Math.abs(each.totalMBps() * 1e6 / stage.bytesPerSecond() - 1) * 100)),
                        5)
                .atMost(
                        "errors that the hook caught",
                        (double) cluster.figures().number("Errors"),
                        0);
    }

    private Repeat measure() throws IOException {
        List<Streams> streams = new ArrayList<>();
        try {
            for (int tenant = 0; tenant < clients.size(); tenant++) {
                streams.add(Streams.reading(clients.get(tenant), file(tenant), THREADS.get(tenant)));
            }
            Rates.over(SETTLING, streams);
            List<Double> rates = Rates.over(stage.window(), streams);
            for (Streams each : streams) {
                each.check();
            }
            return Repeat.of(rates);
        } finally {
            streams.forEach(Streams::close);
        }
    }

    /** What the interface sends by from now on. */
    private static void shape(String... discipline) {
        List<String> command = new ArrayList<>(List.of("tc", "qdisc", "replace", "dev", "lo", "root"));
        command.addAll(List.of(discipline));
        String unused = SystemCommands.output(command.toArray(String[]::new));
    }
}
