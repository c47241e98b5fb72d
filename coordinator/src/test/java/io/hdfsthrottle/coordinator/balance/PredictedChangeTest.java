package io.hdfsthrottle.coordinator.balance;

import static io.hdfsthrottle.coordinator.balance.ModelCluster.ALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.plan.Prediction;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a change is predicted to give is what the nodes of a model then give. */
final class PredictedChangeTest {
    private static final double MB = 1e6;
    private static final int A_WHILE = 30;

    private static TenantTerms terms(String name, int priority, double reservation, double limit) {
        return new TenantTerms(
                Tenant.named(name),
                priority,
                Rate.ofBytesPerSecond((long) reservation),
                limit == ALL ? Rate.UNLIMITED : Rate.ofBytesPerSecond((long) limit));
    }

    private static ModelCluster cluster() {
        return new ModelCluster(150 * MB, 100 * MB, 120 * MB)
                .tenant("gold", 8, ALL, ALL, 20 * MB)
                .tenant("silver", 4, 10 * MB, ALL, ALL)
                .tenant("bronze", 1, ALL, 0, 15 * MB);
    }

    static Stream<TenantTerms> changes() {
        return Stream.of(
                terms("silver", 8, 0, ALL),
                terms("gold", 1, 0, ALL),
                terms("bronze", 1, 60 * MB, ALL),
                terms("gold", 8, 0, 50 * MB));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void predictedShares_areThoseThatNodesThenGive(TenantTerms change) {
        ModelCluster cluster = cluster().run(A_WHILE);
        Policy before = cluster.policy;

        Prediction told = Prediction.of(
                before, before.with(change), Factors.NONE, ClusterDemand.of(List.copyOf(cluster.reports.values())));

        told.tenants().forEach(share -> assertThat((double) share.beforeBytesPerSecond())
                .as("%s before", share)
                .isCloseTo(cluster.total(share.tenant()), within(370 * MB * 0.02)));
        cluster.policy = before.with(change);
        cluster.run(A_WHILE);
        told.tenants().forEach(share -> assertThat((double) share.afterBytesPerSecond())
                .as("%s after", share)
                .isCloseTo(cluster.total(share.tenant()), within(370 * MB * 0.02)));
    }
}
