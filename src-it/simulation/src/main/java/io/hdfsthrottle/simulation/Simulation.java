package io.hdfsthrottle.simulation;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TenantRules;
import io.hdfsthrottle.pace.VolumePacer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One run: a scenario on a disk under a policy. The same input gives the same outcome, to the byte. */
final class Simulation {

    static final int TICKS_PER_SECOND = 20;

    private static final double NANOS = 1e9;
    private static final long TICK_NANOS = 1_000_000_000L / TICKS_PER_SECOND;

    /** Threads begin within this time, as if people had started them. */
    private static final long SCATTER_NANOS = 50_000_000L;

    private static final int STRANGERS_PIECE = 1 << 20;

    private final Timeline time = new Timeline();
    private final Disk disk;
    private final Scenario scenario;
    private final List<TransferThread> threads = new ArrayList<>();
    private final List<List<TransferThread>> threadsByParty = new ArrayList<>();
    private final VolumePacer pacer;
    private final Grant grant;
    private final long[][] sentByTick;
    private int ticks;
    private boolean strangerReads;

    private Simulation(DiskModel model, Scenario scenario, Policy policy, double diskGives, double seconds, long seed) {
        this.disk = new Disk(model, time);
        this.scenario = scenario;
        this.pacer = policy.pacer(diskGives, new SimulatedWatch(disk, threads), time);
        this.sentByTick = new long[(int) Math.round(seconds * TICKS_PER_SECOND) + 1][];
        List<Terms> terms = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(seed);
        for (Party party : scenario.parties()) {
            terms.add(Terms.ofWeight(party.tenant(), party.weight()));
            threadsByParty.add(start(party, random));
        }
        grant = Grant.of("simulated", GrantVersion.of(1, 1), Tenant.DEFAULT, terms, TenantRules.NONE, List.of());
        time.after(0, this::tick);
        disturb();
    }

    /**
     * Runs it.
     *
     * @param diskGives what a configured capacity is a part or a multiple of
     */
    static Outcome run(DiskModel model, Scenario scenario, Policy policy, double diskGives, double seconds, long seed) {
        Simulation simulation = new Simulation(model, scenario, policy, diskGives, seconds, seed);
        simulation.time.runUntil((long) (seconds * NANOS));
        return new Outcome(simulation.sentByTick, simulation.time.happened());
    }

    private List<TransferThread> start(Party party, SplittableRandom random) {
        List<TransferThread> own = new ArrayList<>();
        for (int i = 0; i < party.streams().threads(); i++) {
            TransferThread thread = thread(party, threads.size() + 1L, random.split());
            threads.add(thread);
            own.add(thread);
            time.after(random.nextLong(SCATTER_NANOS), thread::start);
        }
        if (party.comesAndGoes()) {
            time.after((long) (Scenario.STAYS_SECONDS * NANOS), () -> leave(own));
        }
        return own;
    }

    private TransferThread thread(Party party, long id, SplittableRandom random) {
        return party.streams().thinkNanos() > 0
                ? new RandomReader(time, pacer.bucket(party.tenant()), id, disk, party.streams(), random)
                : new SequentialReader(time, pacer.bucket(party.tenant()), id, disk, party.streams());
    }

    private void leave(List<TransferThread> own) {
        own.forEach(TransferThread::stop);
        time.after((long) ((Scenario.CYCLE_SECONDS - Scenario.STAYS_SECONDS) * NANOS), () -> comeBack(own));
    }

    private void comeBack(List<TransferThread> own) {
        own.forEach(TransferThread::start);
        time.after((long) (Scenario.STAYS_SECONDS * NANOS), () -> leave(own));
    }

    private void tick() {
        pacer.tick(grant);
        long[] sent = new long[threadsByParty.size()];
        for (int party = 0; party < sent.length; party++) {
            for (TransferThread thread : threadsByParty.get(party)) {
                sent[party] += thread.sentBytes();
            }
        }
        sentByTick[ticks++] = sent;
        time.after(TICK_NANOS, this::tick);
    }

    private void disturb() {
        time.after((long) (Scenario.DISTURBED_FROM * NANOS), () -> {
            disk.speed(scenario.slowFor());
            strangerReads = scenario.stranger() > 0;
            strangerReads();
        });
        time.after((long) (Scenario.DISTURBED_TO * NANOS), () -> {
            disk.speed(1);
            strangerReads = false;
        });
    }

    /** Asks at even intervals, whether the disk keeps up or not: so it gets its part of a disk that serves in turn. */
    private void strangerReads() {
        if (strangerReads) {
            disk.request(0, true, () -> {}).submit(STRANGERS_PIECE);
            time.after((long) (disk.costNanos(STRANGERS_PIECE) / scenario.stranger()), this::strangerReads);
        }
    }
}
