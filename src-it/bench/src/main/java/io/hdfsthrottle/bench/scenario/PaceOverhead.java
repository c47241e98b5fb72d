package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.numbered;
import static io.hdfsthrottle.bench.report.Statistics.quantile;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.SwitchedPlugin;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * Scenario that measures the hook's cost when there is nothing to control: one client reads what is in the page cache
 * from one DataNode in which the hook is switched, since no two JVMs are equally fast.
 */
public record PaceOverhead(Cluster cluster, Hdfs client, Path folder) {

    private static final List<String> LOADS = List.of("STREAMING_64K", "RANDOM_4K");
    private static final int FILE_BYTES = 64 << 20;
    private static final String FILE = "/file";
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final double NOTCH = 1.57; // half a median's 95 % interval, in interquartile ranges

    public static final Scenario SCENARIO = Scenario.named(
            "pace-overhead",
            "the hook costs nothing worth measuring when there is nothing to control (no root needed)",
            PaceOverhead::play,
            Choice.NATIVE);

    /** The client's rate, and the bytes per second of processor time that the DataNode used for it. */
    private record Turn(double bytesPerSecond, double bytesPerProcessorSecond) {}

    /** One repeat: median costs of the turns with the hook, their noise, and the medians of all turns. */
    private record Repeat(
            double costPercent,
            double noisePercent,
            double processorCostPercent,
            int turnsWithTheHook,
            double offMBps,
            double onMBps) {}

    /** The median cost: of each turn with the hook against those without it before and after, in percent. */
    static double costPercent(List<Double> turns) {
        return median(numbered(turns.size() / 2, i -> {
            double off = (turns.get(2 * i) + turns.get(2 * i + 2)) / 2;
            return (1 - turns.get(2 * i + 1) / off) * 100;
        }));
    }

    /**
     * The cost that could be measured if there were none, in percent: half the 95 % interval of a median of as many
     * differences, from their interquartile range. The differences are signed, since absolute ones spread half as far;
     * the range of both signs cannot cancel itself out as their median does.
     */
    static double noisePercent(List<Double> turns) {
        List<Double> differences = numbered(turns.size() / 2, i -> (1 - turns.get(2 * i) / turns.get(2 * i + 2)) * 100);
        return NOTCH * (quantile(differences, 0.75) - quantile(differences, 0.25)) / Math.sqrt(differences.size());
    }

    private static Outcome play(Stage stage) throws Exception {
        Cluster cluster =
                stage.cluster(stage.folder().resolve("node"), stage.settings(), List.of(), List.of(Stage.benchJar()));
        Hdfs client = stage.resources().own(Hdfs.untagged(cluster.nameNode()));
        client.write(FILE, FILE_BYTES, 1);
        Map<String, List<Repeat>> found = new LinkedHashMap<>();
        for (int repeat = 1; repeat <= stage.repeats(); repeat++) {
            PaceOverhead node = new PaceOverhead(cluster, client, Files.createTempDirectory(stage.folder(), "switch"));
            node.restart();
            for (String load : LOADS) {
                Repeat one = node.repeat(load, (int) Math.max(3, stage.window().toSeconds() * 8));
                found.computeIfAbsent(load, none -> new ArrayList<>()).add(one);
                stage.say("repeat %d %-14s %s", repeat, load, one);
            }
        }
        Outcome outcome = new Outcome().figure("processorsKeptApart", PROCESSORS >= 2);
        found.forEach((load, all) -> outcome.figure(load, Figures.of(all))
                .atMost(load + ": cost, worst repeat, percent", each(all, Repeat::costPercent), 1)
                .atMost(VALID + load + ": noise, worst repeat, percent", each(all, Repeat::noisePercent), 1));
        return outcome;
    }

    private void restart() {
        // A process inherits its CPU affinity, and a JVM with one processor behaves differently.
        apart(false);
        cluster.restartDataNode(SwitchedPlugin.settings(folder));
        client.awaitReadable(FILE);
        apart(true);
    }

    /** Binds this process to one processor and the DataNode to another, or lets both run anywhere. */
    private void apart(boolean apart) {
        String all = "0-" + (PROCESSORS - 1);
        long[] processes = {
            ProcessHandle.current().pid(), cluster.dataNode().process().pid()
        };
        for (int i = 0; PROCESSORS >= 2 && i < processes.length; i++) {
            SystemCommands.output("taskset", "-a", "-c", "-p", apart ? "" + i : all, Long.toString(processes[i]));
        }
    }

    /** Without, with, ..., without: each turn with the hook is compared with the one before it and the one after it. */
    private Repeat repeat(String load, int many) throws IOException {
        for (boolean on : new boolean[] {true, false}) {
            Stage.hook(folder, on);
            measure(load, 15_000);
        }
        List<Turn> turns = new ArrayList<>();
        for (int i = 0; i <= 2 * many; i++) {
            Stage.hook(folder, i % 2 == 1);
            // By then the hook has found the volumes, and ticks a quarter as often if there was nothing to decide.
            turns.add(measure(load, 1_300));
        }
        List<Double> rates = each(turns, Turn::bytesPerSecond);
        return new Repeat(
                costPercent(rates),
                noisePercent(rates),
                costPercent(each(turns, Turn::bytesPerProcessorSecond)),
                many,
                median(numbered(many, i -> rates.get(2 * i))) / MEGA,
                median(numbered(many, i -> rates.get(2 * i + 1))) / MEGA);
    }

    /** A short window: the machine's speed varies by a fifth from one second to the next because of other users. */
    private Turn measure(String load, int runInMillis) {
        try (Streams streams = load.equals(LOADS.get(0))
                ? Streams.reading(client, FILE, 1)
                : Streams.readingAnywhere(client, FILE, FILE_BYTES, 4096, Streams.Behind.LEFT)) {
            Rates.over(Duration.ofMillis(runInMillis), List.of(streams));
            List<DoubleSupplier> counters = List.of(streams::bytes, () -> Stage.processorNanos(cluster));
            List<Double> grown = Stage.growth(Duration.ofMillis(500), counters);
            streams.check();
            return new Turn(grown.get(0), grown.get(0) / grown.get(1) * 1e9);
        }
    }
}
