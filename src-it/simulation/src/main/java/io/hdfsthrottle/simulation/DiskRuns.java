package io.hdfsthrottle.simulation;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Runs on one kind of disk, measured by what it gives unthrottled and to each kind of reader alone. Thread-safe. */
final class DiskRuns {

    /** The first of the seeds; the others follow. */
    static final long SEED = 20_260_101;

    private static final double ALONE_FROM = 1;
    private static final double ALONE_TO = 4;

    private final DiskModel disk;
    private final Map<Streams, Double> alone = new ConcurrentHashMap<>();
    private final LongAdder simulatedMillis = new LongAdder();
    private final LongAdder events = new LongAdder();
    private final double gives;

    DiskRuns(DiskModel disk) {
        this.disk = disk;
        Outcome first = run(Scenario.all().get(0), Policy.UNTHROTTLED, SEED, Scenario.TO);
        this.gives = first.bytes(Scenario.FROM, Scenario.TO) / (Scenario.TO - Scenario.FROM);
    }

    DiskModel disk() {
        return disk;
    }

    /** What it gives to the first scenario unthrottled, in bytes a second: configured capacities are parts of that. */
    double gives() {
        return gives;
    }

    /** A scenario under some policies; all with the same seed. */
    Map<Policy, Cell> cells(Scenario scenario, Set<Policy> policies, long seed) {
        double[] wanted = scenario.parties().stream().mapToDouble(this::alone).toArray();
        Outcome unthrottled = run(scenario, Policy.UNTHROTTLED, seed, Scenario.TO);
        Map<Policy, Cell> cells = new EnumMap<>(Policy.class);
        for (Policy policy : policies) {
            Outcome outcome = policy == Policy.UNTHROTTLED ? unthrottled : run(scenario, policy, seed, Scenario.TO);
            cells.put(policy, Cell.of(scenario, wanted, unthrottled, outcome));
        }
        return cells;
    }

    private double alone(Party party) {
        return alone.computeIfAbsent(party.streams(), streams -> {
            Outcome solo = run(Scenario.alone(party), Policy.UNTHROTTLED, SEED, ALONE_TO);
            return solo.bytes(ALONE_FROM, ALONE_TO) / (ALONE_TO - ALONE_FROM);
        });
    }

    private Outcome run(Scenario scenario, Policy policy, long seed, double seconds) {
        Outcome outcome = Simulation.run(disk, scenario, policy, gives, seconds, seed);
        simulatedMillis.add((long) (seconds * 1000));
        events.add(outcome.events());
        return outcome;
    }

    /** How much time was simulated so far, in hours. */
    double simulatedHours() {
        return simulatedMillis.sum() / 3.6e6;
    }

    /** How many events that took. */
    long events() {
        return events.sum();
    }
}
