package io.hdfsthrottle.queue;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.law.Scheduler;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.part.SharePath;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.Floor;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The tenants of a volume and their applications, made on first use and removed when unused. Thread-safe. */
final class Tenants {

    /** More tenants than this share the default tenant's place: memory stays bounded, I/O is served. */
    static final int MOST = 4_096;

    /** From this number on, unused tenants are removed. */
    private static final int CROWDED = MOST * 3 / 4;

    private static final long UNUSED_NANOS = 60_000_000_000L;

    private final VolumeQueue volume;
    private final Scheduler scheduler;
    private final Object lock;
    private final QueueHost host;
    private final Map<Tenant, TenantQueue> byTenant = new ConcurrentHashMap<>();
    private final Object newcomers = new Object();
    private Grant seen = Grant.NOBODY;

    /** @param lock of the scheduler */
    Tenants(VolumeQueue volume, Scheduler scheduler, Object lock, QueueHost host) {
        this.volume = volume;
        this.scheduler = scheduler;
        this.lock = lock;
        this.host = host;
    }

    Collection<TenantQueue> all() {
        return byTenant.values();
    }

    /** See {@link VolumeQueue#account}. */
    Account account(Tenant tenant, SharePath share, Supplier<Tenant> instead) {
        TenantQueue queue = byTenant.get(tenant);
        if (queue == null) {
            queue = newcomer(tenant, instead);
        }
        long now = host.ticker().nanos();
        queue.lastUsedNanos = now;
        Account known = queue.accounts().get(share.key());
        Account account = known != null ? known : newAccount(queue, share);
        account.lastUsedNanos = now;
        return account;
    }

    private TenantQueue newcomer(Tenant tenant, Supplier<Tenant> instead) {
        synchronized (newcomers) {
            // The last place is the default tenant's: a report with one tenant more would be refused whole.
            if (byTenant.size() < (byTenant.containsKey(Tenant.DEFAULT) ? MOST : MOST - 1)) {
                return byTenant.computeIfAbsent(tenant, this::newTenant);
            }
        }
        TenantQueue shared = byTenant.get(instead.get());
        return shared != null ? shared : byTenant.computeIfAbsent(Tenant.DEFAULT, this::newTenant);
    }

    private TenantQueue newTenant(Tenant tenant) {
        synchronized (lock) {
            TenantQueue queue =
                    new TenantQueue(tenant, scheduler.tenant(), host.ticker().nanos());
            take(queue, terms(tenant, host.grant(), othersFactor(host.grant())));
            boolean unused = queue.take(host.mode(tenant));
            return queue;
        }
    }

    /** Called also for those that have no place of their own, with each of their operations. */
    private Account newAccount(TenantQueue queue, SharePath share) {
        Optional<PartTerms> terms = share.application().map(id -> terms(id, host.grant()));
        Account account = null;
        for (SharePath.Step step : share.steps()) {
            account = queue.account(account, step, share.application(), volume, lock);
            account.lastUsedNanos = host.ticker().nanos();
            if (terms.isPresent() && !account.hasTerms()) {
                synchronized (lock) {
                    account.take(terms.get(), 1, scheduler); // the next tick divides it among disks
                    queue.isRated |= account.isRated();
                }
            }
        }
        return account;
    }

    private static PartTerms terms(String application, Grant grant) {
        return grant.application(application).map(GrantedApplication::terms).orElse(PartTerms.NONE);
    }

    /**
     * Sets the terms of each part of an application, of which some may be for the streams on other disks of the node;
     * under the lock.
     */
    private void takeParts(TenantQueue queue, Grant grant, Map<String, Integer> limited) {
        boolean isRated = false;
        for (Account account : queue.accounts().values()) {
            if (account.application().isPresent()) {
                int here = account.streams();
                int everywhere = Math.max(here, limited.getOrDefault(account.key(), here));
                // A part without streams here yet may begin.
                double part = (double) Math.max(1, here) / Math.max(1, here == 0 ? everywhere + 1 : everywhere);
                account.take(terms(account.application().get(), grant), part, scheduler);
                isRated |= account.isRated();
            }
        }
        queue.isRated = isRated;
    }

    /** See {@link VolumeQueue#countLimited}; under the lock. */
    void countLimited(Map<String, Integer> streams) {
        for (TenantQueue queue : byTenant.values()) {
            if (queue.isRated) {
                for (Account account : queue.accounts().values()) {
                    if (account.isRated()) {
                        streams.merge(account.key(), account.streams(), Integer::sum);
                    }
                }
            }
        }
    }

    /** Under the lock. */
    void take(TenantQueue queue, Terms terms) {
        if (queue.take(terms)) {
            scheduler.terms(queue.branch, terms.weight(), terms.reservation(), terms.limit());
        }
    }

    /**
     * Tenants and applications come and go: those that were unused for a minute are removed before the places run out.
     */
    void makeRoom(long now) {
        for (TenantQueue tenant : byTenant.values()) {
            List<Account> gone = tenant.makeRoom(UNUSED_NANOS, now);
            synchronized (lock) {
                gone.forEach(account -> scheduler.forget(account.branch()));
            }
        }
        if (byTenant.size() < CROWDED) {
            return;
        }
        for (TenantQueue tenant : List.copyOf(byTenant.values())) {
            if (tenant.isUnused(UNUSED_NANOS, now)) {
                byTenant.remove(tenant.tenant());
                synchronized (lock) {
                    scheduler.forget(tenant.branch);
                }
            }
        }
    }

    /** Takes the grant's terms and samples every tenant; under the lock. */
    List<TenantQueue> sample(Grant grant, Map<String, Integer> limited, long now) {
        boolean isNews = !grant.hasApplicationsOf(seen);
        seen = grant;
        List<TenantQueue> present = new ArrayList<>();
        double reservations = 0;
        double strangers = othersFactor(grant);
        for (TenantQueue tenant : byTenant.values()) {
            take(tenant, terms(tenant.tenant(), grant, strangers));
            if (isNews || tenant.isRated) {
                takeParts(tenant, grant, limited);
            }
            tenant.sample(now);
            reservations += tenant.terms().reservation().bytesPerSecond();
            present.add(tenant);
        }
        scheduler.reservations(reservations);
        return present;
    }

    /**
     * The factor for the weights of tenants that have not leased the disk: those with I/O at the moment get its floor
     * together.
     */
    private double othersFactor(Grant grant) {
        Tenant holder = grant.leases().get(volume.volume());
        if (holder == null) {
            return 1;
        }
        double all = 0;
        double moving = 0;
        for (TenantQueue tenant : byTenant.values()) {
            if (!tenant.tenant().equals(holder)) {
                double weight = grant.terms(volume.volume(), tenant.tenant()).weight();
                all += weight;
                moving += tenant.isBacklogged() || !tenant.rate().equals(Rate.ZERO) ? weight : 0;
            }
        }
        double holds = grant.terms(volume.volume(), holder).weight();
        return Floor.factor(grant.floor(), holds, moving > 0 ? moving : all);
    }

    private Terms terms(Tenant tenant, Grant grant, double strangers) {
        Tenant holder = grant.leases().get(volume.volume());
        Terms terms = grant.terms(volume.volume(), tenant);
        return holder == null || holder.equals(tenant) ? terms : terms.times(strangers);
    }

    /** The activity of each of them on a disk of that capacity. */
    static List<TenantActivity> activities(List<TenantQueue> present, Optional<Rate> capacity, WaitLimits limits) {
        List<Demand> demands = new ArrayList<>(present.size());
        for (TenantQueue tenant : present) {
            Terms terms = tenant.terms();
            Rate wanted = tenant.isBacklogged() ? Rate.UNLIMITED : tenant.rate();
            demands.add(Demand.of(terms.weight(), terms.reservation(), terms.limit(), wanted));
        }
        List<Entitlement> entitlements =
                ShareAlgorithm.weightedMaxMin().divide(capacity.orElse(Rate.UNLIMITED), demands);
        List<TenantActivity> activities = new ArrayList<>(present.size());
        for (int i = 0; i < present.size(); i++) {
            activities.add(present.get(i).activity(entitlements.get(i), limits));
        }
        return activities;
    }
}
