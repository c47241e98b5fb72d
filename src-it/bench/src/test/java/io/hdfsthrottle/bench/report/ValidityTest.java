package io.hdfsthrottle.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ValidityTest {

    private static boolean valid(double moved, double clients) {
        Window off = new Window(List.of(clients), moved, 10);
        return Validity.of("", List.of(off), List.of(off), 100).stream().allMatch(Bar::holds);
    }

    @Test
    void diskAtItsRate_isValid() {
        assertThat(valid(100, 100)).isTrue();
    }

    @Test
    void baselineOffTheRate_isInvalidInEitherDirection() {
        assertThat(valid(94, 94)).isFalse();
        assertThat(valid(106, 106)).isFalse();
    }

    @Test
    void clientsThatGetLessThanTheDiskMoves_areInvalidToo() {
        assertThat(valid(100, 96)).isFalse();
    }

    @Test
    void clientsServedFromMemory_areInvalidWithTheHookAndWithout() {
        Window cold = new Window(List.of(100.0), 100, 10);
        Window warm = new Window(List.of(110.0), 100, 10);

        for (List<List<Window>> run :
                List.of(List.of(List.of(cold), List.of(warm)), List.of(List.of(warm), List.of(cold)))) {
            assertThat(Validity.of("", run.get(0), run.get(1), 100))
                    .extracting(Bar::holds)
                    .containsExactly(false, true, true, true);
        }
    }
}
