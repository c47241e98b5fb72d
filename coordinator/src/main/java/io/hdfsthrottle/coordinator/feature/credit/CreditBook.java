package io.hdfsthrottle.coordinator.feature.credit;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.feature.credit.Decision.Granted;
import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Outcome;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.Snapshot;
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
    /** At most 256 accounts of 26 hours and 3 times of the day each, less than 256 KiB. */
    static final Concern<Ledger> CREDITS = new Concern<>(
            "credits", Ledger.EMPTY, Snapshot.of("credits", 1, Ledger.EMPTY, Ledger.class), Unreadable.BEGINS_ANEW);

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
        this.ledger = new Replicated<>(CREDITS, store);
        this.clock = clock;
        this.changed = changed;
    }

    public CreditSettings settings() {
        return settings;
    }

    /** Loads what the last leader left, if credits are on. */
    public void open(Term term) {
        if (settings.on()) {
            ledger.open(term);
        }
    }

    void close() {
        ledger.close();
    }

    /** The ledger of all tenants' credits; empty while closed or off. */
    public Ledger ledger() {
        return ledger.orInitial();
    }

    public Map<Tenant, Double> factors() {
        return ledger().factors(slice(), settings);
    }

    /** The standings of all tenants that yield, boost or have credits. */
    List<CreditBalance> standings() {
        Ledger now = ledger();
        return now.accounts().keySet().stream()
                .map(tenant -> standing(tenant, now))
                .toList();
    }

    public CreditBalance standing(Tenant tenant) {
        return standing(tenant, ledger());
    }

    /** The standing of that tenant in a ledger that may not be in force. */
    CreditBalance standing(Tenant tenant, Ledger ledger) {
        long slice = slice();
        return CreditBalance.of(tenant.name(), ledger.account(tenant).at(slice, settings.expiry()), slice);
    }

    int yielding() {
        return ledger().yielding(slice()).size();
    }

    int boosting() {
        return ledger().boosting(slice()).size();
    }

    double held() {
        return standings().stream().mapToDouble(CreditBalance::credits).sum();
    }

    /**
     * Lets that tenant yield.
     *
     * @throws NotStored if it was not kept, or that is not known
     */
    public Decision stepBack(Tenant tenant, YieldRequest wish, boolean dryRun) {
        return decide((ledger, slice) -> ledger.stepBack(tenant, wish.level(), wish.time(), slice, settings), dryRun);
    }

    /** Lets that tenant yield at a time of each day; the same otherwise. */
    Decision stepBackDaily(Tenant tenant, DailyTime time, boolean dryRun) {
        return decide((ledger, slice) -> ledger.stepBackDaily(tenant, time, slice, settings), dryRun);
    }

    /** Ends that tenant's yield, and with {@code daily} those at times of the day; the same otherwise. */
    public Decision stepBackNoMore(Tenant tenant, boolean daily, boolean dryRun) {
        return decide((ledger, slice) -> ledger.stepBackNoMore(tenant, daily, slice, settings), dryRun);
    }

    /** Buys that tenant so many slices of high priority; the same otherwise. */
    public Decision boost(Tenant tenant, long slices, boolean dryRun) {
        return decide((ledger, slice) -> ledger.boost(tenant, slices, slice, settings), dryRun);
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
            ledger.change(before -> counted(before, demand, tenants), false);
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
        return clock.instant().getEpochSecond();
    }
}
