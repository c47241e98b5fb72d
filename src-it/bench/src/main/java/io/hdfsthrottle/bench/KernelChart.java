package io.hdfsthrottle.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Draws and tells what several tenants got in some windows. */
final class KernelChart {

    private KernelChart() {}

    /** A bar for each tenant in each bundle of windows; a bundle with fewer tenants has bars of no height. */
    static void draw(CategoryChart chart, Map<String, List<Window>> bundles, int tenants) {
        chart.getStyler().setXAxisLabelRotation(60);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        for (int tenant = 0; tenant < tenants; tenant++) {
            int each = tenant;
            chart.addSeries(
                    "tenant " + (tenant + 1),
                    List.copyOf(bundles.keySet()),
                    bundles.values().stream()
                            .map(windows -> each < windows.get(0).rates().size()
                                    ? Window.median(windows, each) / PaceShares.MEGA
                                    : 0.0)
                            .toList());
        }
    }

    /** Medians and every window, in MB/s. */
    static Map<String, Object> members(List<Window> windows) {
        Map<String, Object> members = new LinkedHashMap<>();
        int tenants = windows.get(0).rates().size();
        members.put(
                "medianMBps",
                IntStream.range(0, tenants)
                        .mapToObj(tenant -> megabytes(Window.median(windows, tenant)))
                        .toList());
        members.put(
                "windowsMBps",
                windows.stream()
                        .map(window -> window.rates().stream()
                                .map(KernelChart::megabytes)
                                .toList())
                        .toList());
        members.put(
                "diskMBps",
                windows.stream().map(window -> megabytes(window.moved())).toList());
        return members;
    }

    private static Object megabytes(double bytes) {
        return Statistics.jsonNumber(bytes / PaceShares.MEGA);
    }
}
