package io.hdfsthrottle.coordinator.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class GrowthTest {
    private final Growth begun = Growth.from(7, Map.of("a", 100L, "b", 5L));

    @Test
    void whatCountersSaidAtFirst_doesNotCount() {
        assertThat(begun.sum()).isZero();
        assertThat(begun.read(Map.of("a", 130L, "b", 5L)).sum()).isEqualTo(30);
        assertThat(begun.read(Map.of("a", 130L)).since()).isEqualTo(7);
    }

    @Test
    void counterThatIsNew_orBeganAnew_countsWhole() {
        assertThat(begun.read(Map.of("c", 8L)).sum()).isEqualTo(8);
        assertThat(begun.read(Map.of("a", 20L)).read(Map.of("a", 50L)).sum()).isEqualTo(50);
    }

    @Test
    void counterThatIsNotReportedForAWhile_goesOnWhereItWas() {
        assertThat(begun.read(Map.of("b", 6L)).read(Map.of("a", 101L, "b", 6L)).sum())
                .isEqualTo(2);
    }

    @Test
    void sum_neverOverflows() {
        Growth full = begun.read(Map.of("c", Long.MAX_VALUE));
        assertThat(full.read(Map.of("d", 9L)).sum()).isEqualTo(Long.MAX_VALUE);
    }
}
