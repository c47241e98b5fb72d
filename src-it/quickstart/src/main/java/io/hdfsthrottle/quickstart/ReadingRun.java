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
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** One run of all contenders reading at once: submits them, starts them together, and measures. */
final class ReadingRun {

    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration STOP = Duration.ofMinutes(1);
    private static final long LEAD_MILLIS = 300;
    private static final long RECENTLY_MILLIS = 2_000;

    private final Cluster cluster;
    private final Dataset dataset;
    private final Kind kind;
    private final Path folder;
    private final Map<Contender, JavaProcess> applications = new LinkedHashMap<>();

    /** Submits the applications, which read nothing until all files are written, and then a byte each. */
    ReadingRun(Cluster cluster, SparkHost spark, Dataset dataset, Kind kind) {
        this.cluster = cluster;
        this.dataset = dataset;
        this.kind = kind;
        this.folder = cluster.rig().folder("run-" + kind.word());
        for (Contender each : dataset.scenario().contenders()) {
            applications.put(each, application(each).submit(cluster.rig(), spark));
        }
    }

    private SparkApplication application(Contender contender) {
        Map<String, String> settings = SparkApplication.reading(cluster.nameNode());
        List<Path> jars = List.of();
        if (kind == Kind.CONTROLLED) {
            settings.put("spark.plugins", "io.hdfsthrottle.spark.ThrottlePlugin");
            settings.put("spark.hdfs.throttle.tenant", contender.tenant());
            settings.put("spark.hdfs.throttle.coordinator", cluster.addresses());
            jars = List.of(cluster.rig().repository().sparkPlugin());
        }
        String threads = Integer.toString(contender.threads());
        Map<String, String> arguments = new LinkedHashMap<>();
        arguments.put("folders", dataset.folders(contender));
        arguments.put("threads", threads);
        arguments.put("manifest", dataset.manifest().toString());
        arguments.put("gate", folder.resolve("gate").toString());
        for (String own : List.of("ready", "timeline", "result")) {
            arguments.put(own, file(contender, own).toString());
        }
        String name = kind.word() + "-" + contender.tenant();
        String job = "io.hdfsthrottle.jobs.SpreadReadJob";
        return new SparkApplication(name, "local[" + threads + "]", job, settings, jars, arguments);
    }

    /** Waits until each application has its list of files and waits at the gate; returns itself. */
    ReadingRun awaitReady() {
        applications.forEach(
                (each, application) -> application.awaitReady(START, () -> Files.exists(file(each, "ready"))));
        return this;
    }

    Run read(Progress progress) throws Exception {
        Duration reading = dataset.scenario().reading();
        long start = System.currentTimeMillis() + LEAD_MILLIS;
        Dataset.appear(folder.resolve("gate"), Stream.of(start + " " + (start + reading.toMillis())));
        progress.watch("They read under " + kind.limiter(), kind.word(), start, reading, this::ratesNow);
        applications.values().forEach(application -> application.awaitSuccess(STOP));
        Run run = result(start);
        progress.say("      " + run.finding());
        return run;
    }

    private String ratesNow() throws IOException {
        List<String> rates = new ArrayList<>();
        long now = System.currentTimeMillis();
        for (Contender each : applications.keySet()) {
            double rate = Timeline.read(file(each, "timeline")).rate(new Window(now - RECENTLY_MILLIS, now));
            rates.add(String.format(Locale.ROOT, "%s %5s", each.tenant(), Report.megabytes(rate)));
        }
        return String.join("  ", rates) + " MB/s";
    }

    private Run result(long start) throws IOException {
        Map<Contender, Timeline> timelines = new LinkedHashMap<>();
        for (Contender each : applications.keySet()) {
            timelines.put(each, Timeline.read(file(each, "timeline")));
        }
        Window window = Timeline.whileAllRead(timelines.values());
        List<Run.Tenant> tenants = new ArrayList<>();
        for (Contender each : applications.keySet()) {
            Map<String, Object> counts = JSON.std.mapFrom(Files.readString(file(each, "result")));
            List<Double> ofNodes = new ArrayList<>();
            for (int node = 1; node <= each.data().size(); node++) {
                ofNodes.add(Timeline.read(file(each, "timeline-" + node)).rate(window));
            }
            tenants.add(new Run.Tenant(
                    each,
                    dataset.scenario().expected(each),
                    timelines.get(each).rate(window),
                    ofNodes,
                    ((Number) counts.get("verified")).longValue(),
                    ((Number) counts.get("mismatched")).longValue(),
                    timelines.get(each)));
        }
        return new Run(kind, start, window, tenants);
    }

    private Path file(Contender contender, String suffix) {
        return folder.resolve(contender.tenant() + "." + suffix);
    }
}
