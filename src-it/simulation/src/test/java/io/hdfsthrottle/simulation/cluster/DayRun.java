package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.TermHolders;
import io.hdfsthrottle.coordinator.feature.appointment.AppointmentBook;
import io.hdfsthrottle.coordinator.feature.appointment.AppointmentSettings;
import io.hdfsthrottle.coordinator.feature.appointment.Load;
import io.hdfsthrottle.coordinator.feature.credit.CreditBook;
import io.hdfsthrottle.coordinator.feature.credit.CreditSettings;
import io.hdfsthrottle.coordinator.feature.history.History;
import io.hdfsthrottle.coordinator.feature.history.HistoryBook;
import io.hdfsthrottle.coordinator.feature.history.HistorySettings;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.simulation.Timeline;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * A simulated day in 2024 of a cluster of three disks, second by second: nodes report, the books count, the balancer
 * decides, and nodes divide. At noon another coordinator takes over, from the stored snapshots.
 */
final class DayRun {
    static final int HOUR = 3_600;
    static final int DAY = 24 * HOUR;
    static final int DISKS = 3;

    /** The rate of each of four without wishes. */
    static final double FAIR = Cluster.DISK * DISKS / 4;

    private static final long MIDNIGHT = 20_000L * DAY;

    /** What acts on weights; history is measured in any case. */
    enum Acting {
        HISTORY,
        CREDITS,
        APPOINTMENTS
    }

    final Cluster cluster;

    final double[] bytes;

    /** The ledger and the appointments of the leading coordinator. */
    CreditBook credits;

    AppointmentBook appointments;

    private final Set<Acting> acting;
    private final Snapshots snapshots = new Snapshots(new TreeMap<>());
    private HistoryBook history;
    private Load load = Load.NONE;
    private final DoubleSummaryStatistics fairness = new DoubleSummaryStatistics();
    private int second;

    /** What a coordinator leaves to the next one. */
    private record Snapshots(Map<String, byte[]> kept) implements SnapshotStore {
        @Override
        public Optional<byte[]> load(String concern) {
            return Optional.ofNullable(kept.get(concern));
        }

        @Override
        public Map<String, byte[]> load(Collection<String> concerns) {
            Map<String, byte[]> some = new TreeMap<>(kept);
            some.keySet().retainAll(concerns);
            return some;
        }

        @Override
        public void write(Term term, Map<String, byte[]> together) {
            check(together);
            kept.putAll(together);
        }
    }

    DayRun(List<String> names, Set<Acting> acting) {
        this.acting = acting;
        cluster = Cluster.even(names, DISKS);
        bytes = new double[names.size()];
        lead(1);
    }

    /** One beside three others; all have unlimited demand. */
    static DayRun greedy(Acting acting) {
        DayRun run = new DayRun(List.of("first", "x", "y", "z"), Set.of(acting));
        run.cluster.disks.forEach(disk -> Arrays.fill(disk.wants, Double.POSITIVE_INFINITY));
        return run;
    }

    private void lead(int epoch) {
        Term term = new Term(epoch, epoch);
        InstantSource time = () -> Instant.ofEpochSecond(MIDNIGHT + second);
        Clock clock = time.withZone(ZoneOffset.UTC);
        CreditSettings paid = CreditSettings.standard(acting.contains(Acting.CREDITS));
        AppointmentSettings appointed = AppointmentSettings.standard(acting.contains(Acting.APPOINTMENTS));
        history = new HistoryBook(HistorySettings.fennel(), snapshots, clock);
        history.open(term);
        credits = new CreditBook(paid, snapshots, clock, () -> {});
        credits.open(term);
        appointments = new AppointmentBook(appointed, snapshots, clock, () -> load, () -> {});
        appointments.open(term);
    }

    /** Goes on for so many seconds; before each, tenants may change what they want. */
    void run(int seconds, IntConsumer before) {
        for (int end = second + seconds; second < end; second++) {
            if (second == DAY / 2) {
                cluster.failOver(TermHolders.NONE);
                lead(2);
            }
            before.accept(second);
            step(second * Timeline.SECOND);
        }
    }

    private void step(long nanos) {
        cluster.divide();
        Arrays.setAll(bytes, tenant -> bytes[tenant] + cluster.got(tenant));
        ClusterDemand demand = cluster.reported();
        credits.count(() -> demand, () -> Set.copyOf(cluster.tenants));
        Map<Tenant, Double> credit = credits.factors();
        load = Load.of(demand, tenant -> credit.getOrDefault(tenant, 1.0));
        appointments.go(application -> true);
        History now = history.next(cluster.policy, demand, nanos);
        now.fairness().ifPresent(fairness);
        Factors factors = acting.contains(Acting.HISTORY) ? Factors.of(now.factors()) : Factors.NONE;
        Factors bought = Factors.of(credit).and(Factors.of(appointments.factors()));
        cluster.balanceAndSend(factors.and(bought), demand, nanos);
    }

    Tenant tenant(int index) {
        return cluster.tenants.get(index);
    }

    double credits(int tenant) {
        return credits.standing(tenant(tenant)).credits();
    }

    /** Jain's index as the coordinator's metric shows it: the mean over the day. */
    double meanFairness() {
        return fairness.getAverage();
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
