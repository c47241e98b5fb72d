package io.hdfsthrottle.bench.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.bench.scenario.cluster.ThreeNodes.Placement;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PlacementTest {

    private static List<Integer> blocks(Placement placement) {
        return IntStream.range(0, 3)
                .map(node -> placement.blocks(node, 40))
                .boxed()
                .toList();
    }

    @Test
    void blocks_lieAsThePartsSay() {
        assertThat(blocks(Placement.of(90, 5, 5))).containsExactly(36, 2, 2);
        assertThat(blocks(Placement.of(33, 33, 33))).containsExactly(13, 13, 13);
        assertThat(blocks(Placement.of(5, 5, 90))).containsExactly(2, 2, 36);
    }

    @Test
    void noNode_isWithoutABlock() {
        assertThat(blocks(Placement.of(998, 1, 1))).containsExactly(40, 1, 1);
    }

    @Test
    void tenant_wantsElsewhereInProportionToWhereMostOfItsDataLies() {
        Placement placement = Placement.of(90, 5, 5);

        assertThat(placement.demand(0, 180)).isInfinite();
        assertThat(placement.demand(1, 180)).isCloseTo(10, within(1e-9));
    }

    @Test
    void evenTenant_wantsAllOfEveryNode() {
        assertThat(IntStream.range(0, 3)
                        .mapToDouble(node -> Placement.of(33, 33, 33).demand(node, 180)))
                .containsOnly(Double.POSITIVE_INFINITY);
    }
}
