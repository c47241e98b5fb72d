package io.hdfsthrottle.bench.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.bench.scenario.cluster.ClusterCase.Phase;
import io.hdfsthrottle.bench.scenario.cluster.ClusterShares.ClusterWindow;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClusterCaseTest {

    private static final double RATE = 180;
    private static final List<Double> NODES = Collections.nCopies(3, RATE);

    private static ClusterCase named(String name) {
        return ClusterCase.all(RATE).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void equalPriorities_areDueEqualTotals() {
        List<Double> due = named("skew, equal").phases().get(0).due(NODES);

        assertThat(due.subList(0, 3)).allSatisfy(each -> assertThat(each).isCloseTo(RATE, within(1e-6)));
        assertThat(due.get(ClusterCase.LAST)).isZero();
    }

    @Test
    void tenantOfHighPriority_isDueNoMoreThanItCanReach() {
        List<Double> due = named("skew, unequal").phases().get(0).due(NODES);

        assertThat(due.get(0)).isCloseTo(200, within(1e-6));
        assertThat(due.get(1)).isCloseTo(2 * due.get(2), within(1e-6));
    }

    @Test
    void limitedTenant_isDueItsLimitInEveryPhase() {
        ClusterCase limit = named("limit");

        assertThat(limit.phases()).hasSize(4).allSatisfy(phase -> assertThat(
                        phase.due(NODES).get(limit.limited()))
                .isCloseTo(60e6 / (150 << 20) * RATE, within(1e-6)));
    }

    @Test
    void windowsError_isOfTotalsOverAllNodes() {
        Phase phase = named("skew, equal").phases().get(0);
        ClusterWindow window = ClusterWindow.of(
                phase,
                List.of(
                        new Window(List.of(170e6, 5e6, 5e6), 180e6, 10),
                        new Window(List.of(5e6, 170e6, 5e6), 180e6, 10),
                        new Window(List.of(5e6, 23e6, 152e6), 180e6, 10)));

        assertThat(window.tenants().get("t1").totalMBps()).isEqualTo(198);
        assertThat(window.tenants().get("t0").errorPercent()).isCloseTo(0, within(1e-6));
        assertThat(window.tenants().get("t1").errorPercent()).isCloseTo(10, within(1e-6));
        assertThat(window.worstErrorPercent()).isCloseTo(10, within(1e-6));
    }
}
