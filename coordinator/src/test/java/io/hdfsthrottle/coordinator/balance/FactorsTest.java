package io.hdfsthrottle.coordinator.balance;

import static io.hdfsthrottle.coordinator.balance.ModelCluster.ALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.hdfsthrottle.identity.Tenant;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FactorsTest {
    private static final double MB = 1e6;
    private static final Tenant A = Tenant.named("a");
    private static final Tenant B = Tenant.named("b");

    @Test
    void factor_multipliesTheShareOfTheCluster_andGivesItBack() {
        ModelCluster cluster = new ModelCluster(100 * MB, 100 * MB)
                .tenant("a", 2, ALL, ALL)
                .tenant("b", 2, ALL, ALL)
                .run(10);
        assertThat(cluster.total("a")).isCloseTo(100 * MB, withinPercentage(1));

        cluster.factors = Factors.of(Map.of(A, 2.0, B, 0.5));
        cluster.run(10);
        assertThat(cluster.total("a")).isCloseTo(160 * MB, withinPercentage(1));

        cluster.factors = Factors.NONE;
        cluster.run(10);
        assertThat(cluster.total("a")).isCloseTo(100 * MB, withinPercentage(1));
    }

    @Test
    void factor_holdsOnADiskWhereNobodyWaitsYet() {
        ModelCluster cluster = new ModelCluster(100 * MB).tenant("a", 2, MB).tenant("b", 2, 0);
        cluster.factors = Factors.of(Map.of(A, 0.5));
        cluster.run(10);

        assertThat(cluster.terms(0, A).weight()).isEqualTo(1);
        assertThat(cluster.terms(0, B).weight()).isEqualTo(2);
    }

    @Test
    void leastFactor_stillReads() {
        ModelCluster cluster = new ModelCluster(100 * MB).tenant("a", 1, ALL).tenant("b", 100, ALL);
        cluster.factors = Factors.of(Map.of(A, Factors.LEAST));
        cluster.run(10);

        assertThat(cluster.total("a")).isGreaterThan(0);
    }

    @Test
    void factors_areBounded_andNeverNothing() {
        assertThat(Factors.of(Map.of(A, 1e-9)).of(A)).isEqualTo(Factors.LEAST);
        assertThat(Factors.of(Map.of(A, 1e9)).of(A)).isEqualTo(Factors.LARGEST);
        assertThatIllegalArgumentException().isThrownBy(() -> Factors.of(Map.of(A, 0.0)));
        assertThatIllegalArgumentException().isThrownBy(() -> Factors.of(Map.of(A, Double.NaN)));
        assertThat(Factors.of(Map.of(A, 1.0))).isEqualTo(Factors.NONE);
        assertThat(Factors.of(Map.of(A, 2.0)).and(Factors.of(Map.of(A, 0.5, B, 3.0))))
                .isEqualTo(Factors.of(Map.of(B, 3.0)));
    }
}
