package io.hdfsthrottle.bench;

import io.hdfsthrottle.bench.Comparison.Compared;
import io.hdfsthrottle.bench.Comparison.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Draws what each tenant gets on each of the three DataNodes. */
final class ComparisonChart {

    private ComparisonChart() {}

    static Chart<?, ?> of(List<Compared> compared) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(1000)
                .height(500)
                .title("What three equal tenants get from one disk")
                .yAxisTitle("MB/s")
                .build();
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        for (Node node : Node.values()) {
            List<String> labels = new ArrayList<>();
            List<Double> rates = new ArrayList<>();
            for (Compared each : compared) {
                for (int tenant = 0; tenant < each.sharing().contenders().size(); tenant++) {
                    labels.add(String.format(
                            Locale.ROOT, "%c, %s", 'A' + tenant, each.sharing().name()));
                    rates.add(each.megabytes(node, tenant));
                }
            }
            chart.addSeries(node.title(), labels, rates);
        }
        return chart;
    }
}
