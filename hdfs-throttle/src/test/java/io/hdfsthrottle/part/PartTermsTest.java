package io.hdfsthrottle.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.unit.Rate;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Terms of an application's parts: valid values and their JSON form. */
final class PartTermsTest {

    private static final Rate TEN = Rate.parse("10m");
    private static final Rate THIRTY = Rate.parse("30m");

    @Test
    void rates_areOfTheirLevelAlone() {
        PartTerms terms = PartTerms.of(Level.TASK, TEN, THIRTY);
        assertThat(terms.limit(Level.TASK)).isEqualTo(THIRTY);
        assertThat(terms.reservation(Level.TASK)).isEqualTo(TEN);
        for (Level other : new Level[] {Level.APPLICATION, Level.EXECUTOR, Level.POOL}) {
            assertThat(terms.limit(other)).isEqualTo(Rate.UNLIMITED);
            assertThat(terms.reservation(other)).isEqualTo(Rate.ZERO);
        }
    }

    @Test
    void weights_areOfNamedPoolsAlone() {
        PartTerms terms = PartTerms.NONE.weighing(Map.of("etl", 3));
        assertThat(terms.weight(Level.POOL, "etl")).isEqualTo(3);
        assertThat(terms.weight(Level.POOL, "adhoc")).isEqualTo(1);
        assertThat(terms.weight(Level.TASK, "etl")).isEqualTo(1);
    }

    @Test
    void termsOutOfRange_areRefused_byName() {
        assertThatThrownBy(() -> PartTerms.of(Level.TASK, Rate.ZERO, Rate.ZERO)).hasMessageContaining("30m");
        assertThatThrownBy(() -> PartTerms.of(Level.TASK, THIRTY, TEN)).hasMessageContaining("above the limit");
        assertThatThrownBy(() -> PartTerms.of(Level.POOL, Rate.ZERO, TEN)).hasMessageContaining(Level.UNITS);
        assertThatThrownBy(() -> PartTerms.NONE.weighing(Map.of("etl", 0))).hasMessageContaining("etl=3");
        assertThatThrownBy(() -> PartTerms.NONE.weighing(Map.of("etl", 101))).hasMessageContaining("1 to 100");
        assertThatThrownBy(() -> PartTerms.NONE.weighing(Map.of("e tl", 1))).hasMessageContaining(PoolName.RULE);
        Map<String, Integer> many = new HashMap<>();
        for (int i = 0; i <= PartTerms.MOST_WEIGHTS; i++) {
            many.put("pool-" + i, 2);
        }
        assertThatThrownBy(() -> PartTerms.NONE.weighing(many)).hasMessageContaining("at most");
    }

    @Test
    void json_isReadAsItWasWritten() throws MalformedJsonException {
        for (PartTerms terms : new PartTerms[] {
            PartTerms.NONE,
            PartTerms.of(Level.EXECUTOR, Rate.ZERO, TEN),
            PartTerms.of(Level.TASK, TEN, Rate.UNLIMITED).weighing(Map.of("etl", 3, "adhoc", 2))
        }) {
            String written = JsonObject.write(Map.of("terms", PartTermsJson.write(terms)));
            assertThat(PartTermsJson.readIn(JsonObject.parse(written), "terms")).isEqualTo(terms);
        }
        assertThat(PartTermsJson.readIn(JsonObject.parse("{}"), "terms")).isEqualTo(PartTerms.NONE);
    }

    @Test
    void hostileJson_isRefused() {
        for (String terms : new String[] {
            "{\"per\": \"pool\"}",
            "{\"per\": \"task\", \"limitBytesPerSecond\": 0}",
            "{\"per\": \"task\", \"limitBytesPerSecond\": 1, \"reservationBytesPerSecond\": 2}",
            "{\"per\": \"task\", \"poolWeights\": {\"a\": 9223372036854775807}}"
        }) {
            assertThatThrownBy(() -> PartTermsJson.readIn(JsonObject.parse("{\"terms\": " + terms + "}"), "terms"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
