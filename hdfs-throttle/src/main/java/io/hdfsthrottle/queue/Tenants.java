package io.hdfsthrottle.queue;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.law.Scheduler;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The tenants of a volume and their applications, made when first asked for and forgotten when nobody has used them. Thread-safe. */
final class Tenants {

    /** More tenants than this share the default tenant's place: memory stays bounded, I/O is served. */
    static final int MOST = 4_096;

    /** From so many on, those that nobody uses make room. */
    private static final int CROWDED = MOST * 3 / 4;

    private static final long UNUSED_NANOS = 60_000_000_000L;

    private final VolumeQueue volume;
    private final Scheduler scheduler;
    private final Object lock;
    private final QueueHost host;
    private final Map<Tenant, TenantQueue> byTenant = new ConcurrentHashMap<>();
    private final Object newcomers = new Object();

    /**
     * Nobody yet.
     *
     * @param lock of the scheduler
     */
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
    Account account(Tenant tenant, String application, Supplier<Tenant> instead) {
        TenantQueue queue = byTenant.get(tenant);
        if (queue == null) {
            queue = newcomer(tenant, instead);
        }
        long now = host.ticker().nanos();
        queue.lastUsedNanos = now;
        Account known = queue.applications().get(application);
        Account account = known != null ? known : newAccount(queue, application);
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
            take(queue, host.grant().terms(volume.volume(), tenant));
            return queue;
        }
    }

    private Account newAccount(TenantQueue queue, String application) {
        String name = queue.applications().size() < TenantQueue.MOST_APPLICATIONS ? application : "";
        return queue.applications().computeIfAbsent(name, unused -> {
            synchronized (lock) {
                Account account = new Account(volume, queue, queue.branch.branch());
                account.lastUsedNanos = host.ticker().nanos();
                return account;
            }
        });
    }

    /** Under the lock. */
    void take(TenantQueue queue, Terms terms) {
        if (queue.take(terms)) {
            scheduler.terms(queue.branch, terms.weight(), terms.reservation(), terms.limit());
        }
    }

    /** Tenants and applications come and go: those that nobody has used for a minute are forgotten before the places run out. */
    void makeRoom(long now) {
        byTenant.values().forEach(tenant -> tenant.makeRoom(UNUSED_NANOS, now));
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
    List<TenantQueue> sample(Grant grant, long now) {
        List<TenantQueue> present = new ArrayList<>();
        double reservations = 0;
        for (TenantQueue tenant : byTenant.values()) {
            take(tenant, grant.terms(volume.volume(), tenant.tenant()));
            tenant.sample(now);
            reservations += tenant.terms().reservation().bytesPerSecond();
            present.add(tenant);
        }
        scheduler.reservations(reservations);
        return present;
    }

    /** How each of them fares on a disk that can give that. */
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
