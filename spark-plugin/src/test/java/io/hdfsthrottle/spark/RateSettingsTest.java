package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings of rates and pools: taken as they are written, or refused by name with a good value. */
final class RateSettingsTest {

    private final List<String> complaints = new ArrayList<>();

    @Test
    void nothingSet_asksForNothing_andNamesTheApplicationAlone() {
        RateSettings rates = read(Map.of()).orElseThrow().rates();
        assertThat(rates.terms()).isEqualTo(PartTerms.NONE);
        assertThat(rates.toldApart().written()).isEmpty();
        assertThat(rates.admission()).isNull();
    }

    @Test
    void admission_isTaken() {
        RateSettings rates = read(Map.of("reservation", "10m", "admission", "queue"))
                .orElseThrow()
                .rates();
        assertThat(rates.admission()).isEqualTo("queue");
    }

    @Test
    void limitOfEachTask_isTaken_andTasksAreNamed() {
        RateSettings rates = read(Map.of("limit", "30m", "limit.per", "task", "reservation", "10m"))
                .orElseThrow()
                .rates();
        assertThat(rates.terms()).isEqualTo(PartTerms.of(Level.TASK, Rate.parse("10m"), Rate.parse("30m")));
        assertThat(rates.toldApart().written()).contains("task");
    }

    @Test
    void weightsOfPools_nameThePools() {
        RateSettings rates =
                read(Map.of("pool.weights", "etl=3, adhoc=1")).orElseThrow().rates();
        assertThat(rates.terms().poolWeights()).isEqualTo(Map.of("etl", 3, "adhoc", 1));
        assertThat(rates.toldApart().written()).contains("pool");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "limit | 0 | limit=30m",
                "limit | fast | limit=30m",
                "limit | -1 | limit=30m",
                "limit.per | node | limit.per=task",
                "limit.per | pool | limit.per=task",
                "reservation | none | reservation=10m",
                "admission | wait | admission=queue",
                "pools | yes | pools=true",
                "pool.weights | etl | pool.weights=etl=3",
                "pool.weights | etl=0 | pool.weights=etl=3",
                "pool.weights | e tl=2 | pool.weights=etl=3",
                "pool.weights | etl=101 | pool.weights=etl=3",
            })
    void valueThatCannotBe_isRefusedWithAGoodOne(String key, String value, String good) {
        assertThat(read(Map.of(key, value))).isEmpty();
        assertThat(complaints).singleElement().satisfies(line -> assertThat(line)
                .startsWith("spark.hdfs.throttle." + key + "=" + value + " ")
                .contains("spark.hdfs.throttle." + good));
    }

    @Test
    void reservationAboveTheLimit_isRefused() {
        assertThat(read(Map.of("limit", "10m", "reservation", "30m"))).isEmpty();
        assertThat(complaints).singleElement().satisfies(line -> assertThat(line)
                .contains("spark.hdfs.throttle.reservation=30m")
                .contains("10m"));
    }

    private Optional<ThrottleSettings> read(Map<String, String> given) {
        Map<String, String> all = new HashMap<>(given);
        all.put("coordinator", "http://127.0.0.1:9880");
        return ThrottleSettings.read(all, complaints::add);
    }
}
