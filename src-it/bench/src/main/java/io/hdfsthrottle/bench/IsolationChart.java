package io.hdfsthrottle.bench;

import java.util.List;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;

/** Draws what part of its work a tenant did in each second. */
final class IsolationChart {

    private IsolationChart() {}

    static Chart<?, ?> of(String title, Isolation alone, Isolation beside) {
        XYChart chart = new XYChartBuilder()
                .width(1000)
                .height(400)
                .title("Isolation from a neighbour with 16 times the threads, " + title)
                .xAxisTitle("second")
                .yAxisTitle("percent of what it was to do")
                .build();
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setYAxisMax(105.0);
        chart.addSeries("alone", seconds(alone), alone.percents());
        chart.addSeries("beside the hog", seconds(beside), beside.percents());
        return chart;
    }

    private static List<Integer> seconds(Isolation isolation) {
        return IntStream.range(0, isolation.percents().size()).boxed().toList();
    }
}
