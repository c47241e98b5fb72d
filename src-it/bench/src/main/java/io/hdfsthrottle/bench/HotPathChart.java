package io.hdfsthrottle.bench;

import java.util.List;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Draws what a call of each limiter costs, by how many threads call. */
final class HotPathChart {

    private HotPathChart() {}

    static Chart<?, ?> of(List<Jmh.Cost> costs, int processors) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(1400)
                .height(600)
                .title("A call that need not wait: processor time")
                .xAxisTitle("threads that call at the same time, on " + processors + " processors")
                .yAxisTitle("nanoseconds")
                .build();
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        costs.stream().map(Jmh.Cost::limiter).distinct().forEach(limiter -> {
            List<Jmh.Cost> ofLimiter = costs.stream()
                    .filter(cost -> cost.limiter().equals(limiter))
                    .toList();
            chart.addSeries(
                    limiter,
                    ofLimiter.stream().map(Jmh.Cost::threads).toList(),
                    ofLimiter.stream()
                            .map(cost -> Math.max(cost.processorNanos(processors), 1))
                            .toList());
        });
        return chart;
    }
}
