package io.hdfsthrottle.bench;

import java.util.List;
import java.util.stream.IntStream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;

/** Draws what the hook cost in each repeat. */
final class OverheadChart {

    private OverheadChart() {}

    static Chart<?, ?> of(List<String> loads, List<List<Double>> costs) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(1000)
                .height(500)
                .title("Cost of the hook with nothing to control")
                .xAxisTitle("repeat (a DataNode started anew)")
                .yAxisTitle("percent of throughput")
                .build();
        for (int i = 0; i < loads.size(); i++) {
            List<Integer> rounds =
                    IntStream.rangeClosed(1, costs.get(i).size()).boxed().toList();
            chart.addSeries(loads.get(i), rounds, costs.get(i));
        }
        return chart;
    }
}
