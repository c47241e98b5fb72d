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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What streams and executors tell before bytes do. A tenant reads 90 MB/s for six seconds, after pauses of 5 to 34 s
 * whose length its bytes do not foretell.
 */
final class AnnouncedTest {
    private static final Tenant A = Tenant.named("a");
    private static final Policy POLICY = Policy.INITIAL.with(TenantTerms.of(A, 1));
    private static final int SECONDS = 1_200;

    /** For how many seconds something announces that the tenant will read. */
    private static final int AHEAD = 4;

    /** By second, for how long it reads already; while it does not, less than 0. */
    private static final List<Integer> AGES = ages(new SplittableRandom(20_261_129L));

    private static Seen unannounced;

    /** What a node and executors tell in a second beside bytes. */
    private record Told(int streams, Load load) {
        static final Told NOTHING = new Told(0, Load.ABSENT);
    }

    /** What announces that it reads soon. */
    enum Sign {
        STREAMS,
        TASKS,
        STAGES,
        PROCESSORS,
        HEAP,
        MOVED;

        private Told told(double value) {
            return this == STREAMS
                    ? new Told((int) value, Load.ABSENT)
                    : new Told(
                            0,
                            new Load(
                                    of(TASKS, value),
                                    of(STAGES, value),
                                    of(PROCESSORS, value),
                                    of(HEAP, value),
                                    of(MOVED, value)));
        }

        private double of(Sign sign, double value) {
            return this == sign ? value : 0;
        }
    }

    /**
     * What was forecast.
     *
     * @param soon for the next second, in the last one before it reads, in MB/s, the mean of the second half
     * @param error of the next second's forecast, of the naive one
     * @param errorOfStretch of the forecast of 15 s, of the naive one
     */
    private record Seen(double soon, double error, double errorOfStretch) {}

    private static List<Integer> ages(SplittableRandom random) {
        List<Integer> ages = new ArrayList<>();
        while (ages.size() < SECONDS) {
            for (int age = -5 - random.nextInt(30); age < 6; age++) {
                ages.add(age);
            }
        }
        return ages;
    }

    private static Seen seen(IntFunction<Told> telling) {
        Forecaster forecaster = new Forecaster(ForecastSettings.standard());
        Forecasts forecasts = Forecasts.NONE;
        List<Double> soon = new ArrayList<>();
        for (int second = 0; second < SECONDS; second++) {
            int age = AGES.get(second);
            Told told = telling.apply(age);
            Rate rate = Rate.ofBytesPerSecond(age >= 0 ? 90_000_000 : 0);
            TenantUsage usage =
                    TenantUsage.of(A, 1, 0, rate, rate, false, Duration.ZERO).with(told.streams());
            ClusterDemand demand = ClusterDemand.of(List.of(new NodeDemand(
                    "n", Duration.ZERO, true, 0, List.of(VolumeUsage.of("v", Rate.parse("150m"), List.of(usage))))));
            forecasts = forecaster.next(POLICY, demand, Map.of(A, told.load()), second * 1_000_000_000L);
            if (age == -1 && second > SECONDS / 2) {
                soon.add(forecasts.of(A).orElseThrow().nextBytesPerSecond() / 1e6);
            }
        }
        TenantForecast last = forecasts.of(A).orElseThrow();
        return new Seen(
                soon.stream().mapToDouble(each -> each).average().orElseThrow(),
                1 - last.ofNext().skill(),
                1 - last.ofStretch().skill());
    }

    @BeforeAll
    static void seeBytesAlone() {
        unannounced = seen(age -> Told.NOTHING);
    }

    /** It takes eight of ten pauses' ends for nothing: 9 of 90 MB/s. A sign of four seconds makes it one of four. */
    @ParameterizedTest
    @EnumSource
    void tenantWhoseReadingIsAnnounced_isForecastBeforeItReads(Sign sign) {
        Seen announced = seen(age -> sign.told(age >= -AHEAD ? 8 : 0));
        assertThat(announced.soon()).as("%s beside %s", announced, unannounced).isGreaterThan(2 * unannounced.soon());
        assertThat(announced.error()).isLessThan(0.95 * unannounced.error());
        assertThat(announced.errorOfStretch()).isLessThan(unannounced.errorOfStretch());
    }

    @Test
    void whatAnnouncesNothing_spoilsNoForecast() {
        SplittableRandom random = new SplittableRandom(41);
        Seen noise = seen(age -> new Told(
                random.nextInt(8),
                new Load(
                        random.nextInt(8),
                        random.nextInt(3),
                        4 * random.nextDouble(),
                        1_000 * random.nextDouble(),
                        50 * random.nextDouble())));
        assertThat(noise.error()).as("%s beside %s", noise, unannounced).isLessThan(1.03 * unannounced.error());
        assertThat(noise.errorOfStretch()).isLessThan(1.03 * unannounced.errorOfStretch());
    }
}
