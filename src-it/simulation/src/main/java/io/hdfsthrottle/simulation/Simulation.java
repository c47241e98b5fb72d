package io.hdfsthrottle.simulation;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TenantRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One run: a scenario on a disk under a policy. The same input gives the same outcome, to the byte. */
final class Simulation {

    static final int TICKS_PER_SECOND = 20;

    private static final double NANOS = 1e9;
    private static final long TICK_NANOS = 1_000_000_000L / TICKS_PER_SECOND;
    private static final Duration TICK = Duration.ofNanos(TICK_NANOS);

    /** Threads begin within this time, as if people had started them. */
    private static final long SCATTER_NANOS = 50_000_000L;

    private final Timeline time = new Timeline();
    private final Scenario scenario;
    private final List<TransferThread> threads = new ArrayList<>();
    private final List<Team> teams = new ArrayList<>();
    private final List<ModelledVolume> volumes = new ArrayList<>();
    private final Grant grant;
    private final long[][] sentByTick;
    private final int tick = time.enrol(this::tick);
    private final boolean goesAhead;
    private int ticks;
    private long decidesNext;

    private Simulation(
            DiskModel model,
            Scenario scenario,
            Policy policy,
            double diskGives,
            double seconds,
            long seed,
            boolean goesAhead) {
        this.goesAhead = goesAhead;
        this.scenario = scenario;
        this.sentByTick = new long[(int) Math.round(seconds * TICKS_PER_SECOND) + 1][];
        List<Terms> terms = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(seed);
        for (int volume = 0; volume < scenario.volumes(); volume++) {
            volumes.add(new ModelledVolume(model, policy, diskGives, threads, time));
        }
        for (Party party : scenario.parties()) {
            if (terms.stream().noneMatch(of -> of.tenant().equals(party.tenant()))) {
                terms.add(Terms.ofWeight(party.tenant(), party.weight()));
            }
            start(party, random);
        }
        grant = Grant.of("simulated", GrantVersion.of(1, 1), Tenant.DEFAULT, terms, TenantRules.NONE, List.of());
        time.after(0, tick);
        disturb();
    }

    /**
     * Runs it.
     *
     * @param diskGives what a configured capacity is a part or a multiple of
     */
    static Outcome run(DiskModel model, Scenario scenario, Policy policy, double diskGives, double seconds, long seed) {
        return new Simulation(model, scenario, policy, diskGives, seconds, seed, true).outcome(seconds);
    }

    /** The same with one event for every step of every thread: slower, and to be compared with. */
    static Outcome runStepwise(
            DiskModel model, Scenario scenario, Policy policy, double diskGives, double seconds, long seed) {
        return new Simulation(model, scenario, policy, diskGives, seconds, seed, false).outcome(seconds);
    }

    private Outcome outcome(double seconds) {
        time.runUntil((long) (seconds * NANOS));
        return new Outcome(sentByTick, time.happened());
    }

    private void start(Party party, SplittableRandom random) {
        ModelledVolume volume = volumes.get(party.volume());
        Team team = volume.team(party);
        teams.add(team);
        for (int i = 0; i < party.streams().threads(); i++) {
            TransferThread thread = volume.thread(team, threads.size() + 1L, party.streams(), random.split());
            threads.add(thread);
            thread.startAt(random.nextLong(SCATTER_NANOS));
        }
        team.goAhead();
        if (party.comesAndGoes()) {
            new Visits(time, team).begin();
        }
    }

    private void tick() {
        if (time.nanos() >= decidesNext) {
            volumes.forEach(volume -> volume.pacer().tick(grant));
            decidesNext = time.nanos() + untilNextTick();
        }
        long[] sent = new long[teams.size()];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = teams.get(i).sentBytes();
            if (goesAhead) {
                teams.get(i).nextTick(time.nanos() + TICK_NANOS);
            }
        }
        sentByTick[ticks++] = sent;
        time.after(TICK_NANOS, tick);
    }

    private long untilNextTick() {
        long shortest = Long.MAX_VALUE;
        for (ModelledVolume volume : volumes) {
            shortest = Math.min(shortest, volume.pacer().untilNextTick(TICK).toNanos());
        }
        return shortest;
    }

    private void disturb() {
        Disk disk = volumes.get(0).disk();
        if (scenario.stranger() > 0) {
            new Stranger(time, disk, scenario.stranger()).begin();
        }
        int begin = time.enrol(() -> disk.speed(scenario.slowFor()));
        int end = time.enrol(() -> disk.speed(1));
        time.after((long) (Scenario.DISTURBED_FROM * NANOS), begin);
        time.after((long) (Scenario.DISTURBED_TO * NANOS), end);
    }
}
