package io.hdfsthrottle.coordinator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.state.NotStored;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which keys of nodes are refused. */
final class RevokedTest {
    private static final Revoked NONE = new Revoked(Map.of());

    @Test
    void keysIssuedUntilThen_areRefused_andLaterOnesNot() {
        Revoked revoked = NONE.with("dn1", 100);

        assertThat(revoked.covers("dn1", 99)).isTrue();
        assertThat(revoked.covers("dn1", 100)).isTrue();
        assertThat(revoked.covers("dn1", 101)).isFalse();
        assertThat(revoked.covers("dn2", 99)).isFalse();
        assertThat(NONE.covers("dn1", 0)).isFalse();
    }

    @Test
    void hostAndItsNodes_areRevokedByAnyOfTheirNames() {
        assertThat(NONE.with("dn1", 100).covers("dn1:9866", 100)).isTrue();
        assertThat(NONE.with("dn1:9866", 100).covers("dn1", 100)).isTrue();
        assertThat(NONE.with("dn1:9866", 100).without("dn1").covers("dn1:9866", 100))
                .isFalse();
    }

    @Test
    void revocation_isNotTakenBackByAClockThatIsBehind() {
        assertThat(NONE.with("dn1", 100).with("dn1", 40).covers("dn1", 100)).isTrue();
    }

    @Test
    void revocation_isTakenBackForItsHostAlone() {
        Revoked both = NONE.with("dn1", 100).with("dn2", 100);

        assertThat(both.without("dn1").covers("dn1", 1)).isFalse();
        assertThat(both.without("dn1").covers("dn2", 1)).isTrue();
    }

    @Test
    void moreThanThereIsRoomFor_areRefused() {
        Map<String, Long> most = IntStream.range(0, Revoked.MOST)
                .boxed()
                .collect(Collectors.toMap(number -> "dn" + number, number -> 1L));
        Revoked all = new Revoked(most);

        assertThat(all.with("dn7", 2).covers("dn7", 2)).isTrue();
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> all.with("another", 1));
    }
}
