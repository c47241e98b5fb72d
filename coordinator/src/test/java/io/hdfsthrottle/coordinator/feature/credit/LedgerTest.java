package io.hdfsthrottle.coordinator.feature.credit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.coordinator.feature.credit.Decision.Granted;
import io.hdfsthrottle.coordinator.feature.credit.Decision.Reason;
import io.hdfsthrottle.coordinator.feature.credit.Decision.Refused;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class LedgerTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final Set<Tenant> TENANTS = Set.of(ETL);
    private static final CreditSettings SETTINGS = CreditSettings.standard(true);
    private static final Duration EIGHT_HOURS = Duration.ofHours(8);
    private static final long HOUR = 3_600;

    /** A slice at the beginning of an hour. */
    private static final long BEGIN = 490_000 * HOUR;

    private static Ledger granted(Decision decision) {
        assertThat(decision).isInstanceOf(Granted.class);
        return ((Granted) decision).ledger();
    }

    private static Refused refused(Decision decision) {
        assertThat(decision).isInstanceOf(Refused.class);
        return (Refused) decision;
    }

    private static Ledger yielding(Level level) {
        return granted(Ledger.EMPTY.stepBack(ETL, level, EIGHT_HOURS, BEGIN, SETTINGS));
    }

    /** After so many slices in which it waits beside three others. */
    private static Ledger earning(Ledger begin, long slices) {
        Ledger ledger = begin;
        Contention four = new Contention(Map.of(ETL, new Contention.Queue(1, 4)));
        for (long slice = BEGIN; slice < BEGIN + slices; slice++) {
            ledger = ledger.after(slice, four, TENANTS, SETTINGS);
        }
        return ledger;
    }

    private static Credits balance(Ledger ledger, long slice) {
        return ledger.account(ETL).at(slice, SETTINGS.expiry()).balance();
    }

    /** The paper says 14 minutes. */
    @Test
    void anHourBesideThreeOthers_buys9point8MinutesByThePapersWeights() {
        Ledger ledger = earning(yielding(Level.LOW), HOUR);

        assertThat(balance(ledger, BEGIN + HOUR)).isEqualTo(Credits.of(14_760)).hasToString("14760");
        assertThat(14_760 / 25.0 / 60).isEqualTo(9.84);
    }

    @Test
    void levels_countOneTwoThree() {
        assertThat(balance(earning(yielding(Level.LOW), 1), BEGIN)).hasToString("4.1");
        assertThat(balance(earning(yielding(Level.LOWEST), 1), BEGIN)).hasToString("4.2");
        assertThat(balance(earning(yielding(Level.IDLE), 1), BEGIN)).hasToString("4.3");
    }

    @Test
    void slice_countsOnce_andNoneBeforeIt() {
        Ledger once = earning(yielding(Level.LOW), 1);

        assertThat(once.after(BEGIN, new Contention(Map.of(ETL, new Contention.Queue(1, 4))), TENANTS, SETTINGS))
                .isSameAs(once);
        assertThat(once.after(BEGIN - 1, new Contention(Map.of(ETL, new Contention.Queue(1, 4))), TENANTS, SETTINGS))
                .isSameAs(once);
    }

    @Test
    void sliceWithoutContention_earnsALittle_andOneAfterTheTimeNothing() {
        Ledger ledger = yielding(Level.LOW);
        assertThat(balance(ledger.after(BEGIN, Contention.NONE, TENANTS, SETTINGS), BEGIN))
                .hasToString("0.1");

        Ledger late = ledger.after(
                BEGIN + EIGHT_HOURS.toSeconds(),
                new Contention(Map.of(ETL, new Contention.Queue(1, 4))),
                TENANTS,
                SETTINGS);
        assertThat(balance(late, BEGIN + EIGHT_HOURS.toSeconds())).isEqualTo(Credits.NONE);
    }

    @Test
    void credits_endADayAfterTheHourInWhichTheyWereEarned() {
        Ledger ledger = earning(yielding(Level.LOW), 10);

        assertThat(balance(ledger, BEGIN + 25 * HOUR - 1)).hasToString("41");
        assertThat(balance(ledger, BEGIN + 25 * HOUR)).isEqualTo(Credits.NONE);
        assertThat(ledger.after(BEGIN + 25 * HOUR, Contention.NONE, TENANTS, SETTINGS)
                        .accounts())
                .isEmpty();
    }

    @Test
    void balance_neverExceedsItsCap() {
        CreditSettings small = new CreditSettings(
                true,
                SETTINGS.perContender(),
                SETTINGS.perLevel(),
                16,
                SETTINGS.price(),
                Credits.of(10),
                SETTINGS.expiry(),
                SETTINGS.longestYield(),
                SETTINGS.longestBoost(),
                SETTINGS.factors(),
                8);
        Ledger ledger = yielding(Level.LOW);
        for (long slice = BEGIN; slice < BEGIN + 10; slice++) {
            ledger = ledger.after(slice, new Contention(Map.of(ETL, new Contention.Queue(1, 4))), TENANTS, small);
        }

        assertThat(balance(ledger, BEGIN + 10)).isEqualTo(Credits.of(10));
    }

    @Test
    void boost_costs25ASlice_andIsWholeWhateverItBegins() {
        long now = BEGIN + HOUR;
        Ledger rich = granted(earning(yielding(Level.LOW), HOUR).stepBackNoMore(ETL, now, SETTINGS));
        Ledger boosting = granted(rich.boost(ETL, 5, now, SETTINGS));

        assertThat(balance(boosting, now)).isEqualTo(Credits.of(14_760 - 5 * 60 * 25));
        assertThat(boosting.factors(now, SETTINGS)).isEqualTo(Map.of(ETL, 8.0));
        assertThat(boosting.boosting(now + 300)).containsExactly(ETL);
        assertThat(boosting.boosting(now + 301)).isEmpty();

        Ledger longer = granted(boosting.boost(ETL, 4, now + 100, SETTINGS));
        assertThat(longer.boosting(now + 540)).containsExactly(ETL);
        assertThat(longer.boosting(now + 541)).isEmpty();
        assertThat(balance(longer, now)).isEqualTo(Credits.of(14_760 - 9 * 60 * 25));
    }

    @Test
    void refusal_saysWhatIsMissing() {
        long now = BEGIN + HOUR;
        Ledger rich = granted(earning(yielding(Level.LOW), HOUR).stepBackNoMore(ETL, now, SETTINGS));
        Refused refused = refused(rich.boost(ETL, 10, now, SETTINGS));

        assertThat(refused.reason()).isEqualTo(Reason.CREDITS);
        assertThat(refused.missing()).isEqualTo(Credits.of(240));
        assertThat(refused.sentence()).contains("240 credits are missing", "10 minutes cost 15000", "etl has 14760");
    }

    @Test
    void nobodyYieldsAndBoostsAtATime() {
        long now = BEGIN + HOUR;
        Ledger rich = earning(yielding(Level.LOW), HOUR);
        assertThat(refused(rich.boost(ETL, 1, now, SETTINGS)).reason()).isEqualTo(Reason.YIELDING);

        Ledger boosting =
                granted(granted(rich.stepBackNoMore(ETL, now, SETTINGS)).boost(ETL, 1, now, SETTINGS));
        assertThat(refused(boosting.stepBack(ETL, Level.LOW, EIGHT_HOURS, now, SETTINGS))
                        .reason())
                .isEqualTo(Reason.BOOSTING);
    }

    @Test
    void boost_isNoLongerThanPermitted() {
        long now = BEGIN + 7 * HOUR;
        Ledger rich = granted(earning(yielding(Level.IDLE), 7 * HOUR).stepBackNoMore(ETL, now, SETTINGS));

        assertThat(refused(rich.boost(ETL, 61, now, SETTINGS)).reason()).isEqualTo(Reason.TOO_LONG);
        assertThat(balance(granted(rich.boost(ETL, 60, now, SETTINGS)), now)).isEqualTo(Credits.NONE);
    }

    @Test
    void off_refusesAll_andSaysWhichSetting() {
        assertThat(refused(Ledger.EMPTY.boost(ETL, 1, BEGIN, CreditSettings.OFF))
                        .sentence())
                .contains("credit = on");
        assertThat(refused(Ledger.EMPTY.stepBack(ETL, Level.LOW, EIGHT_HOURS, BEGIN, CreditSettings.OFF))
                        .reason())
                .isEqualTo(Reason.OFF);
        assertThat(refused(Ledger.EMPTY.stepBackNoMore(ETL, BEGIN, CreditSettings.OFF))
                        .reason())
                .isEqualTo(Reason.OFF);
    }

    @Test
    void tenantThatIsDeleted_losesItsAccount() {
        Ledger ledger = earning(yielding(Level.LOW), 1);
        assertThat(ledger.after(BEGIN + 1, Contention.NONE, Set.of(), SETTINGS).accounts())
                .isEmpty();
    }

    @Test
    void accounts_areFew() {
        Ledger ledger = Ledger.EMPTY;
        for (int i = 0; i < Ledger.MOST_ACCOUNTS; i++) {
            ledger = granted(ledger.stepBack(Tenant.named("t" + i), Level.LOW, EIGHT_HOURS, BEGIN, SETTINGS));
        }
        assertThat(refused(ledger.stepBack(ETL, Level.LOW, EIGHT_HOURS, BEGIN, SETTINGS))
                        .reason())
                .isEqualTo(Reason.FULL);
    }

    @Test
    void credits_areExact_andNeverBelowZero() {
        assertThat(Credits.parse("0.1").times(3)).isEqualTo(Credits.parse("0.3"));
        assertThatIllegalArgumentException().isThrownBy(() -> Credits.NONE.minus(Credits.of(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> Credits.parse("0.0001"));
    }
}
