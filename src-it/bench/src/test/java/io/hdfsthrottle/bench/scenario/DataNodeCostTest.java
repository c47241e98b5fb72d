package io.hdfsthrottle.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.bench.scenario.DataNodeCost.Cost;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DataNodeCostTest {

    private static Cost costing(double seconds) {
        return new Cost(seconds, 0, 0, 0, 0, 0, List.of());
    }

    @Test
    void cost_isThatOfAGigabyte() {
        List<Window> disks = List.of(new Window(List.of(1e8, 2e8), 3e8, 10), new Window(List.of(1e8, 1e8), 2e8, 10));
        Cost cost = Cost.of(List.of(0.1, 0.3, 500.0, 50.0, 4.0), 0, disks);

        assertThat(cost).isEqualTo(new Cost(0.2, 0.6, 1000, 100, 1, 0, disks));
        assertThat(cost.seconds()).isEqualTo(0.8);
        assertThat(cost.switches()).isEqualTo(1100);
    }

    @Test
    void turnWithTheHook_isComparedWithThoseBeforeAndAfter() {
        List<Cost> turns = List.of(costing(1), costing(3), costing(2), costing(2), costing(6));

        assertThat(DataNodeCost.times(turns, Cost::seconds)).containsExactly(2.0, 0.5);
    }

    @Test
    void nothingServed_keepsNoBar() {
        Cost nothing = Cost.of(List.of(0.1, 0.3, 500.0, 50.0, 4.0), 0, List.of());

        assertThat(DataNodeCost.times(List.of(nothing, nothing, nothing), Cost::seconds))
                .containsExactly(Double.NaN);
    }
}
