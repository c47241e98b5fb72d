package io.hdfsthrottle.coordinator.feature.appointment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.feature.appointment.Decision.Made;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Appointments of applications that say which nodes they read from: ten nodes of 100 MB/s, of which others use some. */
final class AppointmentNodesTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final Tenant GOLD = Tenant.named("gold");
    private static final AppointmentSettings SETTINGS = AppointmentSettings.standard(true);
    private static final long BEGIN = 490_000L * 3_600;
    private static final long MB = 1_000_000;
    private static final Set<String> HOT = Set.of("dn0");
    private static final Set<String> COLD = Set.of("dn7", "dn8");

    private Calendar calendar = Calendar.EMPTY;

    /** Gold reads from the hot node at that rate, and waits for more. */
    private static Load load(long hot) {
        return load(hot, 0);
    }

    /** So does ETL. */
    private static Load load(long hot, long etl) {
        List<NodeDemand> nodes = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            List<TenantUsage> usages = new ArrayList<>();
            if (i == 0 && hot > 0) {
                usages.add(waiting(GOLD, hot));
            }
            if (i == 0 && etl > 0) {
                usages.add(waiting(ETL, etl));
            }
            VolumeUsage disk = VolumeUsage.of("v", Rate.ofBytesPerSecond(100 * MB), usages);
            nodes.add(new NodeDemand("dn" + i, Duration.ZERO, true, NodeDemand.NOTHING, List.of(disk)));
        }
        return Load.of(ClusterDemand.of(nodes), tenant -> 1);
    }

    private static TenantUsage waiting(Tenant tenant, long megabytes) {
        return TenantUsage.of(tenant, 1, 0, Rate.ofBytesPerSecond(megabytes * MB), Rate.ZERO, true, Duration.ZERO);
    }

    private Made made(String application, Set<String> nodes, boolean callback, Load load) {
        Duration within = Duration.ofSeconds(60);
        AppointmentRequest wish =
                new AppointmentRequest(application, ETL, 500 * MB, within, within, callback).from(nodes);
        Made made = (Made) calendar.request(wish, BEGIN, load, SETTINGS);
        calendar = made.calendar();
        return made;
    }

    private void at(long second, Load load) {
        calendar = calendar.at(BEGIN + second, load, application -> true, SETTINGS);
    }

    private boolean begun(Made made) {
        return calendar.appointment(made.appointment().id())
                .map(Appointment::begun)
                .orElseThrow();
    }

    @Test
    void firstAnswer_knowsTheDisksOfItsNodes_whereTheClusterHasRoom() {
        assertThat(made("a", Set.of(), false, load(100)).answer()).isEqualTo("now");
        calendar = Calendar.EMPTY;
        Made hot = made("a", HOT, false, load(100));
        assertThat(hot.answer()).isEqualTo("wait");
        assertThat(hot.slices())
                .as("as long as it takes itself: 500 MB at half of a disk")
                .isEqualTo(10);
        calendar = Calendar.EMPTY;
        assertThat(made("a", COLD, false, load(100)).answer()).isEqualTo("now");
        calendar = Calendar.EMPTY;
        assertThat(made("a", HOT, false, load(40)).answer())
                .as("there is room beside")
                .isEqualTo("now");
        calendar = Calendar.EMPTY;
        assertThat(made("a", HOT, false, load(100).lasting(Map.of(GOLD, 3.5))).slices())
                .as("forecasts tell the end")
                .isEqualTo(4);
        calendar = Calendar.EMPTY;
        assertThat(made("a", HOT, false, load(100).coming(Map.of(GOLD, 10.0 * MB)))
                        .answer())
                .isEqualTo("now");
    }

    @Test
    void promise_isAPartOfItsNodesDisks() {
        assertThat(made("a", COLD, false, load(100)).appointment().rate()).isEqualTo(100.0 * MB);
        assertThat(made("b", Set.of(), false, load(100)).appointment().rate()).isEqualTo(500.0 * MB);
        assertThat(made("c", Set.of("gone", "dn1"), false, load(100))
                        .appointment()
                        .rate())
                .isEqualTo(50.0 * MB);
    }

    @Test
    void appointments_waitForEachOther_onlyWhereTheyMeet() {
        assertThat(made("a", HOT, false, load(0)).answer()).isEqualTo("now");
        assertThat(made("b", COLD, false, load(0)).answer()).isEqualTo("now");
        assertThat(made("c", Set.of("dn0", "dn1"), false, load(0)).answer()).isEqualTo("wait");
        assertThat(made("d", Set.of(), false, load(0)).answer()).isEqualTo("wait");
    }

    @Test
    void whoIsToBeCalled_isCalled_onceItsNodesHaveRoom() {
        Made waits = made("a", HOT, true, load(100));
        assertThat(waits.answer()).isEqualTo("callback");
        at(1, load(100));
        assertThat(begun(waits)).isFalse();
        at(2, load(40));
        assertThat(begun(waits)).isTrue();
    }

    /** Half of the hot disk beside one tenant of the same weight needs the same weight; of two, twice as much. */
    @Test
    void weight_isWhatThePromiseNeeds_againstThoseWhoUseTheDisksOfItsNodes() {
        at(0, load(100));
        Made hot = made("a", HOT, false, load(40));
        assertThat(begun(hot)).isTrue();
        assertThat(AppointmentFactors.factors(calendar, load(100), BEGIN, SETTINGS)
                        .get(ETL))
                .isCloseTo(1.0, within(0.01));
        assertThat(AppointmentFactors.factors(calendar, load(100), BEGIN + 8, SETTINGS)
                        .get(ETL))
                .as("late: it needs all that it may have")
                .isCloseTo(8.0, within(0.01));
        calendar = Calendar.EMPTY;
        made("b", COLD, false, load(100));
        assertThat(AppointmentFactors.factors(calendar, load(100), BEGIN + 4, SETTINGS)
                        .get(ETL))
                .as("nobody is there")
                .isEqualTo(1.0);
    }

    @Test
    void whatItsTenantGetsElsewhere_isNotCounted() {
        Made cold = made("a", COLD, false, load(10));
        at(1, load(10, 90));
        assertThat(calendar.appointment(cold.appointment().id()).orElseThrow().served())
                .isZero();
    }

    /** Its weight is more on all nodes: what ETL gets beyond half of the hot disk is owed, whatever it read for. */
    @Test
    void debt_isOfAllNodes_andCountsOnceForAllAppointments() {
        made("a", COLD, false, load(10));
        made("b", Set.of("dn2"), false, load(10));
        at(1, load(10, 90));
        assertThat(calendar.debts().get(ETL).bytes()).isEqualTo(40.0 * MB);
    }

    @Test
    void nameThatNoNodeHas_isRefused_onceNodesAreKnown() {
        Duration within = Duration.ofSeconds(60);
        AppointmentRequest wish =
                new AppointmentRequest("a", ETL, 500 * MB, within, within, false).from(Set.of("10.0.0.1:9866"));
        assertThat(calendar.request(wish, BEGIN, load(0), SETTINGS)).isInstanceOf(Decision.Refused.class);
        assertThat(calendar.request(wish, BEGIN, Load.NONE, SETTINGS)).isInstanceOf(Made.class);
    }
}
