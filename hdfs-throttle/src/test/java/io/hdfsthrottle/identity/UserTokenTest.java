package io.hdfsthrottle.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A token identifies its user only while it is signed, unaltered and unexpired. */
final class UserTokenTest {

    private static final String ID = "0123456789abcdef";
    private static final SigningKeys KEYS = SigningKeys.parse(List.of(SigningKeys.line("k1", new byte[32])));
    private static final UserToken TOKEN = UserToken.of(KEYS, "c", ID, "älice:1", 100, 200, 300);

    @Test
    void token_isReadAsItWasWritten() {
        UserToken read = UserToken.parse(TOKEN.text()).orElseThrow();

        assertThat(read).isEqualTo(TOKEN);
        assertThat(read.user()).isEqualTo("älice:1");
        assertThat(read.isOf(KEYS, "c")).isTrue();
        assertThat(TOKEN.toString())
                .doesNotContain(TOKEN.text().substring(TOKEN.text().length() - 32));
    }

    @Test
    void whatIsChanged_isNoLongerSigned() {
        String[] parts = TOKEN.text().split(":", -1);
        for (int i = 0; i < parts.length; i++) {
            String[] changed = parts.clone();
            changed[i] = changed[i].endsWith("0") ? changed[i].replaceFirst("0$", "1") : changed[i] + "0";
            if (i == parts.length - 1) {
                changed[i] = parts[i].replaceFirst(".$", parts[i].endsWith("0") ? "1" : "0");
            }
            assertThat(UserToken.parse(String.join(":", changed)).filter(token -> token.isOf(KEYS, "c")))
                    .as(String.join(":", changed))
                    .isEmpty();
        }
        assertThat(TOKEN.isOf(KEYS, "d")).isFalse();
    }

    @Test
    void signatureForAnythingElse_isNone() {
        String secret = ApplicationSecret.of(KEYS, "c", "app", "alice", 100);
        UserToken forged = UserToken.parse(TOKEN.text().replaceFirst("[0-9a-f]{32}$", secret.substring("k1.".length())))
                .orElseThrow();

        assertThat(forged.isOf(KEYS, "c")).isFalse();
    }

    @Test
    void token_endsWhenItSays() {
        assertThat(TOKEN.isAliveAt(199)).isTrue();
        assertThat(TOKEN.isAliveAt(200)).isFalse();
        assertThat(UserToken.of(KEYS, "c", ID, "a", 100, 400, 300).isAliveAt(300))
                .isFalse();
        assertThat(TOKEN.isWorthRenewingAt(150)).isFalse();
        assertThat(TOKEN.isWorthRenewingAt(151)).isTrue();
        assertThat(UserToken.of(KEYS, "c", ID, "a", 100, 300, 300).isWorthRenewingAt(299))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k1", "k1:0123456789abcdef:!:1:2:3:00000000000000000000000000000000", "k1:::::::"})
    void whatIsNoToken_isNone(String written) {
        assertThat(UserToken.parse(written)).isEmpty();
        assertThat(UserToken.parse(TOKEN.text() + "0".repeat(UserToken.LONGEST)))
                .isEmpty();
    }

    @Test
    void userThatCannotBe_getsNone() {
        for (String user : List.of("", "a\nb", "a".repeat(129))) {
            assertThatIllegalArgumentException().isThrownBy(() -> UserToken.of(KEYS, "c", ID, user, 1, 2, 3));
        }
    }
}
