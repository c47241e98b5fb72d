package io.hdfsthrottle.bench.paper;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A run of a scenario for the papers, with the minutes that it takes on two processors: all fit into 90. */
public enum Run {
    SHARES(2, "pace-shares", "--case=4:8:8 with 8:2:1"),
    TASKS(2, "task-rates", "--case=limits", "--seconds=5"),
    LIMITED_JOBS(2, "spark-limits", "--repeats=1"),
    NETWORK(2, "network", "--repeats=1"),
    NEIGHBOURS(27, "spark-tables", "--repeats=1"),
    LOCAL_IO(8, "local-io", "--repeats=1"),
    OWN_DISK(2, "disk-coupling", "--case=holder", "--seconds=5"),
    VOLUMES(2, "disk-coupling", "--case=volumes", "--seconds=1", "--repeats=1"),
    COUPLED_JOBS(3, "disk-coupling", "--case=jobs", "--repeats=1"),
    KERNEL_OVERHEAD(4, "kernel-overhead", "--seconds=4", "--repeats=1"),
    KERNEL_LIMITS(4, "kernel-throttle", "--seconds=3", "--repeats=1"),
    KERNEL_WEIGHTS(3, "kernel-weight", "--case=bfq", "--seconds=3", "--repeats=1"),
    NODES(2, "cluster-shares", "--case=sweep", "--seconds=4", "--repeats=2"),
    HISTORY(4, "minerva-history"),
    HINTS(4, "minerva-hints", "--repeats=2"),
    APPOINTMENTS(4, "minerva-appointments"),
    INTERLEAVING(4, "minerva-interleave", "--seconds=4", "--repeats=1"),
    FORECAST(6, "minerva-forecast"),
    TIERS(5, "minerva-tiers", "--count=10");

    private final int minutes;
    private final String scenario;
    private final String options; // one a line: an enum has no lists

    Run(int minutes, String scenario, String... options) {
        this.minutes = minutes;
        this.scenario = scenario;
        this.options = String.join("\n", options);
    }

    public int minutes() {
        return minutes;
    }

    public String scenario() {
        return scenario;
    }

    /** The options of the command line, each with its value. */
    public List<String> options() {
        return options.lines().toList();
    }

    /** The scenario with its options, as a shell takes them. */
    String command() {
        return Stream.concat(Stream.of(scenario), options().stream().map(Run::quoted))
                .collect(Collectors.joining(" "));
    }

    private static String quoted(String option) {
        return option.contains(" ") ? option.replace("=", "='") + "'" : option;
    }

    /** Of its files, without an ending. */
    public String fileName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
