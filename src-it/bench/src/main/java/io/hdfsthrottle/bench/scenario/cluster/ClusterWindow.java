package io.hdfsthrottle.bench.scenario.cluster;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largest;
import static io.hdfsthrottle.bench.report.Statistics.total;

import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.bench.scenario.cluster.Phase.Reader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What all tenants got in one window of a phase, compared with their due of the nodes' throughput.
 *
 * @param worstErrorPercent of the tenant that deviates most
 * @param nodes for each node, the rates of the phase's readers there
 */
record ClusterWindow(double worstErrorPercent, double totalMBps, Map<String, Share> tenants, List<Window> nodes) {

    /** One tenant's; the error is the deviation of its total from its due, in percent of that. */
    record Share(
            String dataOnNodes,
            int priority,
            double errorPercent,
            double dueMBps,
            double totalMBps,
            List<Double> nodesMBps) {}

    static ClusterWindow of(Phase phase, List<Window> nodes) {
        Map<String, Share> tenants = new LinkedHashMap<>();
        List<Double> due = phase.due(Window.totals(nodes));
        for (int tenant : phase.reading()) {
            List<Double> rates = IntStream.range(0, nodes.size())
                    .mapToObj(node -> rate(phase.on(node), nodes.get(node), tenant) / MEGA)
                    .toList();
            double fair = due.get(tenant) / MEGA;
            tenants.put(
                    ThreeNodes.tenant(tenant),
                    new Share(
                            ClusterCase.DATA.get(tenant).title(),
                            phase.terms().get(tenant).priority(),
                            Math.abs(total(rates) / fair - 1) * 100,
                            fair,
                            total(rates),
                            rates));
        }
        double worst = largest(each(List.copyOf(tenants.values()), Share::errorPercent));
        return new ClusterWindow(worst, total(Window.totals(nodes)) / MEGA, tenants, nodes);
    }

    private static double rate(List<Reader> readers, Window window, int tenant) {
        return IntStream.range(0, readers.size())
                .filter(i -> readers.get(i).tenant() == tenant)
                .mapToDouble(i -> window.rates().get(i))
                .sum();
    }
}
