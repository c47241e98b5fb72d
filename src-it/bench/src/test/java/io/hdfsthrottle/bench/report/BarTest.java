package io.hdfsthrottle.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class BarTest {

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
    void members_areThoseThatScriptsRead() {
        assertThat(Bar.atMost("error", 0.25, 1).members())
                .containsExactly(
                        Map.entry("name", "error"),
                        Map.entry("value", 0.25),
                        Map.entry("op", "<="),
                        Map.entry("limit", 1.0),
                        Map.entry("holds", true));
    }
}
