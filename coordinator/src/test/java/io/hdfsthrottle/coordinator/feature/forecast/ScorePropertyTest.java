package io.hdfsthrottle.coordinator.feature.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.identity.Tenant;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A forecast that is no better than a naive one moves no weight. Cases are drawn from seeds; {@code
 * -Dforecast.cases=1000000} tries more of them, {@code -Dforecast.seed=N} another.
 */
final class ScorePropertyTest {
    private static final int CASES = Integer.getInteger("forecast.cases", 20_000);
    private static final long SEED = Long.getLong("forecast.seed", 20_261_125L);
    private static final int LONGEST = 240;
    private static final double ROUNDING = 1e-9;
    private static final Tenant A = Tenant.named("a");
    private static final Tenant B = Tenant.named("b");
    private static final ForecastSettings SETTINGS = ForecastSettings.standard();

    private enum Outcome {
        WORSE,
        BETTER,
        TOO_FEW,
        EVEN
    }

    /** One case: a series, a forecast of some quality, and the same sums added up anew from all errors. */
    private static Outcome tryOne(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int length = 1 + random.nextInt(LONGEST);
        int period = 1 + random.nextInt(30);
        int kind = random.nextInt(4);
        double scale = Math.pow(10, random.nextInt(-3, 9));
        double error = random.nextDouble() * random.nextInt(1, 4);
        double[] series = new double[length];
        double[] model = new double[length];
        double[] last = new double[length];
        double[] seasonal = new double[length];
        Score score = Score.NONE;
        for (int t = 0; t < length; t++) {
            double before = t == 0 ? 0 : series[t - 1];
            series[t] = scale
                    * switch (kind) {
                        case 0 -> random.nextDouble();
                        case 1 -> before / scale + random.nextDouble() - 0.5;
                        case 2 -> t % period < period / 2 ? 1 + 0.1 * random.nextDouble() : 0;
                        default -> 1;
                    };
            double forecast = series[t] + error * scale * (random.nextDouble() - 0.5);
            model[t] = squared(forecast - series[t]);
            last[t] = squared(before - series[t]);
            seasonal[t] = squared((t < period ? 0 : series[t - period]) - series[t]);
            score = score.and(model[t], last[t], seasonal[t]);
        }
        double naive = Math.min(sum(last), sum(seasonal));
        double made = sum(model);
        String what = "seed " + seed + ", influence " + score.influence() + ", skill " + score.skill();
        if (length < Score.ENOUGH) {
            require(score.influence() == 0, what);
            return Outcome.TOO_FEW;
        }
        if (made >= naive * (1 + ROUNDING)) {
            require(score.influence() == 0 && score.skill() <= 0, what);
            movesNothing(score.influence(), what);
            return Outcome.WORSE;
        }
        if (made < naive * (1 - ROUNDING)) {
            double skill = 1 - Math.sqrt(made / naive);
            require(score.influence() > 0 && Math.abs(score.skill() - skill) < 1e-6, what);
            return Outcome.BETTER;
        }
        return Outcome.EVEN;
    }

    /** Requires that the influence moves no weight, neither by class nor by turns. */
    private static void movesNothing(double influence, String what) {
        for (IoClass each : IoClass.values()) {
            require(each.factor(influence, SETTINGS) == 1, what);
        }
        Map<Tenant, Interleaving.Player> players = Map.of(
                A, new Interleaving.Player(influence, true, 1, 1), B, new Interleaving.Player(influence, true, 2, 2));
        Interleaving turns = Interleaving.NONE.next(players, 1);
        require(turns.favoured(players).isEmpty(), what);
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private static double squared(double value) {
        return value * value;
    }

    private static double sum(double[] errors) {
        double sum = 0;
        for (int age = 0; age < errors.length; age++) {
            sum += errors[errors.length - 1 - age] * StrictMath.pow(0.5, age / (double) Score.HALF_LIFE);
        }
        return sum;
    }

    @Test
    void forecastNoBetterThanNaive_hasNoInfluence() {
        System.out.println(CASES + " cases from seed " + SEED);
        Map<Outcome, Long> seen = LongStream.range(0, CASES)
                .parallel()
                .mapToObj(each -> tryOne(SEED + each))
                .collect(Collectors.groupingBy(each -> each, Collectors.counting()));

        System.out.println(seen);
        assertThat(seen.get(Outcome.WORSE)).isGreaterThan(CASES / 10);
        assertThat(seen.get(Outcome.BETTER)).isGreaterThan(CASES / 10);
        assertThat(seen.get(Outcome.TOO_FEW)).isGreaterThan(CASES / 10);
    }
}
