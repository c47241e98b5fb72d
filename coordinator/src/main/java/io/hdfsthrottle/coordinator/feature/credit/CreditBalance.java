package io.hdfsthrottle.coordinator.feature.credit;

import java.util.List;
import java.util.Optional;

/**
 * The credit state of one tenant, for display.
 *
 * @param level how far it yields, by label; null for not at all
 * @param yieldSeconds how long it still yields, 0 for not at all
 * @param daily the times of the day during which it yields
 * @param boostSeconds how long it still has high priority, 0 for not at all
 */
public record CreditBalance(
        String tenant, double credits, String level, long yieldSeconds, List<Daily> daily, long boostSeconds) {
    private static final double THOUSANDTHS = 1e3;

    /** A {@link DailyTime}. */
    record Daily(String level, String from, String until, String zone) {
        static Daily of(DailyTime time) {
            return new Daily(
                    time.level().label(), time.from().toString(), time.until().toString(), time.zone());
        }
    }

    /** Copies what it is given. */
    public CreditBalance {
        daily = List.copyOf(daily);
    }

    static CreditBalance of(String tenant, Account account, long slice) {
        Optional<Account.Yield> yield = account.yields(slice);
        return new CreditBalance(
                tenant,
                account.balance().thousandths() / THOUSANDTHS,
                yield.map(some -> some.level().label()).orElse(null),
                yield.map(some -> some.until() - slice).orElse(0L),
                account.daily().stream().map(Daily::of).toList(),
                account.boosts(slice) ? account.boostUntil() - slice : 0);
    }
}
