package io.hdfsthrottle.coordinator.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.coordinator.state.SnapshotStore;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TermHoldersTest {
    private static final TermHolders TWO = TermHolders.NONE.and(List.of("dn1:9866", "dn2:9866"));

    @Test
    void whatIsKept_isReadAsItWas() {
        TermHolders read = TermHolders.of(TWO.bytes());

        assertThat(read).isEqualTo(TWO).hasSameHashCodeAs(TWO);
        assertThat(read.contains("dn1:9866")).isTrue();
        assertThat(read.contains("dn3:9866")).isFalse();
        assertThat(TermHolders.of(TermHolders.NONE.bytes()).isEmpty()).isTrue();
    }

    @Test
    void nodesThatWereHeard_areTakenAway() {
        assertThat(TWO.without(List.of("dn2:9866", "dn3:9866"))).isEqualTo(TermHolders.NONE.and(List.of("dn1:9866")));
        assertThat(TWO.without(List.of("dn1:9866", "dn2:9866")).isEmpty()).isTrue();
    }

    @Test
    void somebody_isNoNodeThatHasAName() {
        TermHolders all = TWO.and(List.of(TermHolders.SOMEBODY));

        assertThat(all.without(List.of("dn1:9866", "dn2:9866")).isEmpty()).isFalse();
    }

    @Test
    void tenThousandNodesWithLongNames_areOneSnapshot() {
        List<String> names = IntStream.range(0, 10_000)
                .mapToObj(i -> "datanode-" + i + ".rack-17.row-4.hall-2.cluster.example.com:9866")
                .toList();

        assertThat(Base64.getEncoder().encode(TermHolders.NONE.and(names).bytes()))
                .hasSizeLessThan(SnapshotStore.LARGEST_BYTES);
    }

    @Test
    void partOfANode_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> TermHolders.of(new byte[] {1, 2, 3}));
    }
}
