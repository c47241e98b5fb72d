package io.hdfsthrottle.coordinator.feature.credit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.coordinator.feature.credit.Decision.Granted;
import io.hdfsthrottle.coordinator.feature.credit.Decision.Reason;
import io.hdfsthrottle.coordinator.feature.credit.Decision.Refused;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
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

    private static final DailyTime NIGHT =
            new DailyTime(Level.LOWEST, LocalTime.of(22, 0), LocalTime.of(6, 0), "Europe/Zurich");

    private static final long TEN_IN_THE_EVENING = LocalDate.ofInstant(
                    Instant.ofEpochSecond(BEGIN), ZoneId.of(NIGHT.zone()))
            .atTime(22, 0)
            .atZone(ZoneId.of(NIGHT.zone()))
            .toEpochSecond();

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
    void boost_costs25ASlice_theOneThatHasBegunIncluded() {
        long now = BEGIN + HOUR;
        Ledger rich = granted(earning(yielding(Level.LOW), HOUR).stepBackNoMore(ETL, true, now, SETTINGS));
        Ledger boosting = granted(rich.boost(ETL, 300, now, SETTINGS));

        assertThat(balance(boosting, now)).isEqualTo(Credits.of(14_760 - 5 * 60 * 25));
        assertThat(boosting.factors(now, SETTINGS)).isEqualTo(Map.of(ETL, 8.0));
        assertThat(boosting.boosting(now + 299)).containsExactly(ETL);
        assertThat(boosting.boosting(now + 300)).isEmpty();

        Ledger longer = granted(boosting.boost(ETL, 240, now + 100, SETTINGS));
        assertThat(longer.boosting(now + 539)).containsExactly(ETL);
        assertThat(longer.boosting(now + 540)).isEmpty();
        assertThat(balance(longer, now)).isEqualTo(Credits.of(14_760 - 9 * 60 * 25));
    }

    @Test
    void singleSlice_isForSale_atThePriceOfOne() {
        long now = BEGIN + 7;
        Ledger earned = granted(earning(yielding(Level.LOW), 7).stepBackNoMore(ETL, true, now, SETTINGS));
        assertThat(balance(earned, now)).hasToString("28.7");

        Ledger boosting = granted(earned.boost(ETL, 1, now, SETTINGS));
        assertThat(balance(boosting, now)).hasToString("3.7");
        assertThat(boosting.boosting(now)).containsExactly(ETL);
        assertThat(boosting.boosting(now + 1)).isEmpty();
        assertThat(refused(boosting.boost(ETL, 1, now, SETTINGS)).missing()).hasToString("21.3");
    }

    /** BEGIN is 17:00 in Zurich, in November. */
    @Test
    void timeOfTheDay_comesAgainEveryDay_andEarns() {
        Ledger nights = granted(Ledger.EMPTY.stepBackDaily(ETL, NIGHT, BEGIN, SETTINGS));
        assertThat(nights.factors(BEGIN, SETTINGS)).isEmpty();
        for (long day = 0; day < 3; day++) {
            long ten = TEN_IN_THE_EVENING + day * 24 * HOUR;
            assertThat(nights.factors(ten - 1, SETTINGS)).isEmpty();
            assertThat(nights.factors(ten, SETTINGS)).isEqualTo(Map.of(ETL, 0.1));
            assertThat(nights.factors(ten + 8 * HOUR - 1, SETTINGS)).isEqualTo(Map.of(ETL, 0.1));
            assertThat(nights.factors(ten + 8 * HOUR, SETTINGS)).isEmpty();
        }
        Contention four = new Contention(Map.of(ETL, new Contention.Queue(1, 4)));
        Ledger counted = nights.after(TEN_IN_THE_EVENING - 1, four, TENANTS, SETTINGS)
                .after(TEN_IN_THE_EVENING, four, TENANTS, SETTINGS);
        assertThat(balance(counted, TEN_IN_THE_EVENING)).hasToString("4.2");
    }

    @Test
    void furthestWish_counts_andTheSameTimeOfTheDayIsKeptOnce() {
        Ledger both = granted(yielding(Level.LOW).stepBackDaily(ETL, NIGHT, BEGIN, SETTINGS));
        assertThat(both.factors(BEGIN, SETTINGS)).isEqualTo(Map.of(ETL, 0.5));
        assertThat(both.factors(TEN_IN_THE_EVENING, SETTINGS)).isEqualTo(Map.of(ETL, 0.1));

        DailyTime further = new DailyTime(Level.IDLE, NIGHT.from(), NIGHT.until(), NIGHT.zone());
        Ledger changed = granted(both.stepBackDaily(ETL, further, BEGIN, SETTINGS));
        assertThat(changed.account(ETL).daily()).containsExactly(further);

        Ledger applications = granted(changed.stepBackNoMore(ETL, false, BEGIN, SETTINGS));
        assertThat(applications.factors(BEGIN, SETTINGS)).isEmpty();
        assertThat(applications.account(ETL).daily()).containsExactly(further);
        assertThat(granted(changed.stepBackNoMore(ETL, true, BEGIN, SETTINGS))
                        .account(ETL)
                        .isEmpty(BEGIN))
                .isTrue();
    }

    @Test
    void boughtPriority_precedesTheTimeOfTheDay_andEarnsNothing() {
        Ledger nights = granted(earning(yielding(Level.LOW), HOUR).stepBackDaily(ETL, NIGHT, BEGIN, SETTINGS));
        long night = TEN_IN_THE_EVENING;
        Ledger boosting = granted(
                granted(nights.stepBackNoMore(ETL, false, night, SETTINGS)).boost(ETL, 60, night, SETTINGS));
        assertThat(boosting.factors(night, SETTINGS)).isEqualTo(Map.of(ETL, 8.0));
        assertThat(boosting.yielding(night)).isEmpty();
        assertThat(boosting.after(night, Contention.NONE, TENANTS, SETTINGS)).isSameAs(boosting);
        assertThat(boosting.factors(night + 61, SETTINGS)).isEqualTo(Map.of(ETL, 0.1));
    }

    @Test
    void timesOfTheDay_areFew() {
        Ledger ledger = Ledger.EMPTY;
        for (int hour = 0; hour < Ledger.MOST_DAILY; hour++) {
            DailyTime time = new DailyTime(Level.LOW, LocalTime.of(hour, 0), LocalTime.of(hour, 30), NIGHT.zone());
            ledger = granted(ledger.stepBackDaily(ETL, time, BEGIN, SETTINGS));
        }
        assertThat(refused(ledger.stepBackDaily(ETL, NIGHT, BEGIN, SETTINGS)).reason())
                .isEqualTo(Reason.FULL);
        assertThat(refused(Ledger.EMPTY.stepBackDaily(ETL, NIGHT, BEGIN, CreditSettings.OFF))
                        .reason())
                .isEqualTo(Reason.OFF);
    }

    @Test
    void refusal_saysWhatIsMissing() {
        long now = BEGIN + HOUR;
        Ledger rich = granted(earning(yielding(Level.LOW), HOUR).stepBackNoMore(ETL, true, now, SETTINGS));
        Refused refused = refused(rich.boost(ETL, 600, now, SETTINGS));

        assertThat(refused.reason()).isEqualTo(Reason.CREDITS);
        assertThat(refused.missing()).isEqualTo(Credits.of(240));
        assertThat(refused.sentence()).contains("240 credits are missing", "600 s cost 15000", "etl has 14760");
    }

    @Test
    void nobodyYieldsAndBoostsAtATime() {
        long now = BEGIN + HOUR;
        Ledger rich = earning(yielding(Level.LOW), HOUR);
        assertThat(refused(rich.boost(ETL, 1, now, SETTINGS)).reason()).isEqualTo(Reason.YIELDING);

        Ledger boosting =
                granted(granted(rich.stepBackNoMore(ETL, true, now, SETTINGS)).boost(ETL, 1, now, SETTINGS));
        assertThat(refused(boosting.stepBack(ETL, Level.LOW, EIGHT_HOURS, now, SETTINGS))
                        .reason())
                .isEqualTo(Reason.BOOSTING);
    }

    @Test
    void boost_isNoLongerThanPermitted() {
        long now = BEGIN + 7 * HOUR;
        Ledger rich = granted(earning(yielding(Level.IDLE), 7 * HOUR).stepBackNoMore(ETL, true, now, SETTINGS));

        assertThat(refused(rich.boost(ETL, 3_601, now, SETTINGS)).reason()).isEqualTo(Reason.TOO_LONG);
        assertThat(balance(granted(rich.boost(ETL, 3_600, now, SETTINGS)), now)).isEqualTo(Credits.NONE);
    }

    @Test
    void off_refusesAll_andSaysWhichSetting() {
        assertThat(refused(Ledger.EMPTY.boost(ETL, 1, BEGIN, CreditSettings.OFF))
                        .sentence())
                .contains("credit = on");
        assertThat(refused(Ledger.EMPTY.stepBack(ETL, Level.LOW, EIGHT_HOURS, BEGIN, CreditSettings.OFF))
                        .reason())
                .isEqualTo(Reason.OFF);
        assertThat(refused(Ledger.EMPTY.stepBackNoMore(ETL, true, BEGIN, CreditSettings.OFF))
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
