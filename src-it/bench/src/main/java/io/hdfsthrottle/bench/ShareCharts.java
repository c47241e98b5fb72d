package io.hdfsthrottle.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Draws what each tenant is due, gets without control and gets with it. */
final class ShareCharts {

    private ShareCharts() {}

    static Chart<?, ?> of(List<ShareFindings> found) {
        List<String> labels = new ArrayList<>();
        List<Double> due = new ArrayList<>();
        List<Double> off = new ArrayList<>();
        List<Double> on = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            ShareFindings each = found.get(i);
            ShareCase sharing = each.sharing();
            double total = Statistics.median(Window.totals(each.uncontrolled()));
            for (int tenant = 0; tenant < sharing.contenders().size(); tenant++) {
                ShareCase.Contender contender = sharing.contenders().get(tenant);
                labels.add(String.format(Locale.ROOT, "%c: w %d, %s", 'A' + i, contender.weight(), contender.doing()));
                due.add(sharing.due(total).get(tenant) / PaceShares.MEGA);
                off.add(Window.median(each.uncontrolled(), tenant) / PaceShares.MEGA);
                on.add(Window.median(each.controlled(), tenant) / PaceShares.MEGA);
            }
        }
        CategoryChart chart = new CategoryChartBuilder()
                .width(1400)
                .height(600)
                .title("What each tenant is due and gets (a letter for each case; w: weight, thr: threads)")
                .yAxisTitle("MB/s")
                .build();
        chart.getStyler().setXAxisLabelRotation(60);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        chart.addSeries("due", labels, due);
        chart.addSeries("hook off", labels, off);
        chart.addSeries("hook on", labels, on);
        return chart;
    }
}
