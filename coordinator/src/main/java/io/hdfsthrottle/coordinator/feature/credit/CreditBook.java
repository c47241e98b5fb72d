package io.hdfsthrottle.coordinator.feature.credit;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.feature.credit.Decision.Granted;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Outcome;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Holds the credit ledger of the current term; open while this coordinator leads. Changes are serialised by this
 * object's lock and stored before they are visible: a purchase that was answered is in ZooKeeper, and so is a slice
 * that counts. Readers take no lock.
 */
public final class CreditBook {
    private static final long MILLIS = 1_000;

    private final CreditSettings settings;
    private final Clock clock;
    private final Runnable changed;
    private final Replicated<Ledger> ledger;

    /**
     * Creates a closed book.
     *
     * @param clock the time of day: slices are its seconds
     * @param changed called after weights changed on request
     */
    public CreditBook(CreditSettings settings, SnapshotStore store, Clock clock, Runnable changed) {
        this.settings = settings;
        this.ledger = new Replicated<>(CreditConcern.CREDITS, store);
        this.clock = clock;
        this.changed = changed;
    }

    /** The settings of credits. */
    public CreditSettings settings() {
        return settings;
    }

    /**
     * Loads what the last leader left, if credits are on.
     *
     * @throws NotStored if it cannot be read now
     */
    public void open(Term term) {
        if (settings.on()) {
            ledger.open(term);
        }
    }

    /** Stops counting and answering. */
    public void close() {
        ledger.close();
    }

    /** The ledger of all tenants' credits; empty while closed or off. */
    public Ledger ledger() {
        return ledger.orInitial();
    }

    /** The present factors of weights, by tenant. */
    public Map<Tenant, Double> factors() {
        return ledger().factors(slice(), settings);
    }

    /** The standings of all tenants that yield, boost or have credits. */
    public List<CreditBalance> standings() {
        Ledger now = ledger();
        return now.accounts().keySet().stream()
                .map(tenant -> standing(tenant, now))
                .toList();
    }

    /** The standing of that tenant. */
    public CreditBalance standing(Tenant tenant) {
        return standing(tenant, ledger());
    }

    /** The standing of that tenant in a ledger that may not be in force. */
    public CreditBalance standing(Tenant tenant, Ledger ledger) {
        long slice = slice();
        return CreditBalance.of(tenant.name(), ledger.account(tenant).at(slice, settings.expiry()), slice);
    }

    /** How many tenants yield now. */
    public int yielding() {
        return ledger().yielding(slice()).size();
    }

    /** How many tenants have high priority now. */
    public int boosting() {
        return ledger().boosting(slice()).size();
    }

    /** The sum of all tenants' credits. */
    public double held() {
        return standings().stream().mapToDouble(CreditBalance::credits).sum();
    }

    /**
     * Lets that tenant yield.
     *
     * @param dryRun decides and changes nothing
     * @throws NotStored if it was not kept, or that is not known
     */
    public Decision stepBack(Tenant tenant, YieldRequest wish, boolean dryRun) {
        return decide((ledger, slice) -> ledger.stepBack(tenant, wish.level(), wish.time(), slice, settings), dryRun);
    }

    /** Ends that tenant's yield; the same otherwise. */
    public Decision stepBackNoMore(Tenant tenant, boolean dryRun) {
        return decide((ledger, slice) -> ledger.stepBackNoMore(tenant, slice, settings), dryRun);
    }

    /** Buys that tenant high priority; the same otherwise. */
    public Decision boost(Tenant tenant, long minutes, boolean dryRun) {
        return decide((ledger, slice) -> ledger.boost(tenant, minutes, slice, settings), dryRun);
    }

    private Decision decide(BiFunction<Ledger, Long, Decision> wish, boolean dryRun) {
        if (!settings.on()) {
            return wish.apply(Ledger.EMPTY, slice());
        }
        Decision decision = ledger.decide(
                before -> {
                    Decision made = wish.apply(before, slice());
                    return new Outcome<>(made instanceof Granted granted ? granted.ledger() : before, made);
                },
                dryRun);
        if (!dryRun && decision instanceof Granted) {
            changed.run();
        }
        return decision;
    }

    /**
     * Counts the current slice, if a tenant yields in it and it was not counted before. Called several times a second,
     * so that no slice is left out.
     *
     * @param demand the nodes' last reports; asked only if a tenant yields
     * @param tenants all existing tenants
     * @throws NotStored if it was not kept: then it does not count, or the next leader knows
     */
    public void count(Supplier<ClusterDemand> demand, Supplier<Set<Tenant>> tenants) {
        Ledger now = ledger();
        if (!now.accounts().isEmpty() && now.counted() < slice()) {
            Ledger unused = ledger.change(before -> counted(before, demand, tenants), false);
        }
    }

    private Ledger counted(Ledger before, Supplier<ClusterDemand> demand, Supplier<Set<Tenant>> tenants) {
        long slice = slice();
        Set<Tenant> yielding = before.yielding(slice);
        Contention contention =
                yielding.isEmpty() ? Contention.NONE : Contention.of(demand.get(), yielding, settings.mostContenders());
        return before.after(slice, contention, tenants.get(), settings);
    }

    private long slice() {
        return Math.floorDiv(clock.millis(), MILLIS);
    }
}
