package io.hdfsthrottle.coordinator.feature.credit;

/**
 * The credit state of one tenant, for display.
 *
 * @param level how far it yields, by label; null for not at all
 * @param yieldSeconds how long it still yields, 0 for not at all
 * @param boostSeconds how long it still has high priority, 0 for not at all
 */
public record CreditBalance(String tenant, double credits, String level, long yieldSeconds, long boostSeconds) {
    private static final double THOUSANDTHS = 1e3;

    static CreditBalance of(String tenant, Account account, long slice) {
        String level = account.yields(slice).map(Level::label).orElse(null);
        return new CreditBalance(
                tenant,
                account.balance().thousandths() / THOUSANDTHS,
                level,
                level == null ? 0 : account.yieldUntil() - slice,
                account.boosts(slice) ? account.boostUntil() - slice : 0);
    }
}
