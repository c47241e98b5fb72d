package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.ShareCase;
import io.hdfsthrottle.bench.report.ShareFindings;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Window;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.knowm.xchart.internal.chartpart.Chart;

/** Scenario with three equal tenants on a plain DataNode, on one with HDFS's own limit, and on one with the hook. */
public final class Comparison implements Scenario {

    private static final String LIMIT = "dfs.datanode.data.read.bandwidthPerSec";
    private static final int LIMIT_BYTES = 100_000_000;

    private static final List<ShareCase> CASES = List.of(
            ShareCase.backlogged("1:1:1 threads", List.of(1, 1, 1), List.of(1, 1, 1)),
            ShareCase.backlogged("1:2:8 threads", List.of(1, 1, 1), List.of(1, 2, 8)));

    /** The kind of DataNode. */
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

        /** The title in charts and tables. */
        String title() {
            return title;
        }

        private void started(SlowDiskCluster cluster) throws InterruptedException {
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
            return Window.median(windows.get(node), tenant) / Statistics.MEGA;
        }

        private ShareFindings findings(String charge, long errors) {
            return new ShareFindings(
                    sharing.name(), sharing, windows.get(Node.PLAIN), windows.get(Node.THROTTLED), charge, errors);
        }

        private Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            windows.forEach((node, found) -> members.put(node.member, ShareFindings.members(sharing, found)));
            return members;
        }
    }

    @Override
    public String name() {
        return "comparison";
    }

    @Override
    public String shows() {
        return "three equal tenants under plain HDFS, HDFS's own limit and hdfs-throttle (the README's table)";
    }

    @Override
    public List<String> cases() {
        return CASES.stream().map(ShareCase::name).toList();
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.RATE, Choice.READAHEAD, Choice.NATIVE);
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        List<ShareCase> played =
                CASES.stream().filter(each -> stage.plays(each.name())).toList();
        List<Compared> compared = played.stream()
                .map(each -> new Compared(each, new EnumMap<>(Node.class)))
                .toList();
        String charge;
        long errors;
        try (SlowDiskCluster cluster = SlowDiskCluster.start(
                stage, DiskKind.STEADY, CASES.get(0).contenders().size())) {
            ShareRun run = new ShareRun(stage, cluster);
            for (Node node : Node.values()) {
                node.started(cluster);
                for (Compared each : compared) {
                    each.windows()
                            .put(
                                    node,
                                    run.measure(each.sharing(), node.title())
                                            .get(0)
                                            .bySpeed()
                                            .get(0));
                }
            }
            charge = cluster.charge();
            errors = cluster.hookErrors();
        }
        print(stage, compared);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", stage.diskRate());
        figures.put("hdfsLimitBytesPerSecond", LIMIT_BYTES);
        figures.put("charge", charge);
        figures.put("hookErrors", errors);
        compared.forEach(each -> figures.put(each.sharing().name(), each.members()));
        List<ShareFindings> found =
                compared.stream().map(each -> each.findings(charge, errors)).toList();
        List<Bar> bars = new ArrayList<>();
        found.forEach(each -> bars.addAll(each.bars()));
        bars.add(Bar.atMost("errors that the hook caught", (double) errors, 0));
        found.forEach(each -> bars.addAll(PaceShares.validity(stage, each)));
        return new Outcome(figures, bars, List.of(chart(compared)));
    }

    /** Prints the table of medians, in MB/s, for the README. */
    private static void print(Stage stage, List<Compared> compared) {
        stage.say("");
        stage.say("| reading threads of A : B : C | plain HDFS | HDFS's own limit at 100 MB/s | hdfs-throttle |");
        stage.say("|---|---|---|---|");
        for (Compared each : compared) {
            StringBuilder row = new StringBuilder("| ").append(each.sharing().name());
            for (Node node : Node.values()) {
                row.append(String.format(
                        Locale.ROOT,
                        " | %.1f / %.1f / %.1f",
                        each.megabytes(node, 0),
                        each.megabytes(node, 1),
                        each.megabytes(node, 2)));
            }
            stage.say("%s |", row);
        }
    }

    private static Chart<?, ?> chart(List<Compared> compared) {
        List<String> labels = new ArrayList<>();
        for (Compared each : compared) {
            for (int tenant = 0; tenant < each.sharing().contenders().size(); tenant++) {
                labels.add(String.format(
                        Locale.ROOT, "%c, %s", 'A' + tenant, each.sharing().name()));
            }
        }
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (Node node : Node.values()) {
            List<Double> rates = new ArrayList<>();
            for (Compared each : compared) {
                for (int tenant = 0; tenant < each.sharing().contenders().size(); tenant++) {
                    rates.add(each.megabytes(node, tenant));
                }
            }
            series.put(node.title(), rates);
        }
        return Charts.bars("What three equal tenants get from one disk", "MB/s", labels, series);
    }
}
