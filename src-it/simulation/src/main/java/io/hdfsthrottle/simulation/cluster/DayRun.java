package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.balance.Balance;
import io.hdfsthrottle.coordinator.balance.BalanceSettings;
import io.hdfsthrottle.coordinator.balance.Balancer;
import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.credit.CreditBook;
import io.hdfsthrottle.coordinator.credit.CreditSettings;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.TermHolders;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.coordinator.history.History;
import io.hdfsthrottle.coordinator.history.HistoryBook;
import io.hdfsthrottle.coordinator.history.HistorySettings;
import io.hdfsthrottle.coordinator.ledger.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.coordinator.slot.Load;
import io.hdfsthrottle.coordinator.slot.SlotBook;
import io.hdfsthrottle.coordinator.slot.SlotSettings;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.ArrayList;
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
    static final double MB = 1e6;
    static final double DISK = 150 * MB;
    static final int DISKS = 3;

    private static final long NANOS = 1_000_000_000L;

    private final Balancer balancer = new Balancer(BalanceSettings.DEFAULT);
    private final KeptSnapshots store = new KeptSnapshots();
    private final VirtualClock clock = new VirtualClock();
    private final boolean historyActs;
    private final CreditSettings creditSettings;
    private final SlotSettings slotSettings;
    private final List<ModelNode> nodes = new ArrayList<>();
    private final List<Tenant> tenants;
    private final Policy policy;
    private final double[] bytes;
    private Balance balance = Balance.NONE;
    private long epoch = 1;
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
        /** Sets the demand on each disk, and submits wishes. */
        void before(int second, DayRun run);
    }

    /**
     * Creates a day.
     *
     * @param historyActs whether history moves weights; it is measured in any case
     */
    DayRun(List<String> names, boolean historyActs, boolean creditsOn) {
        this(names, historyActs, creditsOn, false);
    }

    /** The same; and whether there are appointments. */
    DayRun(List<String> names, boolean historyActs, boolean creditsOn, boolean slotsOn) {
        this.historyActs = historyActs;
        this.slotSettings = slotsOn ? SlotSettings.standard() : SlotSettings.OFF;
        this.creditSettings = creditsOn ? CreditSettings.standard() : CreditSettings.OFF;
        this.tenants = names.stream().map(Tenant::named).toList();
        Policy all = Policy.INITIAL;
        for (Tenant tenant : tenants) {
            all = all.with(TenantTerms.of(tenant, 1));
        }
        policy = all;
        bytes = new double[tenants.size()];
        for (int n = 0; n < DISKS; n++) {
            nodes.add(new ModelNode("n" + n, new double[] {DISK}, tenants));
        }
        lead();
    }

    private void lead() {
        Term term = new Term(epoch, (int) epoch);
        history = new HistoryBook(HistorySettings.fennel(), store, clock);
        history.open(term);
        credits = new CreditBook(creditSettings, store, clock, () -> {});
        credits.open(term);
        slots = new SlotBook(slotSettings, store, clock, () -> load, () -> {});
        slots.open(term);
    }

    DayRun run(int seconds, Script script) {
        for (int second = 0; second < seconds; second++) {
            clock.set(second);
            if (second == DAY / 2) {
                epoch++;
                balance = Balance.after(TermHolders.NONE);
                lead();
            }
            script.before(second, this);
            step(second);
        }
        return this;
    }

    private void step(int second) {
        nodes.forEach(node -> node.divide(policy));
        for (int i = 0; i < bytes.length; i++) {
            for (ModelNode node : nodes) {
                bytes[i] += node.got[i][0];
            }
        }
        List<NodeReport> reports = nodes.stream()
                .map(node -> new NodeReport(node.report(policy, epoch), Duration.ZERO, true))
                .toList();
        ClusterDemand demand = ClusterDemand.of(reports, this::serial);
        credits.count(() -> demand, () -> Set.copyOf(tenants));
        Map<Tenant, Double> credit = credits.factors();
        load = Load.of(demand, tenant -> credit.getOrDefault(tenant, 1.0));
        slots.go(application -> true);
        History now = history.next(policy, demand, second * NANOS);
        if (now.fairness().isPresent()) {
            fairness += now.fairness().getAsDouble();
            measured++;
        }
        Factors factors = historyActs ? Factors.of(now.factors()) : Factors.NONE;
        Factors bought = Factors.of(credit).and(Factors.of(slots.factors()));
        balance = balancer.next(policy, factors.and(bought), demand, balance, second * NANOS);
        for (ModelNode node : nodes) {
            balance.terms(node.name)
                    .ifPresent(terms -> node.accept(terms.as(GrantVersion.of(epoch, balance.serial(node.name)))));
        }
    }

    private long serial(GrantVersion version) {
        return version.epoch() == epoch ? version.sequence() : 0;
    }

    /** Sets the tenant's demand on every disk: 0 for none, infinite for all. */
    void demand(int tenant, double bytesPerSecond) {
        nodes.forEach(node -> Arrays.fill(node.wants[tenant], bytesPerSecond));
    }

    Tenant tenant(int index) {
        return tenants.get(index);
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
        double sum = Arrays.stream(bytes).sum();
        double squares = Arrays.stream(bytes).map(each -> each * each).sum();
        return sum * sum / (bytes.length * squares);
    }

    double all() {
        return Arrays.stream(bytes).sum();
    }
}
