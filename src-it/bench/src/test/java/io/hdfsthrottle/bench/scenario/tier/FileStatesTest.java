package io.hdfsthrottle.bench.scenario.tier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FileStatesTest {

    @Test
    void fileThatIsGone_orCannotBeRead_orHasOtherBytes_isLost() {
        FileStates stock = new FileStates(
                Map.of("/same", "1", "/gone", "2", "/unreadable", "3", "/changed", "4"),
                Map.of("/same", "1", "/changed", "5"),
                Set.of("/same", "/unreadable", "/changed"),
                Map.of());

        assertThat(stock.lost()).containsExactly("/changed", "/gone", "/unreadable");
        assertThat(stock.unexpected()).isEmpty();
    }

    @Test
    void fileThatNobodyWrote_isUnexpected() {
        FileStates stock =
                new FileStates(Map.of("/a", "1"), Map.of("/a", "1", "/a copy", "1"), Set.of("/a", "/a copy"), Map.of());

        assertThat(stock.unexpected()).containsExactly("/a copy");
        assertThat(stock.lost()).isEmpty();
    }

    @Test
    void blocks_lieInOnePlace() {
        FileStates stock = new FileStates(
                Map.of(),
                Map.of(),
                Set.of(),
                Map.of(1L, List.of("DISK"), 3L, List.of("DISK", "SSD"), 2L, List.of("RAM_DISK", "SSD"), 4L, List.of()));

        assertThat(stock.twice()).containsExactly(2L, 3L);
        assertThat(stock.nowhere()).containsExactly(4L);
    }
}
