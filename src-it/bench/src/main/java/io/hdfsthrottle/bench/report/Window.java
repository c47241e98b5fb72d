package io.hdfsthrottle.bench.report;

import java.util.List;
import java.util.Locale;

/** The rates of all tenants in one window, and that of the disk, in bytes a second. */
public record Window(List<Double> rates, double moved, double seconds) {

    public double total() {
        return Statistics.total(rates);
    }

    /** The bytes moved by the disk, in percent of the clients' bytes. */
    public double coldPercent() {
        return moved / total() * 100;
    }

    public static List<Double> totals(List<Window> windows) {
        return Statistics.each(windows, Window::total);
    }

    public static List<Double> of(List<Window> windows, int tenant) {
        return Statistics.each(windows, window -> window.rates.get(tenant));
    }

    /** The median of a tenant's rate in these windows, in MB/s. */
    public static double megabytes(List<Window> windows, int tenant) {
        return Statistics.median(of(windows, tenant)) / Statistics.MEGA;
    }

    /** The worst of these totals with the hook, in percent of the median of those without it. */
    public static double leastTotalPercent(List<Double> controlled, List<Double> uncontrolled) {
        return Statistics.smallest(controlled) / Statistics.median(uncontrolled) * 100;
    }

    public String text() {
        double moved = this.moved / Statistics.MEGA;
        return String.format(
                Locale.ROOT, "%s total %.1f MB/s (disk %.1f)", megabytes(rates), total() / Statistics.MEGA, moved);
    }

    /** Rates in MB/s, for a printed line. */
    public static String megabytes(List<Double> rates) {
        return Statistics.each(rates, rate -> Math.round(rate / Statistics.MEGA * 10) / 10.0)
                .toString();
    }
}
