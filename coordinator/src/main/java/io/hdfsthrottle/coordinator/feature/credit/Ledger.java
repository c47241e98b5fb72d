package io.hdfsthrottle.coordinator.feature.credit;

import com.google.common.collect.Maps;
import io.hdfsthrottle.coordinator.feature.credit.Decision.Granted;
import io.hdfsthrottle.coordinator.feature.credit.Decision.Reason;
import io.hdfsthrottle.coordinator.feature.credit.Decision.Refused;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Ledger of all tenants' credits, and of the tenants that yield or have high priority. Time is divided into slices of
 * one second, numbered since 1970; each is counted at most once, and slices that no leader counted earn nothing.
 * Immutable, pure.
 *
 * @param accounts by tenant
 * @param counted the last slice that was counted
 */
public record Ledger(Map<Tenant, Account> accounts, long counted) {
    public static final Ledger EMPTY = new Ledger(Map.of(), 0);

    /** How many tenants may have an account: the ledger is written every second while one of them earns. */
    static final int MOST_ACCOUNTS = 256;

    /** How many times of the day a tenant may name: as many as there are levels, and as the snapshot has room for. */
    static final int MOST_DAILY = 3;

    public Ledger {
        accounts = Collections.unmodifiableMap(new TreeMap<>(accounts));
    }

    Account account(Tenant tenant) {
        return accounts.getOrDefault(tenant, Account.EMPTY);
    }

    public Set<Tenant> yielding(long slice) {
        return Maps.filterValues(accounts, account -> account.yields(slice).isPresent())
                .keySet();
    }

    public Set<Tenant> boosting(long slice) {
        return Maps.filterValues(accounts, account -> account.boosts(slice)).keySet();
    }

    public Map<Tenant, Double> factors(long slice, CreditSettings settings) {
        Map<Tenant, Double> factors = new TreeMap<>();
        accounts.forEach((tenant, account) -> {
            if (account.boosts(slice)) {
                factors.put(tenant, settings.boost());
            } else {
                account.yields(slice)
                        .ifPresent(
                                yield -> factors.put(tenant, settings.factors().get(yield.level())));
            }
        });
        return factors;
    }

    /** The ledger after a slice; the same object if nothing changed. Accounts of all but these tenants end. */
    public Ledger after(long slice, Contention contention, Set<Tenant> tenants, CreditSettings settings) {
        if (slice <= counted) {
            return this;
        }
        Map<Tenant, Account> others = new TreeMap<>();
        accounts.forEach((tenant, account) -> {
            Account now = account.at(slice, settings.expiry());
            Account.Yield yield = now.yields(slice).orElse(null);
            if (yield != null) {
                now = now.earning(contention.earned(tenant, yield.level(), settings), slice, settings.most());
            }
            if (tenants.contains(tenant) && !now.isEmpty(slice)) {
                others.put(tenant, now);
            }
        });
        return others.equals(accounts) ? this : new Ledger(others, slice);
    }

    public Decision stepBack(Tenant tenant, Level level, Duration time, long slice, CreditSettings settings) {
        Account account = account(tenant).at(slice, settings.expiry());
        if (!settings.on()) {
            return off();
        }
        if (account.boosts(slice)) {
            return refused(
                    Reason.BOOSTING,
                    tenant + " has high priority for " + (account.boostUntil() - slice)
                            + " s more, and cannot yield before");
        }
        return granted(tenant, account.yielding(Optional.of(level), slice + time.toSeconds()));
    }

    /** Lets it yield at that time of each day, too; at another level, if it did before. */
    Decision stepBackDaily(Tenant tenant, DailyTime time, long slice, CreditSettings settings) {
        if (!settings.on()) {
            return off();
        }
        Account account = account(tenant).at(slice, settings.expiry());
        List<DailyTime> times = new ArrayList<>(account.daily());
        times.removeIf(time::isSameTime);
        if (times.size() >= MOST_DAILY) {
            return refused(
                    Reason.FULL,
                    tenant + " yields at " + MOST_DAILY
                            + " times of the day already; end that first: yield off --tenant " + tenant);
        }
        times.add(time);
        return granted(tenant, account.yieldingDaily(times));
    }

    /** Ends its yield, and that at times of the day, too, if so asked. */
    public Decision stepBackNoMore(Tenant tenant, boolean daily, long slice, CreditSettings settings) {
        if (!settings.on()) {
            return off();
        }
        Account account = account(tenant).at(slice, settings.expiry()).yielding(Optional.empty(), 0);
        return granted(tenant, daily ? account.yieldingDaily(List.of()) : account);
    }

    /** Buys that tenant so many slices of high priority: from now on, or after what it bought before. */
    public Decision boost(Tenant tenant, long slices, long slice, CreditSettings settings) {
        if (!settings.on()) {
            return off();
        }
        Account account = account(tenant).at(slice, settings.expiry());
        if (account.yieldsOnce(slice)) {
            return refused(
                    Reason.YIELDING, tenant + " yields at the moment; end that first: yield off --tenant " + tenant);
        }
        // The slice that has begun is the first of them: it weighs more at once.
        long from = account.boosts(slice) ? account.boostUntil() : slice;
        long until = from + slices;
        if (until - slice > settings.longestBoost().toSeconds()) {
            return refused(
                    Reason.TOO_LONG,
                    tenant + " would have high priority for " + (until - slice) + " s; permitted are "
                            + settings.longestBoost().toSeconds());
        }
        Credits price = settings.price().times(slices);
        Credits balance = account.balance();
        if (balance.compareTo(price) < 0) {
            Credits missing = price.minus(balance);
            return new Refused(
                    Reason.CREDITS,
                    missing,
                    missing + " credits are missing: " + slices + " s cost " + price + ", and " + tenant + " has "
                            + balance + "; it earns some while it yields to others");
        }
        return granted(tenant, account.paying(price).boosting(until));
    }

    private static Decision off() {
        return refused(Reason.OFF, "credits are off; set credit = on in the coordinator's settings");
    }

    private static Decision refused(Reason reason, String sentence) {
        return new Refused(reason, Credits.NONE, sentence);
    }

    private Decision granted(Tenant tenant, Account account) {
        if (!accounts.containsKey(tenant) && accounts.size() >= MOST_ACCOUNTS) {
            return refused(Reason.FULL, MOST_ACCOUNTS + " tenants yield or have credits already; more cannot");
        }
        Map<Tenant, Account> others = new TreeMap<>(accounts);
        others.put(tenant, account);
        return new Granted(new Ledger(others, counted));
    }
}
