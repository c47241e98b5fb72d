package io.hdfsthrottle.coordinator.feature.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

final class ForecasterTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Tenant A = Tenant.named("a");
    private static final Tenant B = Tenant.named("b");

    private final SplittableRandom random = new SplittableRandom(20_261_125L);
    private final Forecaster forecaster = new Forecaster(ForecastSettings.standard());
    private Forecasts told = Forecasts.NONE;

    private static Policy policy(int tenants) {
        Policy policy = Policy.INITIAL.with(TenantTerms.of(A, 1)).with(TenantTerms.of(B, 1));
        for (int i = 0; i < tenants; i++) {
            policy = policy.with(TenantTerms.of(Tenant.named("t" + i), 1));
        }
        return policy;
    }

    private static TenantUsage usage(Tenant tenant, double megabytes) {
        Rate rate = Rate.ofBytesPerSecond((long) (megabytes * 1e6));
        return TenantUsage.of(tenant, 1, 0, rate, rate, megabytes > 0, Duration.ZERO);
    }

    private static ClusterDemand demand(List<TenantUsage> usages) {
        return ClusterDemand.of(List.of(
                new NodeDemand("n", Duration.ZERO, true, 0, List.of(VolumeUsage.of("v", Rate.parse("150m"), usages)))));
    }

    private void run(int from, int to, IntFunction<List<TenantUsage>> usages) {
        for (int second = from; second < to; second++) {
            told = forecaster.next(policy(0), demand(usages.apply(second)), Map.of(), second * SECOND);
        }
    }

    private double wander(double from) {
        return Math.min(Math.max(from + 8 * random.nextDouble() - 4, 1), 70);
    }

    /** The last value is the best forecast of a random walk, so no other has much skill. */
    @Test
    void whatIsUnforeseeable_movesNoWeight() {
        double[] at = {30, 40};
        for (int second = 0; second < 1_500; second++) {
            at[0] = wander(at[0]);
            at[1] = wander(at[1]);
            told = forecaster.next(
                    policy(0), demand(List.of(usage(A, at[0]), usage(B, at[1]))), Map.of(), second * SECOND);
            told.tenants().values().forEach(each -> {
                if (each.ofAhead().skill() <= 0 && each.influence() == 0) {
                    assertThat(each.factor()).isEqualTo(1);
                }
            });
        }
        assertThat(told.of(A).orElseThrow().ofAhead().judged()).isGreaterThan(1_000);
    }

    @Test
    void lightNeighbourOfAHeavyOne_startsWithMore() {
        run(0, 900, second -> {
            boolean reads = second % 14 < 3 + random.nextInt(2);
            return List.of(usage(A, reads ? 75 : 0), usage(B, reads ? 75 : 150));
        });
        TenantForecast a = told.of(A).orElseThrow();
        TenantForecast b = told.of(B).orElseThrow();
        assertThat(a.ioClass()).isEqualTo("light");
        assertThat(b.ioClass()).isEqualTo("heavy");
        assertThat(a.influence()).as("its classes came true").isGreaterThan(0.9);
        assertThat(a.factor()).isGreaterThan(3);
        assertThat(b.factor()).isLessThan(0.6);
    }

    @Test
    void classThatIsOftenWrong_movesLittle() {
        int[] until = {0};
        boolean[] reads = {false};
        run(0, 1_200, second -> {
            if (second >= until[0]) {
                reads[0] = !reads[0];
                until[0] = second + 10 + random.nextInt(20);
            }
            return List.of(usage(A, reads[0] ? 75 : 0), usage(B, reads[0] ? 75 : 150));
        });
        assertThat(told.of(A).orElseThrow().influence()).isLessThan(0.5);
    }

    @Test
    void heavyTenant_isRecognisedWhileItsNeighbourComputes() {
        for (int second = 0; second < 330; second++) {
            boolean reads = second % 12 < 4;
            run(second, second + 1, each -> List.of(usage(A, reads ? 75 : 0), usage(B, reads ? 75 : 140)));
            if (second >= 300) {
                assertThat(told.of(B).orElseThrow().ioClass()).isEqualTo("heavy");
                assertThat(told.of(A).orElseThrow().ioClass()).isEqualTo("light");
            }
        }
    }

    @Test
    void newTenantThatIsThrottledFromItsFirstSecond_isHeavyInItsSecond_whateverItWasGivenSoFar() {
        double[] begins = {0.1, 38, 63, 85, 118};
        run(0, 300, second -> List.of(usage(A, second % 12 < 4 ? 75 : 0)));
        for (int age = 1; age <= begins.length; age++) {
            double rate = begins[age - 1];
            boolean reads = (299 + age) % 12 < 4;
            run(299 + age, 300 + age, second -> List.of(usage(A, reads ? 75 : 0), usage(B, rate)));
            if (age >= 2) {
                assertThat(told.of(B).orElseThrow().ioClass()).isEqualTo("heavy");
            }
        }
    }

    @Test
    void onlyTheBusiest_haveModels() {
        List<TenantUsage> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(usage(Tenant.named("t" + i), i));
        }
        for (int second = 0; second < 50; second++) {
            told = forecaster.next(policy(100), demand(all), Map.of(), second * SECOND);
        }
        assertThat(told.tenants()).hasSize(ForecastSettings.standard().models()).containsKey(Tenant.named("t99"));
    }

    @Test
    void hdfsItself_isNotForecast() {
        run(0, 50, second -> List.of(usage(Tenant.BALANCER, 100)));
        assertThat(told.tenants()).isEmpty();
    }

    @Test
    void afterAGap_allIsLearnedAnew() {
        run(0, 200, second -> List.of(usage(A, 10)));
        assertThat(told.of(A).orElseThrow().ofNext().judged()).isGreaterThan(100);
        run(300, 301, second -> List.of(usage(A, 10)));
        assertThat(told.of(A).orElseThrow().ofNext().judged()).isZero();
    }

    @Test
    void sameReports_giveTheSameForecasts() {
        Forecaster other = new Forecaster(ForecastSettings.standard());
        for (int second = 0; second < 300; second++) {
            ClusterDemand demand = demand(List.of(usage(A, second % 11 < 4 ? 90 + random.nextInt(20) : 0)));
            told = forecaster.next(policy(0), demand, Map.of(), second * SECOND);
            assertThat(other.next(policy(0), demand, Map.of(), second * SECOND).tenants())
                    .isEqualTo(told.tenants());
        }
    }
}
