package io.hdfsthrottle.bench.scenario.cluster;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largest;
import static io.hdfsthrottle.bench.report.Statistics.median;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.placed.Reader;
import io.hdfsthrottle.bench.load.placed.ThreeNodes;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The rates of all tenants in one window of a phase.
 *
 * @param nodes for each node, its tenants' rates there
 */
record ClusterWindow(Phase phase, List<Window> nodes) {

    /** Of these readers, in a window of the stage's length. */
    static ClusterWindow measured(Stage stage, ThreeNodes nodes, Phase phase, Map<Reader, Streams> reading) {
        List<List<Reader>> readers = IntStream.range(0, nodes.disks().size())
                .mapToObj(node -> reading.keySet().stream()
                        .filter(reader -> reader.node() == node)
                        .toList())
                .toList();
        List<List<Streams>> streams = readers.stream()
                .map(here -> here.stream().map(reading::get).toList())
                .toList();
        List<Window> windows = stage.windows(nodes.disks(), streams);
        return new ClusterWindow(
                phase,
                IntStream.range(0, windows.size())
                        .mapToObj(node -> byTenant(phase, readers.get(node), windows.get(node)))
                        .toList());
    }

    private static Window byTenant(Phase phase, List<Reader> readers, Window window) {
        List<Double> rates = new ArrayList<>(Collections.nCopies(phase.terms().size(), 0.0));
        for (int i = 0; i < readers.size(); i++) {
            rates.set(readers.get(i).tenant(), window.rates().get(i));
        }
        return new Window(rates, window.moved(), window.seconds());
    }

    /** A tenant's rate from all nodes, in bytes a second. */
    double tenant(int tenant) {
        return Statistics.total(each(nodes, node -> node.rates().get(tenant)));
    }

    /** The total rate, in bytes a second. */
    double total() {
        return Statistics.total(Window.totals(nodes));
    }

    /** A tenant's due of the nodes' throughput, in bytes a second. */
    double due(int tenant) {
        return phase.due(Window.totals(nodes)).get(tenant);
    }

    /** The deviation of a tenant's total from its due, in percent of that. */
    double errorPercent(int tenant) {
        return Math.abs(tenant(tenant) / due(tenant) - 1) * 100;
    }

    /** The same of the tenant that deviates most. */
    double worstErrorPercent() {
        return largest(each(phase.reading(), this::errorPercent));
    }

    /** The totals and dues, to print. */
    String line() {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT, "total %6.1f MB/s, worst error %6.2f %%:", total() / MEGA, worstErrorPercent()));
        for (int tenant : phase.reading()) {
            line.append(String.format(
                    Locale.ROOT,
                    "  %s %.1f (due %.1f)",
                    ThreeNodes.tenant(tenant),
                    tenant(tenant) / MEGA,
                    due(tenant) / MEGA));
        }
        return line.toString();
    }

    /** The figures in JSON of several windows of one phase. */
    static Figures figures(List<ClusterWindow> windows) {
        return new Figures()
                .small("worstErrorPercent", each(windows, ClusterWindow::worstErrorPercent))
                .megabytes("totalMBps", each(windows, ClusterWindow::total))
                .put(
                        "tenants",
                        windows.get(0).phase().reading().stream()
                                .map(tenant -> figures(tenant, windows))
                                .toList());
    }

    private static Figures figures(int tenant, List<ClusterWindow> windows) {
        Phase phase = windows.get(0).phase();
        return new Figures()
                .put("tenant", ThreeNodes.tenant(tenant))
                .put("dataOnNodes", ClusterCase.DATA.get(tenant).title())
                .put("priority", phase.terms().get(tenant).priority())
                .small("errorPercent", each(windows, window -> window.errorPercent(tenant)))
                .megabytes("dueMBps", each(windows, window -> window.due(tenant)))
                .megabytes("totalMBps", each(windows, window -> window.tenant(tenant)))
                .put(
                        "medianMBpsOfNodes",
                        IntStream.range(0, ClusterCase.NODES)
                                .mapToObj(node -> median(each(windows, window -> window.nodes()
                                                .get(node)
                                                .rates()
                                                .get(tenant)))
                                        / MEGA)
                                .toList());
    }
}
