package io.hdfsthrottle.quickstart;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.quickstart.Run.Kind;
import io.hdfsthrottle.quickstart.Scenario.Contender;
import io.hdfsthrottle.quickstart.Timeline.Window;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.spark.SparkApplication;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One run of all contenders reading at once: submits them, starts them together, and measures. */
final class ReadingRun {

    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration STOP = Duration.ofMinutes(1);
    private static final Duration LEAD = Duration.ofSeconds(1);
    private static final Duration GLANCE = Duration.ofMillis(250);
    private static final Duration RECENTLY = Duration.ofSeconds(2);

    private final Cluster cluster;
    private final Dataset dataset;
    private final Scenario scenario;
    private final Kind kind;
    private final Path folder;
    private final List<JavaProcess> applications = new ArrayList<>();

    /** Submits the applications, which need the NameNode by now and the rest when they are ready. */
    ReadingRun(Cluster cluster, SparkHost spark, Dataset dataset, Kind kind) {
        this.cluster = cluster;
        this.dataset = dataset;
        this.scenario = dataset.scenario();
        this.kind = kind;
        this.folder = cluster.rig().folder("run-" + kind.word());
        scenario.contenders().forEach(each -> applications.add(application(each).submit(cluster.rig(), spark)));
    }

    /** The contender's application; in the controlled run it has the plugin. */
    private SparkApplication application(Contender contender) {
        Map<String, String> settings = SparkApplication.reading(cluster.nameNode());
        List<Path> jars = List.of();
        if (kind == Kind.CONTROLLED) {
            settings.put("spark.plugins", "io.hdfsthrottle.spark.ThrottlePlugin");
            settings.put("spark.hdfs.throttle.tenant", contender.tenant());
            settings.put("spark.hdfs.throttle.coordinator", cluster.addresses());
            jars = List.of(cluster.rig().repository().sparkPlugin());
        }
        Map<String, String> arguments = new LinkedHashMap<>();
        arguments.put("folders", dataset.folders(contender));
        arguments.put("threads", Integer.toString(contender.threads()));
        arguments.put("manifest", dataset.manifest().toString());
        arguments.put("ready", file(contender, "ready").toString());
        arguments.put("gate", gate().toString());
        arguments.put("timeline", file(contender, "timeline.jsonl").toString());
        arguments.put("result", file(contender, "result.json").toString());
        return new SparkApplication(
                kind.word() + "-" + contender.tenant(),
                "local[" + contender.threads() + "]",
                "io.hdfsthrottle.jobs.SpreadReadJob",
                settings,
                jars,
                arguments);
    }

    /** Waits until each application has its list of files and waits at the gate. */
    void awaitReady() {
        for (int i = 0; i < applications.size(); i++) {
            Path ready = file(scenario.contenders().get(i), "ready");
            applications.get(i).awaitReady(START, () -> Files.exists(ready));
        }
    }

    /** Starts the reading, shows the rates, and returns the results. */
    Run read(Progress progress) throws IOException, InterruptedException {
        Instant start = Instant.ofEpochMilli(Instant.now().plus(LEAD).toEpochMilli());
        Instant stop = start.plus(scenario.reading());
        Path draft = folder.resolve("gate.draft");
        Files.writeString(draft, start.toEpochMilli() + " " + stop.toEpochMilli());
        Files.move(draft, gate(), StandardCopyOption.ATOMIC_MOVE);
        String what = "They read under " + kind.limiter();
        try (Progress.Bar bar = progress.bar(what, kind.word(), scenario.reading())) {
            while (Instant.now().isBefore(stop)) {
                bar.at(Duration.between(start, Instant.now()), ratesNow());
                Thread.sleep(GLANCE.toMillis());
            }
            applications.forEach(application -> application.awaitSuccess(STOP));
            Run run = result(start);
            bar.done(run.finding());
            return run;
        }
    }

    private String ratesNow() throws IOException {
        List<String> rates = new ArrayList<>();
        Window recently = new Window(Instant.now().minus(RECENTLY), Instant.now());
        for (Contender contender : scenario.contenders()) {
            Path file = file(contender, "timeline.jsonl");
            if (Files.exists(file) && Files.size(file) > 0) {
                double rate = Timeline.read(file).rate(recently);
                rates.add(String.format(Locale.ROOT, "%s %5s", contender.tenant(), Report.megabytes(rate)));
            }
        }
        return rates.isEmpty() ? "" : String.join("  ", rates) + " MB/s";
    }

    private Run result(Instant start) throws IOException {
        Map<Contender, Timeline> timelines = new LinkedHashMap<>();
        for (Contender contender : scenario.contenders()) {
            timelines.put(contender, Timeline.read(file(contender, "timeline.jsonl")));
        }
        Window window = Timeline.whileAllRead(timelines.values());
        List<Run.Tenant> tenants = new ArrayList<>();
        for (Contender contender : scenario.contenders()) {
            Map<String, Object> counts = JSON.std.mapFrom(Files.readString(file(contender, "result.json")));
            List<Double> ofNodes = new ArrayList<>();
            for (int node = 1; node <= scenario.nodes(); node++) {
                ofNodes.add(
                        Timeline.read(file(contender, "timeline.jsonl-" + node)).rate(window));
            }
            Timeline timeline = timelines.get(contender);
            tenants.add(new Run.Tenant(
                    contender,
                    scenario.expected(contender),
                    timeline.rate(window),
                    ofNodes,
                    ((Number) counts.get("verified")).longValue(),
                    ((Number) counts.get("mismatched")).longValue(),
                    timeline));
        }
        return new Run(kind, start, window, tenants);
    }

    private Path gate() {
        return folder.resolve("gate");
    }

    private Path file(Contender contender, String suffix) {
        return folder.resolve(contender.tenant() + "." + suffix);
    }
}
