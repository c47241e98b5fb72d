package io.hdfsthrottle.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.scenario.HotPath.Cost;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HotPathTest {

    @Test
    void windows_areOneFigure() {
        assertThat(HotPath.cost(
                        "bucket4j",
                        256,
                        List.of("SLF4J: a warning", "100.000 7.000 64.002000", "300.000 9.000 64.002000")))
                .isEqualTo(new Cost("bucket4j", 256, 200, 8, 64.002));
    }

    @Test
    void bars_areTheHooksAlone_timeOfAProcessorAndBytes() {
        List<Bar> bars = HotPath.bars(List.of(
                new Cost("readAhead free", 1, 2_000, 99, 0.003),
                new Cost("stockThrottler", 1, 20, 20, 0),
                new Cost("heldBetween free", 4096, 900, 101, 24)));
        assertThat(bars).extracting(Bar::value).containsExactly(1.0, 99.0, 0.003, 1.0, 101.0, 24.0);
        assertThat(bars).extracting(Bar::holds).containsExactly(true, true, true, true, false, false);
    }

    @Test
    void caseThatDidNotEnd_keepsNoBar() {
        assertThat(HotPath.bars(List.of(HotPath.cost("readAhead within", 4096, List.of()))))
                .extracting(Bar::holds)
                .containsExactly(false, false, false);
    }

    @Test
    void caseInWhichNoCallWasMade_keepsNoBar() {
        List<String> nothing = List.of("Infinity Infinity -Infinity");
        assertThat(HotPath.bars(List.of(HotPath.cost("heldBetween free", 1, nothing))))
                .extracting(Bar::holds)
                .containsExactly(false, false, false);
    }
}
