package io.hdfsthrottle.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SigningKeysTest {

    private static final String OLD = SigningKeys.line("old", secret("a"));
    private static final String NEW = SigningKeys.line("new", secret("b"));
    private static final SigningKeys KEYS = SigningKeys.parse(List.of(OLD));
    private static final AppTag TAG = KEYS.sign("prod", "app-1", "alice", 1763600000);

    @Test
    void tagThatWasSigned_isVerified() {
        assertThat(TAG.application()).isEqualTo("app-1");
        assertThat(TAG.keyId()).isEqualTo("old");
        assertThat(KEYS.verifies(TAG, "prod", "alice", 1763600000)).isTrue();
        assertThat(AppTag.parse(TAG.toString()).filter(tag -> KEYS.verifies(tag, "prod", "alice", 1763600000)))
                .isPresent();
    }

    @Test
    void tag_withAnyPartAltered_isRefused() {
        assertThat(KEYS.verifies(TAG, "test", "alice", 1763600000)).isFalse();
        assertThat(KEYS.verifies(TAG, "prod", "bob", 1763600000)).isFalse();
        assertThat(KEYS.verifies(TAG, "prod", "alice", 1763600001)).isFalse();
        assertThat(KEYS.verifies(new AppTag("app-2", "old", TAG.hmac()), "prod", "alice", 1763600000))
                .isFalse();
        assertThat(KEYS.verifies(new AppTag("app-1", "new", TAG.hmac()), "prod", "alice", 1763600000))
                .isFalse();
    }

    @Test
    void tag_withAnyDigitOfItsSignatureAltered_isRefused() {
        for (int i = 0; i < TAG.hmac().length(); i++) {
            for (char digit : "0123456789abcdef".toCharArray()) {
                String altered = TAG.hmac().substring(0, i) + digit + TAG.hmac().substring(i + 1);
                assertThat(KEYS.verifies(new AppTag("app-1", "old", altered), "prod", "alice", 1763600000))
                        .isEqualTo(altered.equals(TAG.hmac()));
            }
        }
        assertThat(KEYS.verifies(new AppTag("app-1", "old", ""), "prod", "alice", 1763600000))
                .isFalse();
    }

    @Test
    void signature_coversWhereOnePartEndsAndTheNextBegins() {
        AppTag tag = KEYS.sign("ab", "c", "d", 1);
        assertThat(KEYS.sign("a", "bc", "d", 1).hmac()).isNotEqualTo(tag.hmac());
        assertThat(KEYS.sign("ab", "c", "d|1:1", 1).hmac()).isNotEqualTo(tag.hmac());
    }

    @Test
    void signature_isTheOneThatRfc2104Gives() throws Exception {
        javax.crypto.Mac mac = javax.crypto.Mac.getInstance("HmacSHA256");
        mac.init(new javax.crypto.spec.SecretKeySpec(secret("a"), "HmacSHA256"));
        byte[] whole = mac.doFinal("1|3:old|4:prod|5:app-1|5:alice|10:1763600000".getBytes(StandardCharsets.UTF_8));
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < 16; i++) {
            hex.append(String.format("%02x", whole[i]));
        }
        assertThat(TAG.hmac()).isEqualTo(hex.toString());
    }

    @Test
    void twoKeys_areAlive_theFirstSignsAndBothVerify() {
        SigningKeys both = SigningKeys.parse(List.of(NEW, OLD));
        assertThat(both.sign("prod", "app-1", "alice", 1).keyId()).isEqualTo("new");
        assertThat(both.verifies(TAG, "prod", "alice", 1763600000)).isTrue();
        assertThat(both.verifies(both.sign("prod", "app-1", "alice", 1), "prod", "alice", 1))
                .isTrue();
    }

    @Test
    void rotation_keepsTagsOfTheKeyBeforeAndEndsThoseOfTheOneBeforeThat() {
        SigningKeys rotated = SigningKeys.parse(List.of(SigningKeys.line("newer", secret("c")), NEW));
        AppTag byNew = SigningKeys.parse(List.of(NEW, OLD)).sign("prod", "app-1", "alice", 1);
        assertThat(rotated.verifies(byNew, "prod", "alice", 1)).isTrue();
        assertThat(rotated.verifies(TAG, "prod", "alice", 1763600000)).isFalse();
    }

    @Test
    void sameKeyId_withAnotherSecret_doesNotVerify() {
        SigningKeys other = SigningKeys.parse(List.of(SigningKeys.line("old", secret("z"))));
        assertThat(other.verifies(TAG, "prod", "alice", 1763600000)).isFalse();
    }

    @Test
    void emptyLinesAndRemarks_doNotCount() {
        SigningKeys keys = SigningKeys.parse(List.of("# of the cluster prod", "", "  " + OLD + "  ", " "));
        assertThat(keys.verifies(TAG, "prod", "alice", 1763600000)).isTrue();
    }

    static Stream<List<String>> malformed() {
        String secret = Base64.getEncoder().encodeToString(secret("a"));
        return Stream.of(
                List.of(),
                List.of("# nothing"),
                List.of(secret),
                List.of("old" + secret),
                List.of("old " + secret + " more"),
                List.of("old! " + secret),
                List.of("01234567890123456 " + secret),
                List.of("old " + secret.substring(4)),
                List.of("old " + secret.replace('Y', '!')),
                List.of("old: " + secret),
                List.of(OLD, "new " + secret.substring(8)),
                List.of(OLD, NEW, SigningKeys.line("newer", secret("c"))),
                List.of(OLD, SigningKeys.line("old", secret("b"))));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void malformedKeys_areRefusedWithoutShowingAnyPartOfAKey(List<String> lines) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SigningKeys.parse(lines))
                .withNoCause()
                .satisfies(refusal -> {
                    for (String line : lines) {
                        for (String part : line.split(" ", -1)) {
                            if (part.length() > 16) {
                                assertThat(refusal.getMessage()).doesNotContain(part.substring(part.length() - 8));
                            }
                        }
                    }
                });
    }

    @Test
    void refusal_namesTheLine() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SigningKeys.parse(List.of("# keys", OLD, "oops")))
                .withMessageContaining("line 3");
    }

    @Test
    void keys_showTheirIdsAndNeverThemselves() {
        assertThat(SigningKeys.parse(List.of(NEW, OLD))).hasToString("SigningKeys[new, old]");
    }

    private static byte[] secret(String letter) {
        return letter.repeat(32).getBytes(StandardCharsets.US_ASCII);
    }
}
