package io.hdfsthrottle.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Divisions that are easy to verify by hand. */
final class WeightedMaxMinTest {

    private static final long MEGA = 1_000_000;
    private static final Rate DISK = Rate.ofBytesPerSecond(200 * MEGA);

    @Test
    void equalTerms_giveCapacityTimesPriorityOverTheSumOfPriorities() {
        assertThat(due(DISK, greedy(4), greedy(8), greedy(8))).containsExactly(40 * MEGA, 80 * MEGA, 80 * MEGA);
    }

    @Test
    void whatOneTenantLeaves_goesToTheOthersByWeight() {
        assertThat(due(DISK, greedy(4), wanting(8, 20 * MEGA), greedy(8)))
                .containsExactly(60 * MEGA, 20 * MEGA, 120 * MEGA);
    }

    @Test
    void limit_isNeverExceededAndItsRestGoesToTheOthers() {
        Demand limited = Demand.of(8, Rate.ZERO, rate(50 * MEGA), Rate.UNLIMITED);
        assertThat(due(DISK, limited, greedy(1), greedy(2))).containsExactly(50 * MEGA, 50 * MEGA, 100 * MEGA);
    }

    @Test
    void reservation_isHonouredBeforeWeightsCount() {
        Demand reserved = Demand.of(1, rate(100 * MEGA), Rate.UNLIMITED, Rate.UNLIMITED);
        assertThat(due(DISK, reserved, greedy(9), greedy(1))).containsExactly(100 * MEGA, 90 * MEGA, 10 * MEGA);
    }

    @Test
    void reservation_belowTheShareChangesNothing() {
        Demand reserved = Demand.of(4, rate(10 * MEGA), Rate.UNLIMITED, Rate.UNLIMITED);
        assertThat(due(DISK, reserved, greedy(8), greedy(8))).containsExactly(40 * MEGA, 80 * MEGA, 80 * MEGA);
    }

    @Test
    void reservation_thatIsNotWantedIsLeftToTheOthers() {
        Demand reserved = Demand.of(1, rate(100 * MEGA), Rate.UNLIMITED, rate(30 * MEGA));
        assertThat(due(DISK, reserved, greedy(1))).containsExactly(30 * MEGA, 170 * MEGA);
    }

    @Test
    void reservations_aboveTheCapacityAreCutInProportion() {
        Demand one = Demand.of(9, rate(300 * MEGA), Rate.UNLIMITED, Rate.UNLIMITED);
        Demand three = Demand.of(1, rate(900 * MEGA), Rate.UNLIMITED, Rate.UNLIMITED);
        assertThat(due(DISK, one, three, greedy(5))).satisfies(due -> {
            assertThat(due.get(0)).isBetween(50 * MEGA - 1, 50 * MEGA);
            assertThat(due.get(1)).isBetween(150 * MEGA - 1, 150 * MEGA);
            assertThat(due.get(2)).isBetween(0L, 1L);
        });
    }

    @Test
    void everybodySatisfied_getsWhatItWantsAndMayTakeTheRest() {
        List<Entitlement> entitlements =
                new WeightedMaxMin().divide(DISK, List.of(wanting(1, 10 * MEGA), wanting(8, 20 * MEGA)));
        assertThat(entitlements.get(0).due()).isEqualTo(rate(10 * MEGA));
        assertThat(entitlements.get(0).ceiling()).isEqualTo(rate(180 * MEGA));
        assertThat(entitlements.get(1).ceiling()).isEqualTo(rate(190 * MEGA));
    }

    @Test
    void idleTenant_isDueNothingAndMayStartWithItsShare() {
        Entitlement idle = new WeightedMaxMin()
                .divide(DISK, List.of(wanting(8, 0), greedy(8), greedy(4)))
                .get(0);
        assertThat(idle.due()).isEqualTo(Rate.ZERO);
        assertThat(idle.ceiling().bytesPerSecond()).isGreaterThanOrEqualTo(80 * MEGA);
    }

    @Test
    void ceiling_isWithinTheLimit() {
        Demand idle = Demand.of(8, Rate.ZERO, rate(5 * MEGA), Rate.ZERO);
        assertThat(new WeightedMaxMin()
                        .divide(DISK, List.of(idle, greedy(1)))
                        .get(0)
                        .ceiling())
                .isEqualTo(rate(5 * MEGA));
    }

    @Test
    void nobody_isGivenNothing() {
        assertThat(new WeightedMaxMin().divide(DISK, List.of())).isEmpty();
        assertThat(due(Rate.ZERO, greedy(1), greedy(2))).containsExactly(0L, 0L);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void weight_thatIsNotAboveZeroAndFiniteIsRefused(double weight) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Demand.of(weight, Rate.ZERO, Rate.UNLIMITED, Rate.ZERO))
                .withMessageContaining(String.valueOf(weight));
    }

    private static Demand greedy(double weight) {
        return Demand.of(weight, Rate.ZERO, Rate.UNLIMITED, Rate.UNLIMITED);
    }

    private static Demand wanting(double weight, long wanted) {
        return Demand.of(weight, Rate.ZERO, Rate.UNLIMITED, rate(wanted));
    }

    private static Rate rate(long bytesPerSecond) {
        return Rate.ofBytesPerSecond(bytesPerSecond);
    }

    private static List<Long> due(Rate capacity, Demand... demands) {
        return new WeightedMaxMin()
                .divide(capacity, List.of(demands)).stream()
                        .map(entitlement -> entitlement.due().bytesPerSecond())
                        .collect(Collectors.toList());
    }
}
