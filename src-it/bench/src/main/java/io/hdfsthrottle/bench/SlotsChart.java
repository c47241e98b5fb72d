package io.hdfsthrottle.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws how long the visitor's reads took, from the shortest to the longest. */
final class SlotsChart {

    private static final double LEAST_MILLIS = 0.1;

    private SlotsChart() {}

    static Chart<?, ?> of(Map<String, Latencies> runs) {
        XYChart chart = new XYChartBuilder()
                .width(1000)
                .height(600)
                .title("A visitor's reads, alone and beside a crowd that has taken every transfer thread")
                .xAxisTitle("percent of the reads")
                .yAxisTitle("took at most, ms")
                .build();
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setLegendPosition(LegendPosition.InsideNW);
        runs.forEach((name, latencies) -> {
            if (latencies.millis().isEmpty()) {
                return; // not one read came to its end
            }
            List<Double> percents = new ArrayList<>();
            List<Double> millis = new ArrayList<>();
            for (double percent = 0.5; percent <= 100; percent += 0.5) {
                percents.add(percent);
                millis.add(Math.max(latencies.percentile(percent), LEAST_MILLIS));
            }
            chart.addSeries(name, percents, millis).setMarker(SeriesMarkers.NONE);
        });
        return chart;
    }
}
