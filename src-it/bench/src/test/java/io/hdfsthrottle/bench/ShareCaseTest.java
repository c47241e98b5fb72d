package io.hdfsthrottle.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.bench.ShareCase.Contender;
import io.hdfsthrottle.unit.Rate;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class ShareCaseTest {

    private static final Offset<Double> A_LITTLE = within(1e-3);

    @Test
    void whoTakesAllItCan_isDueWhatItsWeightEarns() {
        ShareCase sharing = ShareCase.backlogged("1:3", List.of(1, 3), List.of(8, 1));

        assertThat(sharing.due(400)).containsExactly(100.0, 300.0);
    }

    @Test
    void whoWantsLittle_leavesTheRestToTheOthers() {
        ShareCase sharing = new ShareCase(
                "slow",
                List.of(
                        new Contender(1, 1, Rate.ofBytesPerSecond(10)),
                        new Contender(1, 1, Rate.UNLIMITED),
                        new Contender(1, 1, Rate.UNLIMITED)));

        assertThat(sharing.due(210)).containsExactly(10.0, 100.0, 100.0);
        assertThat(sharing.worstErrorPercent(List.of(10.0, 100.0, 100.0))).isZero();
    }

    @Test
    void worstError_isThatOfTheTenantFurthestFromItsDue() {
        ShareCase sharing = ShareCase.backlogged("1:1", List.of(1, 1), List.of(1, 1));

        assertThat(sharing.worstErrorPercent(List.of(98.0, 102.0))).isEqualTo(2, A_LITTLE);
        assertThat(sharing.worstErrorPercent(List.of(0.0, 200.0))).isEqualTo(100, A_LITTLE);
    }
}
