package io.hdfsthrottle.coordinator.feature.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Stored;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

    /** As many digits as a number may have. */
    private static final double LONG = StrictMath.pow(3, -600);

    private static final ClusterDemand IDLE = ClusterDemand.of(List.of());

    private final MemoryStore store = new MemoryStore();
    private final ForecastBook book = new ForecastBook(ForecastSettings.standard(), store);

    @Test
    void whileOffOrClosed_nothingIsForecast() {
        ForecastBook off = new ForecastBook(ForecastSettings.OFF, store);
        off.open(new Term(1, 1));
        off.next(POLICY, DEMAND, Map.of(), SECOND);
        assertThat(off.forecasts()).isSameAs(Forecasts.NONE);

        book.next(POLICY, DEMAND, Map.of(), SECOND);
        assertThat(book.forecasts()).isSameAs(Forecasts.NONE);
        assertThat(book.factors(SECOND)).isEmpty();
    }

    private void run(ForecastBook running, int from, int until) {
        for (int second = from; second < until; second++) {
            int reads = 3 + Integer.bitCount(second / 14 * 0x9E3779B1) % 2; // no season repeats exactly
            running.next(POLICY, second % 14 < reads ? DEMAND : IDLE, Map.of(), second * SECOND);
        }
    }

    @Test
    void nextLeader_goesOnWithWhatTheLastOneStored_andItsForecastsCountAtOnce() {
        book.open(new Term(1, 1));
        run(book, 0, 901);
        Accuracy before = book.forecasts().of(A).orElseThrow().ofStretch();
        assertThat(before.influence()).isPositive();
        book.close();
        assertThat(book.forecasts()).isSameAs(Forecasts.NONE);

        ForecastBook next = new ForecastBook(ForecastSettings.standard(), store);
        next.open(new Term(2, 2));
        next.next(POLICY, DEMAND, Map.of(), 1_000 * SECOND);
        TenantForecast first = next.forecasts().of(A).orElseThrow();
        assertThat(first.ofStretch().judged()).isEqualTo(before.judged());
        assertThat(first.ofStretch().influence()).isEqualTo(before.influence());
        assertThat(first.ioClass()).isEqualTo(book(900).of(A).orElseThrow().ioClass());
        assertThat(next.forecasts().samples()).as("samples are its own").isZero();
    }

    /** What a book forecasts after so many seconds. */
    private Forecasts book(int seconds) {
        ForecastBook other = new ForecastBook(ForecastSettings.standard(), new MemoryStore());
        other.open(new Term(1, 1));
        run(other, 0, seconds + 1);
        return other.forecasts();
    }

    @Test
    void learningIsStored_onceAMinute_andNotAtAllWhileClosed() {
        book.open(new Term(1, 1));
        run(book, 0, 60);
        assertThat(store.writes()).isZero();
        run(book, 60, 179);
        assertThat(store.writes()).isEqualTo(2);
        store.refuse(NotStored.Reason.OUTCOME_UNKNOWN);
        run(book, 179, 182);
        assertThat(book.forecasts().tenants()).containsOnlyKeys(A);
    }

    @Test
    void whatIsNotUnderstood_isLearnedAnew() {
        for (String written : new String[] {
            "x",
            "{\"version\":1,\"state\":{\"samples\":9,\"slice\":[[" + Series.FEATURES
                    + ",1,-1,1,-1,2]],\"stretch\":[],\"tenants\":{}}}",
            "{\"version\":1,\"state\":{\"samples\":9,\"slice\":[[0,1,-1,1]],\"stretch\":[],\"tenants\":{}}}",
            "{\"version\":1,\"state\":{\"samples\":9,\"slice\":[[-1,1,2]],\"stretch\":[],\"tenants\":{}}}",
            "{\"version\":1,\"state\":{\"samples\":-9,\"slice\":[],\"stretch\":[],\"tenants\":{}}}"
        }) {
            store.write(new Term(1, 0), "forecasts", written.getBytes(StandardCharsets.UTF_8));
            book.open(new Term(2, 1));
            book.next(POLICY, DEMAND, Map.of(), SECOND);
            assertThat(judged()).isZero();
            book.close();
            book.next(POLICY, DEMAND, Map.of(), SECOND);
        }
    }

    @Test
    void fullestLearning_fits() {
        List<Double> tree = new ArrayList<>();
        grow(tree, 3);
        Score score = new Score(Long.MAX_VALUE, LONG, LONG, LONG);
        Map<Tenant, Learned.Standing> tenants = new TreeMap<>();
        for (int i = 0; i < ForecastSettings.MOST_MODELS; i++) {
            tenants.put(
                    Tenant.named(String.format("%064d", i)),
                    new Learned.Standing(score, score, score, score, IoClass.MODERATE, LONG));
        }
        Learned learned =
                new Learned(Samples.MOST, Collections.nCopies(30, tree), Collections.nCopies(30, tree), tenants);
        byte[] written = Stored.write(ForecastBook.FORECASTS, learned);
        assertThat(written.length).isLessThan(SnapshotStore.LARGEST_BYTES);
        assertThat(Stored.read(ForecastBook.FORECASTS, written)).isEqualTo(learned);
    }

    private static void grow(List<Double> tree, int depth) {
        tree.add(depth == 0 ? -1.0 : Series.FEATURES - 1.0);
        tree.add(-LONG);
        if (depth > 0) {
            grow(tree, depth - 1);
            grow(tree, depth - 1);
        }
    }

    @Test
    void nextSecond_isToldAsFarAsItsForecastHasInfluence() {
        Accuracy half = new Accuracy(100, 1, 2, 0.5, 0.5);
        Accuracy none = new Accuracy(0, 0, 0, 0, 0);
        Map<Tenant, TenantForecast> told = Map.of(
                Tenant.named("ends"), next(100, 40L, half),
                Tenant.named("rises"), next(100, 150L, half),
                Tenant.named("unproven"), next(100, 0L, none),
                Tenant.named("unknown"), next(100, null, none));
        assertThat(new Forecasts(told, 0).coming())
                .isEqualTo(Map.of(Tenant.named("ends"), 70.0, Tenant.named("rises"), 125.0));
    }

    private static TenantForecast next(long rate, Long next, Accuracy ofNext) {
        return new TenantForecast("t", 1, "steady", rate, next, null, null, ofNext, ofNext, ofNext, 0, false, 1);
    }

    private long judged() {
        return book.forecasts().of(A).orElseThrow().ofNext().judged();
    }

    @Test
    void oldForecasts_moveNoWeight() {
        book.open(new Term(1, 1));
        book.next(POLICY, DEMAND, Map.of(), SECOND);
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
                "t", 1, "steady", rate, null, stretch, null, ofStretch, ofStretch, ofStretch, 0, false, 1);
    }
}
