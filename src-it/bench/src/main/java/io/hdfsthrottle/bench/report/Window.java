package io.hdfsthrottle.bench.report;

import java.util.List;

/**
 * The rates of all tenants in one window, and that of the disk.
 *
 * @param rates of each tenant, in bytes a second
 * @param moved by the disk, in bytes a second
 * @param seconds the length of the window
 */
public record Window(List<Double> rates, double moved, double seconds) {

    public Window {
        rates = List.copyOf(rates);
    }

    /** The total rate, in bytes a second. */
    public double total() {
        return Statistics.total(rates);
    }

    /** The bytes moved by the disk, in percent of the clients' bytes. */
    double coldPercent() {
        return moved / total() * 100;
    }

    /** The total rate in each of these. */
    public static List<Double> totals(List<Window> windows) {
        return Statistics.each(windows, Window::total);
    }

    /** A tenant's rate in each of these. */
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
}
