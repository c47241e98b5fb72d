package io.hdfsthrottle.bench;

import io.hdfsthrottle.bench.PaceShares.Window;
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

    static Chart<?, ?> of(List<ShareCase> cases, List<List<Window>> uncontrolled, List<List<Window>> controlled) {
        List<String> labels = new ArrayList<>();
        List<Double> due = new ArrayList<>();
        List<Double> off = new ArrayList<>();
        List<Double> on = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            ShareCase each = cases.get(i);
            double total = Statistics.median(
                    uncontrolled.get(i).stream().map(Window::total).toList());
            for (int tenant = 0; tenant < each.contenders().size(); tenant++) {
                ShareCase.Contender contender = each.contenders().get(tenant);
                labels.add(String.format(
                        Locale.ROOT,
                        "%c: w %d, %s",
                        'A' + i,
                        contender.weight(),
                        contender.isSlow() ? "slow" : contender.threads() + " thr"));
                due.add(each.due(total).get(tenant) / PaceShares.MEGA);
                off.add(ShareFindings.median(uncontrolled.get(i), tenant) / PaceShares.MEGA);
                on.add(ShareFindings.median(controlled.get(i), tenant) / PaceShares.MEGA);
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
