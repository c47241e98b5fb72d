package io.hdfsthrottle.bench.report;

import java.util.List;

/**
 * What everybody got in one window, and what the disk moved.
 *
 * @param rates of each tenant, in bytes a second
 * @param moved by the disk, in bytes a second
 * @param seconds how long the window was
 */
public record Window(List<Double> rates, double moved, double seconds) {

    /** What all got together, in bytes a second. */
    public double total() {
        return ShareCase.total(rates);
    }

    /** What the disk moved, in percent of what clients got. */
    double coldPercent() {
        return moved / total() * 100;
    }

    /** What all got together in each of these. */
    public static List<Double> totals(List<Window> windows) {
        return windows.stream().map(Window::total).toList();
    }

    /** The middle of what a tenant got in these windows. */
    public static double median(List<Window> windows, int tenant) {
        return Statistics.median(
                windows.stream().map(window -> window.rates().get(tenant)).toList());
    }
}
