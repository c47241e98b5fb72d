package io.hdfsthrottle.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** Scenarios under policies on disks: the worst of some seeds, computed on all processors, and how fast that went. */
final class Report {

    private static final Set<Policy> POLICIES = EnumSet.allOf(Policy.class);

    /** What is checked in shows the worst of so many. */
    private static final int SEEDS = 3;

    private final List<DiskRuns> disks;
    private final List<Row> rows;
    private final double minutes;

    private Report(List<DiskRuns> disks, List<Row> rows, double minutes) {
        this.disks = disks;
        this.rows = rows;
        this.minutes = minutes;
    }

    /** Everything, as it is checked in. */
    static Report whole() {
        return of(DiskModel.all(), Scenario.all(), POLICIES, SEEDS);
    }

    /** These scenarios under these policies on these disks. */
    static Report of(List<DiskModel> models, List<Scenario> scenarios, Set<Policy> policies, int seeds) {
        long begun = System.nanoTime();
        List<DiskRuns> disks = models.parallelStream().map(DiskRuns::new).toList();
        List<Task> tasks = new ArrayList<>();
        for (DiskRuns disk : disks) {
            for (Scenario scenario : scenarios) {
                LongStream.range(DiskRuns.SEED, DiskRuns.SEED + seeds)
                        .forEach(seed -> tasks.add(new Task(disk, scenario, seed)));
            }
        }
        List<Map<Policy, Cell>> results = tasks.parallelStream()
                .map(task -> task.disk().cells(task.scenario(), policies, task.seed()))
                .toList();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i += seeds) {
            rows.add(new Row(tasks.get(i).disk(), tasks.get(i).scenario(), results.subList(i, i + seeds)));
        }
        return new Report(disks, rows, (System.nanoTime() - begun) / 60e9);
    }

    /** All rows, disk by disk. */
    List<Row> rows() {
        return rows;
    }

    /** In Markdown; all policies are there. */
    String text() {
        StringBuilder text = new StringBuilder(Wording.INTRODUCTION);
        for (DiskRuns disk : disks) {
            text.append(Wording.disk(
                    disk.disk(),
                    disk.gives(),
                    rows.stream().filter(row -> row.disk() == disk).toList()));
        }
        return text.toString();
    }

    /** How fast it went. */
    String speed() {
        double hours = disks.stream().mapToDouble(DiskRuns::simulatedHours).sum();
        long events = disks.stream().mapToLong(DiskRuns::events).sum();
        return String.format(
                Locale.ROOT,
                "simulated %.1f hours in %.1f s: %.0f hours a minute on %d processors, %.1f million events a second",
                hours,
                minutes * 60,
                hours / minutes,
                Runtime.getRuntime().availableProcessors(),
                events / minutes / 60e6);
    }

    private record Task(DiskRuns disk, Scenario scenario, long seed) {}

    /**
     * One line of a table.
     *
     * @param bySeed its cells, seed by seed
     */
    record Row(DiskRuns disk, Scenario scenario, List<Map<Policy, Cell>> bySeed) {

        /** Cells that show the worst of all seeds. */
        Map<Policy, Cell> worst() {
            Map<Policy, Cell> worst = new EnumMap<>(Policy.class);
            bySeed.forEach(cells -> cells.forEach((policy, cell) -> worst.merge(policy, cell, Cell::worst)));
            return worst;
        }

        Cell of(Policy policy) {
            return worst().get(policy);
        }
    }
}
