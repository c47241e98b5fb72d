package io.hdfsthrottle.bench;

import java.util.List;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;

/** Draws what a tenant keeps that reads from the page cache, and what the others keep beside it. */
final class CachedChart {

    private CachedChart() {}

    static Chart<?, ?> of(List<String> labels, List<Double> off, List<Double> on) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(1000)
                .height(500)
                .title("A page-cached tenant beside cold ones")
                .yAxisTitle("percent of what it is alone")
                .build();
        chart.addSeries("hook off", labels, off);
        chart.addSeries("hook on", labels, on);
        return chart;
    }
}
