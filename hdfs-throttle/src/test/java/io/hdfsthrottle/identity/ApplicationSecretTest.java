package io.hdfsthrottle.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A registrant's secret: what it proves, for how long, and that a tag proves nothing of the kind. */
final class ApplicationSecretTest {

    private static final String OLD = SigningKeys.line("k1", new byte[32]);
    private static final String NEW = SigningKeys.line("k2", new byte[40]);
    private static final SigningKeys KEYS = SigningKeys.parse(List.of(OLD));
    private static final String SECRET = ApplicationSecret.of(KEYS, "c", "app-1", "alice", 7);

    @Test
    void secret_provesItsOwnRegistrationAndNoOther() {
        assertThat(ApplicationSecret.proves(SECRET, KEYS, "c", "app-1", "alice", 7))
                .isTrue();
        assertThat(ApplicationSecret.proves(SECRET, KEYS, "d", "app-1", "alice", 7))
                .isFalse();
        assertThat(ApplicationSecret.proves(SECRET, KEYS, "c", "app-2", "alice", 7))
                .isFalse();
        assertThat(ApplicationSecret.proves(SECRET, KEYS, "c", "app-1", "mallory", 7))
                .isFalse();
        assertThat(ApplicationSecret.proves(SECRET, KEYS, "c", "app-1", "alice", 8))
                .isFalse();
    }

    @Test
    void secret_outlivesTheReplacementOfItsKeyUntilTheKeyIsGone() {
        SigningKeys both = SigningKeys.parse(List.of(NEW, OLD));
        SigningKeys later = SigningKeys.parse(List.of(NEW));

        assertThat(ApplicationSecret.proves(SECRET, both, "c", "app-1", "alice", 7))
                .isTrue();
        assertThat(ApplicationSecret.proves(SECRET, later, "c", "app-1", "alice", 7))
                .isFalse();
    }

    @Test
    void tag_whichEverybodySees_provesNothing() {
        String tag = KEYS.sign("c", "app-1", "alice", 7).toString();

        assertThat(SECRET).doesNotContain(tag.substring(tag.lastIndexOf('.') + 1));
        assertThat(ApplicationSecret.proves(tag, KEYS, "c", "app-1", "alice", 7))
                .isFalse();
        assertThat(ApplicationSecret.proves(tag.substring("app-1.".length()), KEYS, "c", "app-1", "alice", 7))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "k1", "k1.", ".x", "k9.00", "k1.\u00e9\u0000"})
    void whateverIsSent_isNoSecret(String sent) {
        assertThat(ApplicationSecret.proves(sent, KEYS, "c", "app-1", "alice", 7))
                .isFalse();
        assertThat(ApplicationSecret.proves(sent + "k".repeat(100_000), KEYS, "c", "app-1", "alice", 7))
                .isFalse();
    }
}
