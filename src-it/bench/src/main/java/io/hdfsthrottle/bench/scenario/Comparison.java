package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.scenario.Scenario.Choice.NATIVE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.RATE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.ShareCase;
import io.hdfsthrottle.bench.report.ShareFindings;
import io.hdfsthrottle.bench.report.Window;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.knowm.xchart.internal.chartpart.Chart;

/** Scenario with three equal tenants on a plain DataNode, on one with HDFS's own limit, and on one with the hook. */
public final class Comparison {

    private static final String LIMIT = "dfs.datanode.data.read.bandwidthPerSec";
    private static final int LIMIT_BYTES = 100_000_000;
    private static final int TENANTS = 3;
    private static final List<ShareCase> CASES = List.of(
            ShareCase.backlogged("1:1:1 threads", List.of(1, 1, 1), List.of(1, 1, 1)),
            ShareCase.backlogged("1:2:8 threads", List.of(1, 1, 1), List.of(1, 2, 8)));

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
                    "comparison",
                    "three equal tenants under plain HDFS, HDFS's own limit and hdfs-throttle (the README's table)",
                    Comparison::play,
                    RATE,
                    READAHEAD,
                    NATIVE)
            .of(CASES.stream().map(ShareCase::name).toList());

    private Comparison() {}

    /** The kind of DataNode; its title in charts and tables, and its name in JSON. */
    private enum Node {
        PLAIN("plain HDFS", "plainHdfs"),
        LIMITED("HDFS's own limit", "hdfsLimit"),
        THROTTLED("hdfs-throttle", "hdfsThrottle");

        private final String title;
        private final String member;

        Node(String title, String member) {
            this.title = title;
            this.member = member;
        }

        private void start(SlowDiskCluster cluster) {
            switch (this) {
                case PLAIN -> cluster.plain(Map.of());
                case LIMITED -> cluster.plain(Map.of(LIMIT, Integer.toString(LIMIT_BYTES)));
                case THROTTLED -> cluster.hook(true);
            }
        }
    }

    /** The windows of one case on each of the DataNodes. */
    private record Compared(ShareCase sharing, Map<Node, List<Window>> windows) {

        double megabytes(Node node, int tenant) {
            return Window.megabytes(windows.get(node), tenant);
        }

        private Figures figures() {
            Figures figures = new Figures();
            windows.forEach((node, found) -> figures.put(node.member, ShareFindings.figures(sharing, found)));
            return figures;
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        List<Compared> compared = CASES.stream()
                .filter(each -> stage.plays(each.name()))
                .map(each -> new Compared(each, new EnumMap<>(Node.class)))
                .toList();
        Outcome outcome = new Outcome().figure("diskMiBps", stage.diskRate());
        List<ShareFindings> found;
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, TENANTS)) {
            ShareRun run = new ShareRun(stage, cluster);
            for (Node node : Node.values()) {
                node.start(cluster);
                for (Compared each : compared) {
                    run.measure(each.sharing(), node.title).values().forEach(windows -> each.windows()
                            .put(node, windows));
                }
            }
            String charge = cluster.charge();
            long errors = cluster.hookErrors();
            outcome.figure("hdfsLimitBytesPerSecond", LIMIT_BYTES)
                    .figure("charge", charge)
                    .figure("hookErrors", errors);
            found = compared.stream()
                    .map(each -> new ShareFindings(
                            each.sharing().name(),
                            each.sharing(),
                            each.windows().get(Node.PLAIN),
                            each.windows().get(Node.THROTTLED),
                            charge,
                            errors))
                    .toList();
            found.forEach(each -> outcome.bars(each.bars()));
            outcome.atMost("errors that the hook caught", (double) errors, 0);
        }
        found.forEach(each -> outcome.bars(each.validity(stage.diskRate())));
        compared.forEach(each -> outcome.figure(each.sharing().name(), each.figures()));
        print(stage, compared);
        return outcome.chart(chart(compared));
    }

    /** Prints the table of medians, in MB/s, for the README. */
    private static void print(Stage stage, List<Compared> compared) {
        stage.say("\n| reading threads of A : B : C | plain HDFS | HDFS's own limit at 100 MB/s | hdfs-throttle |");
        stage.say("|---|---|---|---|");
        for (Compared each : compared) {
            StringBuilder row = new StringBuilder("| ").append(each.sharing().name());
            for (Node node : Node.values()) {
                double a = each.megabytes(node, 0);
                double b = each.megabytes(node, 1);
                row.append(String.format(Locale.ROOT, " | %.1f / %.1f / %.1f", a, b, each.megabytes(node, 2)));
            }
            stage.say("%s |", row);
        }
    }

    private static Chart<?, ?> chart(List<Compared> compared) {
        List<String> labels = new ArrayList<>();
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (Compared each : compared) {
            for (int i = 0; i < TENANTS; i++) {
                int tenant = i;
                labels.add((char) ('A' + tenant) + ", " + each.sharing().name());
                each.windows().keySet().forEach(node -> series.computeIfAbsent(node.title, none -> new ArrayList<>())
                        .add(each.megabytes(node, tenant)));
            }
        }
        return Charts.bars("What three equal tenants get from one disk", "MB/s", labels, series);
    }
}
