package io.hdfsthrottle.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

final class OutcomeTest {

    private static Outcome outcome(Bar... bars) {
        return new Outcome().figure("totalMBps", 157.25).bars(List.of(bars));
    }

    @Test
    void outcome_holdsOnlyIfEveryBarDoes() {
        assertThat(outcome(Bar.atMost("a", 1, 2), Bar.atMost("b", 1, 2)).holds())
                .isTrue();
        assertThat(outcome(Bar.atMost("a", 1, 2), Bar.atMost("b", 3, 2)).holds())
                .isFalse();
    }

    @Test
    void outcome_withoutBarsProvesNothing() {
        assertThat(outcome().holds()).isFalse();
    }

    @Test
    void json_hasExactlyTheMembersThatScriptsRead() throws IOException {
        String json = outcome(Bar.atMost("reuse, ms", Double.POSITIVE_INFINITY, 300))
                .json("pace", new Figures().put("cpus", 2));

        Map<String, Object> document = JSON.std.mapFrom(json);
        assertThat(document.keySet()).containsExactly("scenario", "host", "figures", "bars");
        assertThat(document)
                .containsEntry("scenario", "pace")
                .containsEntry("host", Map.of("cpus", 2))
                .containsEntry("figures", Map.of("totalMBps", 157.25));
        Map<?, ?> bar = (Map<?, ?>) ((List<?>) document.get("bars")).get(0);
        assertThat(bar.keySet().stream().map(String::valueOf)).containsExactly("name", "value", "op", "limit", "holds");
        assertThat(bar.get("value")).isNull();
        assertThat(bar.get("holds")).isEqualTo(false);
    }

    @Test
    void bar_holdsOnItsLimit() {
        assertThat(Bar.atMost("error", 1, 1).holds()).isTrue();
        assertThat(Bar.atLeast("total", 99, 99).holds()).isTrue();
    }

    @Test
    void bar_failsBeyondItsLimit() {
        assertThat(Bar.atMost("error", 1.001, 1).holds()).isFalse();
        assertThat(Bar.atLeast("total", 98.999, 99).holds()).isFalse();
    }

    @Test
    void whatNeverHappened_keepsNoLimit() {
        assertThat(Bar.atMost("reuse", Double.POSITIVE_INFINITY, 300).holds()).isFalse();
        assertThat(Bar.atMost("error", Double.NaN, 1).holds()).isFalse();
        assertThat(Bar.atLeast("total", Double.NaN, 1).holds()).isFalse();
    }

    @Test
    void valuesOfABar_areAFigureOfItsName() throws IOException {
        String json =
                new Outcome().atMost("reuse, ms", List.of(1.0, 4.0, 2.0), 3).json("pace", new Figures());

        Map<?, ?> figures = (Map<?, ?>) JSON.std.mapFrom(json).get("figures");
        assertThat(figures.get("reuse, ms"))
                .isEqualTo(Map.of("median", 2.0, "worst", 4.0, "repeats", List.of(1.0, 4.0, 2.0)));
    }

    private record Repeat(double millis, String disk, Latencies reads) {}

    @Test
    void records_areWrittenAsTheyAre() {
        Latencies none = Latencies.ofSeconds(DoubleStream.empty());
        Figures figures = Figures.of(List.of(new Repeat(1, "a", none), new Repeat(Double.NaN, "b", none)));

        assertThat(figures.members()).containsEntry("disk", List.of("a", "b"));
        assertThat((Map<?, ?>) figures.members().get("millis"))
                .isEqualTo(new Figures()
                        .put("median", Double.NaN)
                        .put("least", Double.NaN)
                        .put("most", Double.NaN)
                        .put("noisePercent", Double.NaN)
                        .put("repeats", List.of(1.0, Double.NaN))
                        .members());
        assertThat(figures.members().get("reads").toString()).contains("p99Millis=null");
    }
}
