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

    /** The total rate, in bytes a second. */
    public double total() {
        return ShareCase.total(rates);
    }

    /** The bytes moved by the disk, in percent of the clients' bytes. */
    double coldPercent() {
        return moved / total() * 100;
    }

    /** The total rate in each of these. */
    public static List<Double> totals(List<Window> windows) {
        return windows.stream().map(Window::total).toList();
    }

    /** The median of a tenant's rate in these windows. */
    public static double median(List<Window> windows, int tenant) {
        return Statistics.median(
                windows.stream().map(window -> window.rates().get(tenant)).toList());
    }
}
