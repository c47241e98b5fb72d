package io.hdfsthrottle.coordinator.feature;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.feature.Weighing.Values;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WeighingTest {
    private static final Tenant A = Tenant.named("a");
    private static final Tenant B = Tenant.named("b");

    private static Values free(Map<Tenant, Double> factors) {
        return new Values(factors, false);
    }

    private static Values paid(Map<Tenant, Double> factors) {
        return new Values(factors, true);
    }

    private static double factor(double free, double paid) {
        return Weighing.product(List.of(free(Map.of(A, free)), paid(Map.of(A, paid))))
                .of(A);
    }

    @Test
    void factors_areMultiplied() {
        assertThat(factor(0.5, 8)).isEqualTo(4);
        assertThat(factor(2, 8)).isEqualTo(16);
        assertThat(factor(0.5, 0.1)).isEqualTo(0.05);
        assertThat(Weighing.product(List.of(free(Map.of(A, 2.0)), paid(Map.of(B, 0.5)))))
                .isEqualTo(Factors.of(Map.of(A, 2.0, B, 0.5)));
        assertThat(Weighing.product(List.of())).isEqualTo(Factors.NONE);
    }

    @Test
    void whoIsPaidForLess_getsNoMoreForAnythingElse() {
        assertThat(factor(2, 0.5)).isEqualTo(0.5);
        List<Values> values = List.of(
                free(Map.of(A, 0.25)), paid(Map.of(A, 0.5)), free(Map.of(A, 2.0, B, 4.0)), free(Map.of(A, 4.0)));
        assertThat(Weighing.product(values)).isEqualTo(Factors.of(Map.of(A, 0.5, B, 4.0)));
    }

    @Test
    void whatAFactorIsWithout_leavesItsOwnOut_andTheLineExplainsAll() {
        Weighing weighing = new Weighing();
        TenantTerms terms = new TenantTerms(A, 8, Rate.ZERO, Rate.UNLIMITED);
        assertThat(weighing.weight(terms, 0).line(A)).isEmpty();
        Factor past = new Fixed("history", 2, false);
        Factor credit = new Fixed("credit", 0.5, true);
        weighing.add(past);
        weighing.add(credit);

        assertThat(weighing.without(past, 0).of(A)).isEqualTo(0.5);
        assertThat(weighing.without(credit, 0).of(A)).isEqualTo(2);
        assertThat(weighing.weight(terms, 0).weight()).isEqualTo(4);
        assertThat(weighing.weight(terms, 0).line(A))
                .contains(
                        "weight of a: 4 = base 8 x history 2 (why) x credit 0.5 (why) x 0.5 (who yields gets no more for"
                                + " anything else)");
    }

    private record Fixed(String name, double value, boolean isPaidFor) implements Factor {
        @Override
        public Map<Tenant, Double> factors(long nanos) {
            return Map.of(A, value);
        }

        @Override
        public String why(Tenant tenant) {
            return "why";
        }
    }
}
