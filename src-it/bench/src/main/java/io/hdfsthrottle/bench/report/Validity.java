package io.hdfsthrottle.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Criteria for invalid measurements: clients were served from memory, or the disk did not have its intended rate, in
 * either direction. The same rules hold for windows with the hook and without it.
 */
public final class Validity {

    /** The prefix of the bar of a run's validity. */
    public static final String VALID = "valid run: ";

    private Validity() {}

    /**
     * The bars of these windows.
     *
     * @param where what they have in common, for instance {@code disk 1}; empty if there is nothing to distinguish
     * @param uncontrolled windows without the hook
     * @param controlled windows with it
     * @param rate of the disk in bytes a second; empty where its throughput depends on the requests
     */
    public static List<Bar> of(String where, List<Window> uncontrolled, List<Window> controlled, OptionalDouble rate) {
        List<Window> all =
                Stream.concat(uncontrolled.stream(), controlled.stream()).toList();
        List<Bar> bars = new ArrayList<>(cold(where, Statistics.each(all, Window::coldPercent)));
        rate.ifPresent(bytes ->
                bars.addAll(nearRate(where, Statistics.each(uncontrolled, window -> window.moved() / bytes * 100))));
        return bars;
    }

    /**
     * Clients that get more than the disk moves are served from memory; those that get less wait for data that is still
     * being read ahead, which makes a baseline small and the hook large, or the hook small.
     */
    public static List<Bar> cold(String where, List<Double> percentsOfClients) {
        String moved = VALID + where + "moved by the disk, ";
        String clients = ", percent of what clients moved";
        return List.of(
                Bar.atLeast(moved + "least" + clients, Statistics.smallest(percentsOfClients), 97),
                Bar.atMost(moved + "most" + clients, Statistics.largest(percentsOfClients), 103));
    }

    /** The same from below only, for whole runs: what was read ahead for a client that then stopped is moved, too. */
    public static Bar fromDisk(String where, List<Double> percentsOfClients) {
        String name = VALID + where + "moved by the disk, percent of what clients moved";
        return Bar.atLeast(name, Statistics.smallest(percentsOfClients), 97);
    }

    /** A baseline below the disk's rate favours the hook, one above it disfavours the hook; neither is the disk. */
    public static List<Bar> nearRate(String where, List<Double> percentsOfRate) {
        String moved = VALID + where + "moved by the disk without the hook, ";
        return List.of(
                Bar.atLeast(moved + "least, percent of its rate", Statistics.smallest(percentsOfRate), 95),
                Bar.atMost(moved + "most, percent of its rate", Statistics.largest(percentsOfRate), 105));
    }
}
