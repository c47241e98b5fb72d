package io.hdfsthrottle.quickstart;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.testkit.process.JavaProcess;
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

    private final Lineup lineup;
    private final Scenario scenario;
    private final Dataset dataset;
    private final RunResult.Kind kind;
    private final Path folder;

    ReadingRun(Lineup lineup, Scenario scenario, Dataset dataset, RunResult.Kind kind) {
        this.lineup = lineup;
        this.scenario = scenario;
        this.dataset = dataset;
        this.kind = kind;
        this.folder = lineup.rig().folder("run-" + kind.word());
    }

    /** Submits the applications and waits until each has its list of files and waits at the gate. */
    List<JavaProcess> submit() {
        List<JavaProcess> applications = scenario.contenders().stream()
                .map(contender -> lineup.application(
                                kind,
                                contender,
                                isSpread() ? "io.hdfsthrottle.jobs.SpreadReadJob" : "io.hdfsthrottle.jobs.ReadJob",
                                arguments(contender))
                        .submit(lineup.rig(), lineup.spark()))
                .toList();
        for (int i = 0; i < applications.size(); i++) {
            Path ready = file(scenario.contenders().get(i), "ready");
            applications.get(i).awaitReady(START, () -> Files.exists(ready));
        }
        return applications;
    }

    private boolean isSpread() {
        return scenario.nodes() > 1;
    }

    private Map<String, String> arguments(Contender contender) {
        Map<String, String> arguments = new LinkedHashMap<>();
        if (isSpread()) {
            arguments.put("folders", Dataset.folders(contender));
        } else {
            arguments.put("folder", Dataset.folder(contender));
        }
        arguments.put("threads", Integer.toString(contender.threads()));
        arguments.put("manifest", dataset.manifest().toString());
        arguments.put("ready", file(contender, "ready").toString());
        arguments.put("gate", gate().toString());
        arguments.put("timeline", file(contender, "timeline.jsonl").toString());
        arguments.put("result", file(contender, "result.json").toString());
        return arguments;
    }

    /** Starts the reading, shows the rates, and returns the results. */
    RunResult read(List<JavaProcess> applications, Progress progress) throws IOException, InterruptedException {
        Instant start = Instant.ofEpochMilli(Instant.now().plus(LEAD).toEpochMilli());
        Instant stop = start.plus(scenario.reading());
        openGate(start, stop);
        String what = "They read under " + kind.limiter();
        try (Progress.Bar bar = progress.bar(what, kind.word(), scenario.reading())) {
            while (Instant.now().isBefore(stop)) {
                bar.at(Duration.between(start, Instant.now()), ratesNow());
                Thread.sleep(GLANCE.toMillis());
            }
            for (JavaProcess application : applications) {
                application.awaitSuccess(STOP);
            }
            RunResult result = result(start);
            bar.done(Report.finding(result));
            return result;
        }
    }

    /** Creates the gate file atomically. */
    private void openGate(Instant start, Instant stop) throws IOException {
        Path draft = folder.resolve("gate.draft");
        Files.writeString(draft, start.toEpochMilli() + " " + stop.toEpochMilli());
        Files.move(draft, gate(), StandardCopyOption.ATOMIC_MOVE);
    }

    private String ratesNow() throws IOException {
        List<String> rates = new ArrayList<>();
        Window recently = new Window(Instant.now().minus(RECENTLY), Instant.now());
        for (Contender contender : scenario.contenders()) {
            Path file = file(contender, "timeline.jsonl");
            if (Files.exists(file) && Files.size(file) > 0) {
                double rate = Timeline.read(file).rate(recently);
                rates.add(String.format(Locale.ROOT, "%s %5s", contender.tenant(), Megabytes.text(rate)));
            }
        }
        return rates.isEmpty() ? "" : String.join("  ", rates) + " MB/s";
    }

    private RunResult result(Instant start) throws IOException {
        Map<Contender, Timeline> timelines = new LinkedHashMap<>();
        for (Contender contender : scenario.contenders()) {
            timelines.put(contender, Timeline.read(file(contender, "timeline.jsonl")));
        }
        Window window = Window.whileAllRead(timelines.values());
        List<TenantResult> tenants = new ArrayList<>();
        for (Contender contender : scenario.contenders()) {
            Map<String, Object> counts = JSON.std.mapFrom(Files.readString(file(contender, "result.json")));
            Timeline timeline = timelines.get(contender);
            tenants.add(new TenantResult(
                    contender,
                    scenario.expected(contender),
                    timeline.rate(window),
                    isSpread() ? ofNodes(contender, window) : List.of(timeline.rate(window)),
                    ((Number) counts.get("verified")).longValue(),
                    ((Number) counts.get("mismatched")).longValue(),
                    timeline));
        }
        return new RunResult(kind, start, window, tenants);
    }

    private List<Double> ofNodes(Contender contender, Window window) throws IOException {
        List<Double> rates = new ArrayList<>();
        for (int node = 1; node <= scenario.nodes(); node++) {
            rates.add(Timeline.read(file(contender, "timeline.jsonl-" + node)).rate(window));
        }
        return rates;
    }

    private Path gate() {
        return folder.resolve("gate");
    }

    private Path file(Contender contender, String suffix) {
        return folder.resolve(contender.tenant() + "." + suffix);
    }
}
