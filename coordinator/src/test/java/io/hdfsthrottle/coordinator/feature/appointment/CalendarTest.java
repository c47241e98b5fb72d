package io.hdfsthrottle.coordinator.feature.appointment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.coordinator.feature.appointment.Decision.Made;
import io.hdfsthrottle.coordinator.feature.appointment.Decision.Reason;
import io.hdfsthrottle.coordinator.feature.appointment.Decision.Refused;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CalendarTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final Tenant GOLD = Tenant.named("gold");
    private static final AppointmentSettings SETTINGS = AppointmentSettings.standard(true);
    private static final long BEGIN = 490_000L * 3_600;
    private static final double MB = 1e6;

    private Calendar calendar = Calendar.EMPTY;

    /** All disks give 100 MB/s; each of two tenants of the same weight gets half, and waits. */
    private static Load busy() {
        return load(50, 50);
    }

    private static Load load(double etl, double gold) {
        return new Load(
                100 * MB,
                Map.of(
                        ETL,
                        new Load.Use(1, etl * MB, etl * MB, 50 * MB, true),
                        GOLD,
                        new Load.Use(1, gold * MB, gold * MB, 50 * MB, true)));
    }

    /** Another tenant takes the whole of all disks, and waits for more. */
    private static Load full() {
        return new Load(100 * MB, Map.of(GOLD, new Load.Use(1, 100 * MB, 100 * MB, 100 * MB, true)));
    }

    private Made made(String application, int megabytes, int deadline, boolean callback) {
        return made(application, megabytes, deadline, callback, busy());
    }

    private Made made(String application, int megabytes, int deadline, boolean callback, Load load) {
        Duration within = Duration.ofSeconds(deadline);
        AppointmentRequest wish =
                new AppointmentRequest(application, ETL, (long) (megabytes * MB), within, within, callback);
        Made made = (Made) calendar.request(wish, BEGIN, load, SETTINGS);
        calendar = made.calendar();
        return made;
    }

    private void at(long second, Load load) {
        calendar = calendar.at(BEGIN + second, load, application -> true, SETTINGS);
    }

    private double factor(Tenant tenant, long second, Load load) {
        return AppointmentFactors.factors(calendar, load, BEGIN + second, SETTINGS)
                .getOrDefault(tenant, 1.0);
    }

    private boolean begun(Made made) {
        return calendar.appointment(made.appointment().id())
                .map(Appointment::begun)
                .orElseThrow();
    }

    @Test
    void first_beginsNow_secondWaitsForItsEnd_andWhoHasNoTimeBeginsBesides() {
        Made first = made("a", 500, 60, false);
        assertThat(first.answer()).isEqualTo("now");
        assertThat(first.appointment().length()).isEqualTo(10);

        Made second = made("b", 200, 60, false);
        assertThat(second.answer()).isEqualTo("wait");
        assertThat(second.slices()).isEqualTo(10);

        Made urgent = made("c", 500, 12, false);
        assertThat(urgent.answer()).isEqualTo("wait");
        assertThat(urgent.slices()).as("500 MB take 10 s of its 12").isEqualTo(2);
        Made late = made("d", 5_000, 20, false);
        assertThat(late.answer()).isEqualTo("now");
    }

    @Test
    void firstAnswer_letsTenantsThatLeaveNoRoomGoFirst_forAsLongAsItTakesItself_andNoLongerThanForecastsLook() {
        Made small = made("a", 500, 60, false, full());
        assertThat(small.answer()).isEqualTo("wait");
        assertThat(small.slices()).isEqualTo(10);
        calendar = Calendar.EMPTY;
        assertThat(made("a", 1_500, 600, false, full()).slices()).isEqualTo(15);
        calendar = Calendar.EMPTY;
        assertThat(made("a", 500, 13, false, full()).slices())
                .as("its deadline leaves no more")
                .isEqualTo(3);
        calendar = Calendar.EMPTY;
        assertThat(made("a", 500, 9, false, full()).answer()).isEqualTo("now");
    }

    @Test
    void firstAnswer_isNow_whereOthersDoNotWait_orLeaveRoom() {
        Load quiet = new Load(100 * MB, Map.of(GOLD, new Load.Use(1, 90 * MB, 0, 0, false)));
        assertThat(made("a", 500, 60, false, quiet).answer()).isEqualTo("now");
        calendar = Calendar.EMPTY;
        Load oneHotDisk = new Load(100 * MB, Map.of(GOLD, new Load.Use(1, 40 * MB, 40 * MB, 40 * MB, true)));
        assertThat(made("a", 500, 60, false, oneHotDisk).answer()).isEqualTo("now");
        calendar = Calendar.EMPTY;
        Load itself = new Load(100 * MB, Map.of(ETL, new Load.Use(1, 100 * MB, 0, 0, true)));
        assertThat(made("a", 500, 60, false, itself).answer()).isEqualTo("now");
    }

    @Test
    void forecastEndOfTheOthers_isWhenItBegins() {
        assertThat(made("a", 1_500, 600, false, full().lasting(Map.of(GOLD, 3.5)))
                        .slices())
                .isEqualTo(4);
        calendar = Calendar.EMPTY;
        assertThat(made("a", 100, 600, false, full().lasting(Map.of(GOLD, 7.0))).slices())
                .as("longer than it takes itself, because the end is in sight")
                .isEqualTo(7);
    }

    @Test
    void forecastOfTheNextSecond_saysWhetherThereIsRoomNow() {
        assertThat(made("a", 500, 60, false, full().coming(Map.of(GOLD, 50 * MB)))
                        .answer())
                .isEqualTo("now");
        calendar = Calendar.EMPTY;
        Load burst = new Load(100 * MB, Map.of(GOLD, new Load.Use(1, 40 * MB, 40 * MB, 40 * MB, true)))
                .coming(Map.of(GOLD, 90 * MB));
        assertThat(made("a", 500, 60, false, burst).slices()).isEqualTo(1);
    }

    @Test
    void whoIsToBeCalled_isCalledOnceOthersLeaveRoom_andAtItsPlannedTimeInAnyCase() {
        Made early = made("a", 500, 60, true, full());
        assertThat(early.answer()).isEqualTo("callback");
        at(1, full());
        assertThat(begun(early)).isFalse();
        at(2, load(0, 40));
        assertThat(begun(early)).isTrue();

        calendar = Calendar.EMPTY;
        Made late = made("a", 500, 60, true, full());
        at(9, full());
        assertThat(begun(late)).isFalse();
        at(10, full());
        assertThat(begun(late)).isTrue();
    }

    @Test
    void whoIsToBeCalled_isCalledWhenTheOneBeforeIsDone_orWhenNobodyWaits() {
        Made first = made("a", 500, 60, false);
        Made second = made("b", 200, 60, true);
        assertThat(second.answer()).isEqualTo("callback");
        assertThat(second.slices()).as("at the latest: 4 s before the deadline").isEqualTo(56);
        at(1, busy());
        assertThat(begun(second)).isFalse();

        calendar = calendar.without(first.appointment().id());
        at(2, busy());
        assertThat(begun(second)).isTrue();

        Made third = made("c", 200, 60, true);
        at(4, new Load(100 * MB, Map.of()));
        assertThat(begun(third))
                .as("the second has just begun, and is not seen yet")
                .isFalse();
        at(5, new Load(100 * MB, Map.of()));
        assertThat(begun(third)).isTrue();
    }

    @Test
    void uncoordinatedNeighbour_makesTheHolderWeighWhatItsPromiseTakes() {
        Made unused = made("a", 1_000, 60, false);
        at(1, busy());
        assertThat(factor(ETL, 1, busy()))
                .as("half of the disk is what it has by itself")
                .isCloseTo(1, within(0.1));

        Map<Tenant, Load.Use> crowd = Map.of(
                ETL, new Load.Use(1, 25 * MB, 25 * MB, 25 * MB, true),
                GOLD, new Load.Use(3, 75 * MB, 75 * MB, 75 * MB, true));
        assertThat(factor(ETL, 1, new Load(100 * MB, crowd))).isBetween(3.0, 3.5);
        assertThat(factor(GOLD, 1, new Load(100 * MB, crowd))).isEqualTo(1);
    }

    @Test
    void whatTheHolderDidNotGet_makesItWeighMore() {
        Made unused = made("a", 500, 60, false);
        double before = factor(ETL, 0, busy());
        for (int second = 1; second <= 8; second++) {
            at(second, load(10, 90));
        }
        assertThat(factor(ETL, 8, load(10, 90))).isGreaterThan(before).isEqualTo(8);
        at(13, load(90, 10));
        assertThat(calendar.appointments())
                .as("it got in as much time again what it missed")
                .hasSize(0);
    }

    @Test
    void whatItGotBeyondItsShare_isReturnedAfterwards() {
        Made unused = made("a", 300, 60, false);
        for (int second = 1; second <= 4; second++) {
            at(second, load(80, 20));
        }
        assertThat(calendar.appointments()).isEmpty();
        assertThat(calendar.debts().get(ETL).bytes()).isCloseTo(90 * MB, within(1.0));
        assertThat(factor(ETL, 4, busy())).isEqualTo(0.5);

        at(5, load(5, 95));
        at(6, load(5, 95));
        assertThat(calendar.debts()).as("90 MB were returned in two seconds").isEmpty();
        assertThat(factor(ETL, 6, busy())).isEqualTo(1);
    }

    @Test
    void whatIsNotReturned_isForgotten() {
        Made unused = made("a", 300, 60, false);
        at(1, load(80, 20));
        calendar = calendar.without(1);
        at(300, new Load(100 * MB, Map.of()));
        assertThat(calendar.debts()).isNotEmpty();
        at(601, new Load(100 * MB, Map.of()));
        assertThat(calendar.isEmpty()).isTrue();
    }

    @Test
    void ofOneApplication_andInAll_thereAreSoManyAtMost() {
        for (int i = 0; i < 4; i++) {
            Made unused = made("a", 100, 60, false);
        }
        assertThat(refused("a").reason()).isEqualTo(Reason.MANY);
        for (int i = 0; i < 60; i++) {
            Made unused = made("b" + i, 100, 60, false);
        }
        assertThat(refused("c").reason()).isEqualTo(Reason.FULL);
        assertThat(((Refused) calendar.request(wish("c"), BEGIN, busy(), AppointmentSettings.OFF)).sentence())
                .contains("appointment = on");
    }

    private static AppointmentRequest wish(String application) {
        return new AppointmentRequest(application, ETL, 1, Duration.ofSeconds(1), Duration.ofSeconds(1), false);
    }

    private Refused refused(String application) {
        return (Refused) calendar.request(wish(application), BEGIN, busy(), SETTINGS);
    }

    @Test
    void deadApplication_keepsNothing_andAClockThatIsSetBackEndsAll() {
        Made unused = made("a", 500, 60, false);
        Calendar other = calendar;
        calendar = calendar.at(BEGIN + 1, busy(), application -> false, SETTINGS);
        assertThat(calendar.appointments()).isEmpty();

        assertThat(other.at(BEGIN - 3_600, busy(), application -> true, SETTINGS)
                        .isEmpty())
                .isTrue();
    }

    @Test
    void unknownDisks_promiseNothing_andNobodyWaitsForThemLong() {
        Made made = (Made) calendar.request(wish("a"), BEGIN, Load.NONE, SETTINGS);
        assertThat(made.answer()).isEqualTo("now");
        assertThat(made.appointment().rate()).isZero();
        assertThat(AppointmentFactors.factors(made.calendar(), Load.NONE, BEGIN, SETTINGS))
                .isEmpty();
    }

    @Test
    void wrongWish_isRefusedWithAGoodOne() {
        for (long bytes : new long[] {0, -1, Long.MAX_VALUE}) {
            assertThatExceptionOfType(InvalidInput.class)
                    .isThrownBy(() ->
                            AppointmentRequest.of("a", ETL, bytes, Duration.ofSeconds(20), Optional.empty(), false))
                    .withMessageContaining("bytes");
        }
    }
}
