package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import com.sun.net.httpserver.HttpServer;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.WordCount;
import io.hdfsthrottle.bench.load.WordCount.Run;
import io.hdfsthrottle.bench.load.spark.SparkJobs;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Scenario of a Spark job with the plugin and a coordinator that is broken, in turns with the same job without the
 * plugin: its time, the time of its start, and the lines in its log.
 */
public final class Harmless {

    private static final int TEXT_MIB = 2048;

    /** Medians of runs that differ by more cannot show the bar. */
    private static final double MOST_NOISE_PERCENT = 5;

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "harmless", "a Spark job takes as long with a broken coordinator as without the plugin", Harmless::play);

    private Harmless() {}

    /** What is wrong with the coordinator of an application. */
    private enum Breakage {
        NOBODY_THERE,
        NO_ADDRESS,
        ERROR_500,
        HANGS,
        WRONG_TYPES;

        /** A coordinator that is broken in this way, until it is closed. */
        Broken coordinator() throws IOException {
            return switch (this) {
                case NOBODY_THERE -> Broken.at(1, () -> {});
                case NO_ADDRESS -> new Broken("coordinator:9880", () -> {});
                case HANGS -> {
                    // The kernel accepts connections; no process answers.
                    ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                    yield Broken.at(socket.getLocalPort(), socket);
                }
                case ERROR_500 -> Broken.answering(500, "java.lang.NullPointerException");
                case WRONG_TYPES ->
                    Broken.answering(201, "{\"application\":[],\"tenant\":7,\"tag\":{},\"renewAfter\":\"soon\"}");
            };
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** A broken coordinator, at that address in the application's settings. */
    private record Broken(String address, Closeable closing) implements Closeable {

        static Broken at(int port, Closeable closing) {
            return new Broken("http://127.0.0.1:" + port, closing);
        }

        static Broken answering(int status, String body) throws IOException {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                try (exchange) {
                    exchange.sendResponseHeaders(status, bytes.length);
                    exchange.getResponseBody().write(bytes);
                }
            });
            server.start();
            return at(server.getAddress().getPort(), () -> server.stop(0));
        }

        @Override
        public void close() throws IOException {
            closing.close();
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        stage.say(
                "a WordCount of %d MiB in memory, without the plugin and with five broken coordinators ...", TEXT_MIB);
        Cluster cluster = SparkJobs.start(stage, Map.of()).cluster();
        Path plugin = cluster.rig().repository().sparkPlugin();
        Hdfs client = stage.resources().own(Hdfs.untagged(cluster.nameNode()));
        WordCount words = WordCount.of(cluster, client, TEXT_MIB);
        Run unused = words.run(Map.of(), List.of());
        List<Run> without = new ArrayList<>();
        Map<Breakage, List<Run>> with = new EnumMap<>(Breakage.class);
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            without.add(print(stage, "without the plugin", words.run(Map.of(), List.of())));
            for (Breakage breakage : Breakage.values()) {
                try (Broken coordinator = breakage.coordinator()) {
                    Map<String, String> settings = Map.of(
                            "spark.plugins",
                            "io.hdfsthrottle.spark.ThrottlePlugin",
                            "spark.hdfs.throttle.coordinator",
                            coordinator.address());
                    with.computeIfAbsent(breakage, first -> new ArrayList<>())
                            .add(print(stage, breakage.toString(), words.run(settings, List.of(plugin))));
                }
            }
        }
        return outcome(without, with);
    }

    private static Run print(Stage stage, String what, Run run) {
        stage.say(
                "%-18s  start %5.2f s, job %6.2f s, %.0f warnings",
                what, run.startSeconds(), run.seconds(), warnings(run));
        return run;
    }

    private static double warnings(Run run) {
        return run.log().stream()
                .filter(line -> line.contains("hdfs-throttle") && (line.contains(" WARN ") || line.contains(" ERROR ")))
                .count();
    }

    private static Outcome outcome(List<Run> without, Map<Breakage, List<Run>> with) {
        Outcome outcome = new Outcome().figure("withoutThePlugin", figures(without));
        List<Double> times = new ArrayList<>();
        with.forEach((breakage, runs) -> {
            List<Double> warnings = each(runs, Harmless::warnings);
            times.add(median(each(runs, Run::seconds)) / median(each(without, Run::seconds)));
            double later = median(each(runs, Run::startSeconds)) - median(each(without, Run::startSeconds));
            outcome.figure(breakage.toString(), figures(runs))
                    .atMost(breakage + ": job, times without the plugin, median", times.get(times.size() - 1), 1.02)
                    .atMost(breakage + ": ready later than without the plugin, seconds, median", later, 1)
                    .atMost(breakage + ": warnings in the log, most", warnings, 1)
                    .atLeast(breakage + ": warnings in the log, least", warnings, 1);
        });
        outcome.atMost(
                VALID + "job without the plugin, noise, percent",
                Statistics.noisePercent(each(without, Run::seconds)),
                MOST_NOISE_PERCENT);
        List<String> labels = with.keySet().stream().map(Breakage::toString).toList();
        return outcome.chart(Charts.bars(
                "A job with a broken coordinator", "times without the plugin, median", labels, Map.of("job", times)));
    }

    private static Figures figures(List<Run> runs) {
        return new Figures()
                .small("startSeconds", each(runs, Run::startSeconds))
                .small("jobSeconds", each(runs, Run::seconds))
                .small("warnings", each(runs, Harmless::warnings));
    }
}
