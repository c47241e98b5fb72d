package io.hdfsthrottle.bench.scenario.minerva;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.bench.scenario.minerva.MigratingFiles.States;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MigratingFilesTest {

    @Test
    void fileThatIsGone_orCannotBeRead_orHasOtherBytes_isLost() {
        States stock = new States(
                Map.of("/same", "1", "/gone", "2", "/unreadable", "3", "/changed", "4"),
                Map.of("/same", "1", "/changed", "5"),
                Set.of("/same", "/unreadable", "/changed"),
                Map.of());

        assertThat(stock.lost()).containsExactly("/changed", "/gone", "/unreadable");
        assertThat(stock.unexpected()).isEmpty();
    }

    @Test
    void fileThatNobodyWrote_isUnexpected() {
        States stock =
                new States(Map.of("/a", "1"), Map.of("/a", "1", "/a copy", "1"), Set.of("/a", "/a copy"), Map.of());

        assertThat(stock.unexpected()).containsExactly("/a copy");
        assertThat(stock.lost()).isEmpty();
    }

    @Test
    void blocks_lieInOnePlace() {
        States stock = new States(
                Map.of(),
                Map.of(),
                Set.of(),
                Map.of(1L, List.of("DISK"), 3L, List.of("DISK", "SSD"), 2L, List.of("RAM_DISK", "SSD"), 4L, List.of()));

        assertThat(stock.blocks(places -> places > 1)).containsExactly(2L, 3L);
        assertThat(stock.blocks(places -> places == 0)).containsExactly(4L);
    }
}
