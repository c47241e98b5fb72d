package io.hdfsthrottle.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.internal.chartpart.AxesChart;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws charts of figures. */
public final class Charts {

    private static final int WIDTH = 1400;
    private static final int HEIGHT = 600;

    private Charts() {}

    /** The points of one line. */
    public record Line(List<Double> across, List<Double> up) {}

    /** A group of bars for each label, with one bar for each series. */
    public static CategoryChart bars(
            String title, String unit, List<String> labels, Map<String, ? extends List<? extends Number>> series) {
        CategoryChart chart = titled(new CategoryChart(WIDTH, HEIGHT), title, unit);
        chart.getStyler().setXAxisLabelRotation(String.join("", labels).length() > 120 ? 60 : 0);
        series.forEach((name, values) -> chart.addSeries(name, labels, values));
        return chart;
    }

    /** The same with both axes named, and a number on each bar; those of a label stand on each other if stacked. */
    public static Chart<?, ?> bars(
            String title,
            String across,
            String up,
            boolean stacked,
            List<String> labels,
            Map<String, ? extends List<? extends Number>> series) {
        CategoryChart chart = bars(title, up, labels, series);
        chart.setXAxisTitle(across);
        chart.getStyler().setStacked(stacked).setLabelsVisible(true);
        chart.getStyler().setYAxisDecimalPattern("0.##");
        return chart;
    }

    /** Writes the charts below each other into a PNG file. */
    public static void save(List<Chart<?, ?>> charts, Path file) throws IOException {
        BitmapEncoder.saveBitmap(charts, charts.size(), 1, file.toString(), BitmapFormat.PNG);
    }

    private static <C extends AxesChart<?, ?>> C titled(C chart, String title, String unit) {
        chart.setTitle(title);
        chart.setYAxisTitle(unit);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        return chart;
    }

    /** A line for each series; one without a point is left out. */
    public static XYChart lines(String title, String across, String up, Map<String, Line> lines) {
        XYChart chart = titled(new XYChart(WIDTH, HEIGHT), title, up);
        chart.setXAxisTitle(across);
        lines.forEach((name, line) -> {
            if (!line.across().isEmpty()) {
                chart.addSeries(name, line.across(), line.up()).setMarker(SeriesMarkers.NONE);
            }
        });
        return chart;
    }
}
