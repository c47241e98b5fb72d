package io.hdfsthrottle.bench.report;

import java.util.ArrayList;
import java.util.List;

/** Criteria for invalid measurements: clients were served from memory, or the disk did not have its intended rate. */
public final class Validity {

    public static final String VALID = "valid run: ";

    private Validity() {}

    /** The bars of windows without the hook and with it; the rate of the disk in bytes a second, NaN if it varies. */
    public static List<Bar> of(String where, List<Window> uncontrolled, List<Window> controlled, double rate) {
        return of(where, uncontrolled, controlled, rate, false);
    }

    /** The same beside busy processes, or not. */
    static List<Bar> of(String where, List<Window> uncontrolled, List<Window> controlled, double rate, boolean isBusy) {
        List<Window> all = new ArrayList<>(uncontrolled);
        all.addAll(controlled);
        List<Bar> bars = new ArrayList<>(cold(where, Statistics.each(all, Window::coldPercent)));
        if (!Double.isNaN(rate)) {
            bars.addAll(nearRate(where, Statistics.each(uncontrolled, window -> window.moved() / rate * 100), isBusy));
        }
        return bars;
    }

    /**
     * Clients that get more than the disk moves are served from memory; those that get less wait for data that is still
     * being read ahead, which makes a baseline small and the hook large, or the hook small.
     */
    public static List<Bar> cold(String where, List<Double> percentsOfClients) {
        return between(where + "moved by the disk", "percent of what clients moved", percentsOfClients, 97, 103);
    }

    /** The same from below only, for whole runs: what was read ahead for a client that then stopped is moved, too. */
    public static Bar fromDisk(String where, List<Double> percentsOfClients) {
        String name = VALID + where + "moved by the disk, percent of what clients moved";
        return Bar.atLeast(name, Statistics.smallest(percentsOfClients), 97);
    }

    /**
     * A baseline below the disk's rate favours the hook, one above it disfavours the hook; neither is the disk. Beside
     * busy processes HDFS may give less, which is what it gives there.
     */
    public static List<Bar> nearRate(String where, List<Double> percentsOfRate, boolean isBusy) {
        String what = where + "moved by the disk without the hook";
        return between(what, "percent of its rate", percentsOfRate, isBusy ? 0 : 95, 105);
    }

    private static List<Bar> between(String what, String unit, List<Double> values, double least, double most) {
        return List.of(
                Bar.atLeast(VALID + what + ", least, " + unit, Statistics.smallest(values), least),
                Bar.atMost(VALID + what + ", most, " + unit, Statistics.largest(values), most));
    }
}
