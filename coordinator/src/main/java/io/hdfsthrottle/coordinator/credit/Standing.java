package io.hdfsthrottle.coordinator.credit;

/**
 * How one tenant stands, for people.
 *
 * @param tenant who
 * @param credits what it has
 * @param level how far it steps back, by its label; null for not at all
 * @param yieldSeconds for how long yet, 0 for not at all
 * @param boostSeconds how long it has high priority yet, 0 for not at all
 */
public record Standing(String tenant, double credits, String level, long yieldSeconds, long boostSeconds) {
    private static final double THOUSANDTHS = 1e3;

    static Standing of(String tenant, Account account, long slice) {
        String level = account.yields(slice).map(Level::label).orElse(null);
        return new Standing(
                tenant,
                account.balance().thousandths() / THOUSANDTHS,
                level,
                level == null ? 0 : account.yieldUntil() - slice,
                account.boosts(slice) ? account.boostUntil() - slice : 0);
    }
}
