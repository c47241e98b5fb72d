package io.hdfsthrottle.bench;

import java.util.List;

/** What everybody got in one window, and what the disk moved, in bytes per second. */
record Window(List<Double> rates, double moved) {

    double total() {
        return ShareCase.total(rates);
    }

    static List<Double> totals(List<Window> windows) {
        return windows.stream().map(Window::total).toList();
    }

    /** The middle of what a tenant got in these windows. */
    static double median(List<Window> windows, int tenant) {
        return Statistics.median(
                windows.stream().map(window -> window.rates().get(tenant)).toList());
    }
}
