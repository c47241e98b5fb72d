package io.hdfsthrottle.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RecentProbesTest {

    private static final int PIECE = 1 << 19;

    private final RecentProbes probes = new RecentProbes(4, 3, 2);

    @Test
    void anyNumberOfProbes_leavesTheLastFew() {
        for (int probe = 1; probe <= 10_000; probe++) {
            probe(PIECE, probe);
            assertThat(probes.lastNanos()).isEqualTo(probe);
            assertThat(probes.nanos()).isEqualTo(probe < 3 ? 1 : probe - 1);
        }
    }

    @Test
    void probeWithoutHalfOfItsPieces_doesNotCount() {
        probe(PIECE, 7);
        probes.add(PIECE, 1);
        probes.end();
        assertThat(probes.lastNanos()).isEqualTo(7);
    }

    @Test
    void piecesOfAnotherLength_replaceWhatIsKnown() {
        probe(PIECE, 7);
        probe(PIECE, 8);
        probe(2 * PIECE, 20);
        assertThat(probes.nanos()).isEqualTo(20);
    }

    @Test
    void probe_isOverAfterFourTimesItsPieces_whateverCounts() {
        for (int i = 0; i < 15; i++) {
            probes.asked();
        }
        assertThat(probes.isOver()).isFalse();
        probes.asked();
        assertThat(probes.isOver()).isTrue();
    }

    private void probe(int length, int nanos) {
        for (int i = 0; i < 4; i++) {
            probes.add(length, nanos);
        }
        probes.end();
    }
}
