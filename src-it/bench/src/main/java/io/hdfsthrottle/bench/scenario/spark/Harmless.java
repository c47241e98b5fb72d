package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.noisePercent;
import static io.hdfsthrottle.bench.report.Validity.VALID;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.WordCount;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A Spark job with the plugin and a broken coordinator, in turns with the same job without the plugin. */
public final class Harmless {

    private static final int TEXT_MIB = 2048;
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final String WITHOUT = "withoutThePlugin";

    public static final Scenario SCENARIO = Scenario.named(
            "harmless", "a Spark job takes as long with a broken coordinator as without the plugin", Harmless::play);

    private Harmless() {}

    /** The addresses of broken coordinators, by what is wrong with them. */
    private static Map<String, String> broken(RunResources resources) throws IOException {
        // The kernel accepts connections; no process answers.
        ServerSocket silent = resources.own(new ServerSocket(0, 4_096, HERE));
        String wrong = "{\"application\":[],\"tenant\":7,\"tag\":{},\"renewAfter\":\"soon\"}";
        Map<String, String> broken = new LinkedHashMap<>();
        broken.put("nobody there", address(1));
        broken.put("no address", "coordinator:9880");
        broken.put("error 500", answering(resources, 500, "java.lang.NullPointerException"));
        broken.put("hangs", address(silent.getLocalPort()));
        broken.put("wrong types", answering(resources, 201, wrong));
        return broken;
    }

    private static String address(int port) {
        return "http://127.0.0.1:" + port;
    }

    private static String answering(RunResources resources, int status, String body) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(status, body.length());
                exchange.getResponseBody().write(body.getBytes(UTF_8));
            }
        });
        server.start();
        resources.own(() -> server.stop(0));
        return address(server.getAddress().getPort());
    }

    /** One run, its start from that of the JVM until Spark is ready. */
    private record Run(double startSeconds, double jobSeconds, double warnings) {

        static Run of(WordCount.Run run) {
            long warnings = run.log().stream()
                    .filter(line -> line.matches(".* (WARN|ERROR) .*") && line.contains("hdfs-throttle"))
                    .count();
            return new Run(run.startSeconds(), run.seconds(), warnings);
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        stage.say("a WordCount of %d MiB in memory, without the plugin and with broken coordinators ...", TEXT_MIB);
        Cluster cluster = SparkJobs.start(stage, Map.of()).cluster();
        Path plugin = cluster.rig().repository().sparkPlugin();
        WordCount words = WordCount.of(cluster, stage.resources().own(Hdfs.untagged(cluster.nameNode())), TEXT_MIB);
        Map<String, Runs.Measurement<Run>> measurements = new LinkedHashMap<>();
        measurements.put(WITHOUT, () -> Run.of(words.run(Map.of(), List.of())));
        Run unused = measurements.get(WITHOUT).make();
        broken(stage.resources()).forEach((what, address) -> {
            Map<String, String> settings =
                    Map.of("spark.plugins", SparkJobs.PLUGIN, "spark.hdfs.throttle.coordinator", address);
            measurements.put(what, () -> Run.of(words.run(settings, List.of(plugin))));
        });
        return outcome(Runs.inTurns(stage, measurements));
    }

    private static Outcome outcome(Map<String, List<Run>> with) {
        Outcome outcome = new Outcome();
        with.forEach((name, runs) -> outcome.figure(name, Figures.of(runs)));
        List<Run> without = with.remove(WITHOUT);
        with.forEach((what, runs) -> {
            double longer = median(each(runs, Run::jobSeconds)) / median(each(without, Run::jobSeconds));
            double later = median(each(runs, Run::startSeconds)) - median(each(without, Run::startSeconds));
            outcome.atMost(what + ": job, times without the plugin, median", longer, 1.02)
                    .atMost(what + ": ready later than without the plugin, seconds, median", later, 1)
                    .atMost(what + ": warnings in the log, most", each(runs, Run::warnings), 1)
                    .atLeast(what + ": warnings in the log, least", each(runs, Run::warnings), 1);
        });
        // Medians of runs that differ by more cannot show the bar.
        double noise = noisePercent(each(without, Run::jobSeconds));
        return outcome.atMost(VALID + "job without the plugin, noise, percent", noise, 5);
    }
}
