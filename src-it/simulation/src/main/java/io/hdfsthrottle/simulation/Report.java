package io.hdfsthrottle.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Every scenario under every policy on every disk, as text. */
final class Report {

    private static final long SEED = 20_260_101;
    private static final double ALONE_FROM = 1;
    private static final double ALONE_TO = 4;

    private final StringBuilder text = new StringBuilder();
    private double simulatedSeconds;
    private long events;

    /** Runs everything and writes it down. */
    static Report written() {
        Report report = new Report();
        report.write();
        return report;
    }

    /** The text, in Markdown. */
    String text() {
        return text.toString();
    }

    /** How much time was simulated for it, in seconds. */
    double simulatedSeconds() {
        return simulatedSeconds;
    }

    /** How many events that took. */
    long events() {
        return events;
    }

    private void write() {
        text.append(Wording.INTRODUCTION);
        for (DiskModel disk : List.of(DiskModel.FIRST_COME, DiskModel.HARD_DISK, DiskModel.SSD, DiskModel.NVME)) {
            write(disk);
        }
    }

    private void write(DiskModel disk) {
        List<Scenario> scenarios = Scenario.all();
        Outcome calibration = run(disk, scenarios.get(0), Policy.UNTHROTTLED, 0, Scenario.TO);
        double diskGives = calibration.bytes(Scenario.FROM, Scenario.TO) / (Scenario.TO - Scenario.FROM);
        Map<Streams, Double> alone = new HashMap<>();
        List<Row> rows = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            rows.add(row(disk, scenario, diskGives, alone));
        }
        text.append(Wording.disk(disk, diskGives, rows));
    }

    private Row row(DiskModel disk, Scenario scenario, double diskGives, Map<Streams, Double> alone) {
        double[] wanted = scenario.parties().stream()
                .mapToDouble(party -> alone.computeIfAbsent(party.streams(), streams -> {
                    Outcome solo = run(disk, scenario.alone(party), Policy.UNTHROTTLED, 0, ALONE_TO);
                    return solo.bytes(ALONE_FROM, ALONE_TO) / (ALONE_TO - ALONE_FROM);
                }))
                .toArray();
        Outcome unthrottled = run(disk, scenario, Policy.UNTHROTTLED, 0, Scenario.TO);
        Map<Policy, Cell> cells = new EnumMap<>(Policy.class);
        for (Policy policy : Policy.values()) {
            Outcome outcome =
                    policy == Policy.UNTHROTTLED ? unthrottled : run(disk, scenario, policy, diskGives, Scenario.TO);
            cells.put(policy, Cell.of(scenario, wanted, unthrottled, outcome));
        }
        return new Row(scenario, cells);
    }

    private Outcome run(DiskModel disk, Scenario scenario, Policy policy, double diskGives, double seconds) {
        Outcome outcome = Simulation.run(disk, scenario, policy, diskGives, seconds, SEED);
        simulatedSeconds += seconds;
        events += outcome.events();
        return outcome;
    }

    /**
     * One line of a table.
     *
     * @param cells one a policy
     */
    record Row(Scenario scenario, Map<Policy, Cell> cells) {

        Cell of(Policy policy) {
            return cells.get(policy);
        }
    }

    /** Prints the report, and on standard error how fast that was. */
    public static void main(String[] arguments) {
        long begun = System.nanoTime();
        Report report = written();
        double minutes = (System.nanoTime() - begun) / 60e9;
        System.out.print(report.text());
        System.err.printf(
                Locale.ROOT,
                "%.0f simulated hours a minute, %.1f million events a second%n",
                report.simulatedSeconds / 3600 / minutes,
                report.events / minutes / 60e6);
    }
}
