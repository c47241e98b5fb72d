package io.hdfsthrottle.bench.scenario.cluster;

import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.load.Recorder;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.placed.Reader;
import io.hdfsthrottle.bench.load.placed.ThreeNodes;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs the phases of cases on three nodes; readers of two consecutive phases continue between them. */
final class PhaseRun {

    /** From a change to the first window. */
    static final Duration SETTLING = Duration.ofSeconds(5);

    /** A newly started DataNode compiles its code while it serves the first files. */
    private static final Duration WARMING_UP = Duration.ofSeconds(30);

    private final Stage stage;
    private final ThreeNodes nodes;
    private final String under;

    /** With the DataNodes in their current state, and its name for printed lines. */
    PhaseRun(Stage stage, ThreeNodes nodes, String under) {
        this.stage = stage;
        this.nodes = nodes;
        this.under = under;
    }

    /** The measurements of a case: windows of each phase, and each tenant's bytes all the time. */
    record Measured(List<List<ClusterWindow>> byPhase, Timeline timeline) {}

    /** Reads as in this phase, without measuring. */
    void warmUp(Phase phase) throws IOException {
        phase.begin(nodes);
        List<Streams> reading = phase.readers().stream().map(nodes::start).toList();
        try {
            Rates.over(WARMING_UP, List.of());
        } finally {
            reading.parallelStream().forEach(Streams::close);
        }
    }

    Measured measure(ClusterCase each) throws IOException {
        int tenants = each.phases().get(0).terms().size();
        Map<Reader, Streams> reading = new LinkedHashMap<>();
        List<List<ClusterWindow>> byPhase = new ArrayList<>();
        PageCache.dropAll();
        try (Recorder recorder = Recorder.of(tenants)) {
            for (Phase phase : each.phases()) {
                change(phase, reading, recorder);
                Rates.over(SETTLING, List.of());
                List<ClusterWindow> windows = new ArrayList<>();
                for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                    ClusterWindow window = window(nodes, reading, tenants, stage.window());
                    windows.add(window);
                    stage.say("%s", line(each.name() + ", " + phase.name(), phase, window));
                }
                byPhase.add(windows);
            }
            recorder.check();
            return new Measured(byPhase, recorder.timeline());
        }
    }

    private void change(Phase phase, Map<Reader, Streams> reading, Recorder recorder) throws IOException {
        phase.begin(nodes);
        List<Reader> ending = reading.keySet().stream()
                .filter(reader -> !phase.readers().contains(reader))
                .toList();
        ending.parallelStream().forEach(reader -> reading.get(reader).close());
        ending.forEach(reading::remove);
        for (Reader reader : phase.readers()) {
            if (!reading.containsKey(reader)) {
                Streams streams = nodes.start(reader);
                reading.put(reader, streams);
                recorder.add(reader.tenant(), streams);
            }
        }
    }

    /** The rates of these readers in a window of that length. */
    static ClusterWindow window(ThreeNodes nodes, Map<Reader, Streams> reading, int tenants, Duration length) {
        List<Long> before =
                nodes.nodes().stream().map(node -> node.disk().bytesMoved()).toList();
        List<Reader> readers = List.copyOf(reading.keySet());
        long from = System.nanoTime();
        List<Double> rates =
                Rates.over(length, readers.stream().map(reading::get).toList());
        double seconds = (System.nanoTime() - from) / 1e9;
        List<Window> windows = new ArrayList<>();
        for (int node = 0; node < before.size(); node++) {
            double[] byTenant = new double[tenants];
            for (int i = 0; i < readers.size(); i++) {
                if (readers.get(i).node() == node) {
                    byTenant[readers.get(i).tenant()] += rates.get(i);
                }
            }
            double moved = (nodes.nodes().get(node).disk().bytesMoved() - before.get(node)) / seconds;
            windows.add(new Window(Arrays.stream(byTenant).boxed().toList(), moved, seconds));
        }
        return new ClusterWindow(windows);
    }

    private String line(String name, Phase phase, ClusterWindow window) {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%-4s %-28s total %6.1f MB/s, worst error %6.2f %%:",
                under,
                name,
                window.total() / Statistics.MEGA,
                window.worstErrorPercent(phase)));
        List<Double> due = window.due(phase);
        for (int tenant = 0; tenant < due.size(); tenant++) {
            if (phase.reads(tenant)) {
                line.append(String.format(
                        Locale.ROOT,
                        "  %s %.1f (due %.1f)",
                        ThreeNodes.tenant(tenant),
                        window.tenant(tenant) / Statistics.MEGA,
                        due.get(tenant) / Statistics.MEGA));
            }
        }
        return line.toString();
    }
}
