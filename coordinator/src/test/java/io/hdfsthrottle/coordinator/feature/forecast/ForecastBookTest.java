package io.hdfsthrottle.coordinator.feature.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ForecastBookTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Tenant A = Tenant.named("a");
    private static final Policy POLICY = Policy.INITIAL.with(TenantTerms.of(A, 1));
    private static final Rate RATE = Rate.parse("10m");
    private static final ClusterDemand DEMAND = ClusterDemand.of(List.of(new NodeDemand(
            "n",
            Duration.ZERO,
            true,
            0,
            List.of(VolumeUsage.of("v", RATE, List.of(TenantUsage.of(A, 1, 0, RATE, RATE, true, Duration.ZERO)))))));

    private final ForecastBook book = new ForecastBook(ForecastSettings.standard());

    @Test
    void whileOffOrClosed_nothingIsForecast() {
        ForecastBook off = new ForecastBook(ForecastSettings.OFF);
        off.open(new Term(1, 1));
        off.next(POLICY, DEMAND, SECOND);
        assertThat(off.forecasts()).isSameAs(Forecasts.NONE);

        book.next(POLICY, DEMAND, SECOND);
        assertThat(book.forecasts()).isSameAs(Forecasts.NONE);
        assertThat(book.factors(SECOND)).isEmpty();
    }

    @Test
    void anotherTerm_learnsAnew() {
        book.open(new Term(1, 1));
        book.next(POLICY, DEMAND, SECOND);
        book.next(POLICY, DEMAND, 2 * SECOND);
        assertThat(judged()).isEqualTo(1);
        book.close();
        assertThat(book.forecasts()).isSameAs(Forecasts.NONE);
        book.open(new Term(2, 2));
        book.next(POLICY, DEMAND, 3 * SECOND);
        assertThat(judged()).isZero();
    }

    private long judged() {
        return book.forecasts().of(A).orElseThrow().ofNext().judged();
    }

    @Test
    void oldForecasts_moveNoWeight() {
        book.open(new Term(1, 1));
        book.next(POLICY, DEMAND, SECOND);
        assertThat(book.factors(2 * SECOND)).containsOnlyKeys(A);
        assertThat(book.factors(SECOND + ForecastBook.FRESH.toNanos() + 1)).isEmpty();
    }

    @Test
    void tenantThatIsExpectedToMoveLess_lastsShorter_asFarAsTheForecastHasInfluence() {
        Accuracy half = new Accuracy(100, 1, 2, 0.5, 0.5);
        Accuracy none = new Accuracy(0, 0, 0, 0, 0);
        Map<Tenant, TenantForecast> told = Map.of(
                Tenant.named("ends"), forecast(100, 40L, half),
                Tenant.named("rises"), forecast(100, 150L, half),
                Tenant.named("unproven"), forecast(100, 0L, none),
                Tenant.named("unknown"), forecast(100, null, none),
                Tenant.named("idle"), forecast(0, 0L, half));
        assertThat(new Forecasts(told, 0).lasting()).isEqualTo(Map.of(Tenant.named("ends"), 15 * 0.7));
    }

    private static TenantForecast forecast(long rate, Long stretch, Accuracy ofStretch) {
        return new TenantForecast(
                "t", 1, "steady", rate, null, stretch, null, ofStretch, ofStretch, ofStretch, false, 1);
    }
}
