package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.credit.CreditBook;
import io.hdfsthrottle.coordinator.credit.CreditSettings;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.coordinator.history.History;
import io.hdfsthrottle.coordinator.history.HistoryBook;
import io.hdfsthrottle.coordinator.history.HistorySettings;
import io.hdfsthrottle.coordinator.slot.Load;
import io.hdfsthrottle.coordinator.slot.SlotBook;
import io.hdfsthrottle.coordinator.slot.SlotSettings;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.simulation.Timeline;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A simulated day of a cluster of three disks, second by second: nodes report, the books count, the balancer decides,
 * and nodes divide. At noon another coordinator takes over, from the stored snapshots.
 */
final class DayRun {
    static final int HOUR = 3_600;
    static final int DAY = 24 * HOUR;
    static final int DISKS = 3;

    /** What acts on weights; history is measured in any case. */
    enum Acting {
        NOTHING,
        HISTORY,
        CREDITS,
        SLOTS,
        CREDITS_AND_SLOTS
    }

    private final EvenCluster cluster;
    private final Memory memory = new Memory();
    private final boolean historyActs;
    private final CreditSettings creditSettings;
    private final SlotSettings slotSettings;
    private final double[] bytes;
    private HistoryBook history;

    /** The ledger of the leading coordinator. */
    CreditBook credits;

    /** The appointments of the leading coordinator. */
    SlotBook slots;

    private Load load = Load.NONE;
    private double fairness;
    private int measured;

    /** Decides the tenants' demand and wishes, before each second. */
    @FunctionalInterface
    interface Script {
        void before(int second, DayRun run);
    }

    DayRun(List<String> names, Acting acting) {
        boolean both = acting == Acting.CREDITS_AND_SLOTS;
        historyActs = acting == Acting.HISTORY;
        creditSettings = both || acting == Acting.CREDITS ? CreditSettings.standard() : CreditSettings.OFF;
        slotSettings = both || acting == Acting.SLOTS ? SlotSettings.standard() : SlotSettings.OFF;
        cluster = new EvenCluster(names, DISKS);
        bytes = new double[names.size()];
        lead(1);
    }

    /** Beside three others; all have unlimited demand. */
    static DayRun greedy(Acting acting) {
        DayRun run = new DayRun(List.of("first", "x", "y", "z"), acting);
        for (int tenant = 0; tenant < run.bytes.length; tenant++) {
            run.demand(tenant, Double.POSITIVE_INFINITY);
        }
        return run;
    }

    /** The rate of each of four without wishes. */
    static double fair() {
        return EvenCluster.DISK * DISKS / 4;
    }

    private void lead(int epoch) {
        Term term = new Term(epoch, epoch);
        history = new HistoryBook(HistorySettings.fennel(), memory, memory);
        history.open(term);
        credits = new CreditBook(creditSettings, memory, memory, () -> {});
        credits.open(term);
        slots = new SlotBook(slotSettings, memory, memory, () -> load, () -> {});
        slots.open(term);
    }

    DayRun run(int seconds, Script script) {
        for (int second = 0; second < seconds; second++) {
            memory.set(second);
            if (second == DAY / 2) {
                cluster.failOver();
                lead(2);
            }
            script.before(second, this);
            step(second * Timeline.SECOND);
        }
        return this;
    }

    private void step(long nanos) {
        cluster.divide();
        Arrays.setAll(bytes, tenant -> bytes[tenant] + cluster.got(tenant));
        ClusterDemand demand = cluster.reported();
        credits.count(() -> demand, () -> Set.copyOf(cluster.tenants));
        Map<Tenant, Double> credit = credits.factors();
        load = Load.of(demand, tenant -> credit.getOrDefault(tenant, 1.0));
        slots.go(application -> true);
        History now = history.next(cluster.policy, demand, nanos);
        if (now.fairness().isPresent()) {
            fairness += now.fairness().getAsDouble();
            measured++;
        }
        Factors factors = historyActs ? Factors.of(now.factors()) : Factors.NONE;
        Factors bought = Factors.of(credit).and(Factors.of(slots.factors()));
        cluster.balance(factors.and(bought), demand, nanos);
    }

    void demand(int tenant, double bytesPerSecond) {
        cluster.demand(tenant, bytesPerSecond);
    }

    Tenant tenant(int index) {
        return cluster.tenants.get(index);
    }

    /** The bytes that the tenant got until now. */
    double bytes(int tenant) {
        return bytes[tenant];
    }

    /** Jain's index as the coordinator's metric shows it: the mean over the day. */
    double meanFairness() {
        return measured == 0 ? 1 : fairness / measured;
    }

    /** Jain's index of the tenants' totals over the whole day. */
    double fairnessOfTheDay() {
        double squares = Arrays.stream(bytes).map(each -> each * each).sum();
        return all() * all() / (bytes.length * squares);
    }

    double all() {
        return Arrays.stream(bytes).sum();
    }
}
