package io.hdfsthrottle.bench;

import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws the moving averages of a {@link Timeline}. */
final class ReactionChart {

    private static final double STEP = 0.05;
    private static final List<String> NAMES = List.of("8 threads", "2 threads", "1 thread");

    private ReactionChart() {}

    static Chart<?, ?> of(String title, Timeline timeline) {
        XYChart chart = new XYChartBuilder()
                .width(1400)
                .height(450)
                .title(title)
                .xAxisTitle("seconds")
                .yAxisTitle("MB/s, 200 ms average")
                .build();
        chart.getStyler().setLegendPosition(LegendPosition.InsideNW);
        double end = timeline.samples().get(timeline.samples().size() - 1).seconds();
        List<Double> times = new ArrayList<>();
        for (double now = Timeline.AVERAGED_OVER; now < end; now += STEP) {
            times.add(now);
        }
        for (int i = 0; i < NAMES.size(); i++) {
            int tenant = i;
            add(
                    chart,
                    NAMES.get(i),
                    times,
                    times.stream()
                            .map(now -> timeline.rate(tenant, now - Timeline.AVERAGED_OVER, now))
                            .toList());
        }
        add(
                chart,
                "total",
                times,
                times.stream()
                        .map(now -> timeline.total(now - Timeline.AVERAGED_OVER, now))
                        .toList());
        return chart;
    }

    private static void add(XYChart chart, String name, List<Double> times, List<Double> rates) {
        chart.addSeries(
                        name,
                        times,
                        rates.stream().map(rate -> rate / PaceShares.MEGA).toList())
                .setMarker(SeriesMarkers.NONE);
    }
}
