package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.identity.Tenant;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WeighingTest {
    private static final Tenant A = Tenant.named("a");
    private static final Tenant B = Tenant.named("b");

    private static double factor(double past, double credit) {
        return Weighing.product(Map.of(A, past), Map.of(A, credit), Map.of()).of(A);
    }

    @Test
    void historyAndCredit_areMultiplied() {
        assertThat(factor(0.5, 8)).isEqualTo(4);
        assertThat(factor(2, 8)).isEqualTo(16);
        assertThat(factor(0.5, 0.1)).isEqualTo(0.05);
        assertThat(Weighing.product(Map.of(A, 2.0), Map.of(B, 0.5), Map.of()))
                .isEqualTo(Factors.of(Map.of(A, 2.0, B, 0.5)));
    }

    @Test
    void forecast_isMultipliedToo_butNotForWhoYields() {
        assertThat(Weighing.product(Map.of(A, 2.0), Map.of(A, 8.0), Map.of(A, 0.5)))
                .isEqualTo(Factors.of(Map.of(A, 8.0)));
        assertThat(Weighing.product(Map.of(), Map.of(A, 0.5), Map.of(A, 4.0, B, 4.0)))
                .isEqualTo(Factors.of(Map.of(A, 0.5, B, 4.0)));
    }

    @Test
    void whoYields_getsNoMoreForHavingUsedLittle() {
        assertThat(factor(2, 0.5)).isEqualTo(0.5);
    }
}
