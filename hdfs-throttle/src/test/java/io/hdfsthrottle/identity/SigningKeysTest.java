package io.hdfsthrottle.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
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
        assertThat(node(KEYS).verifies(TAG, "prod", "alice", 1763600000)).isTrue();
        assertThat(AppTag.parse(TAG.toString()).filter(tag -> node(KEYS).verifies(tag, "prod", "alice", 1763600000)))
                .isPresent();
        assertThat(KEYS.sign("prod", "app-1", "alice", 1763600000)).isEqualTo(TAG);
    }

    private static NodeKey node(SigningKeys keys) {
        return keys.nodeKey("prod", "dn1", 7);
    }

    private static boolean isRefused(String tag) {
        return AppTag.parse(tag)
                .filter(parsed -> node(KEYS).verifies(parsed, "prod", "alice", 1763600000))
                .isEmpty();
    }

    @Test
    void tag_withAnyPartAltered_isRefused() {
        assertThat(node(KEYS).verifies(TAG, "test", "alice", 1763600000)).isFalse();
        assertThat(node(KEYS).verifies(TAG, "prod", "bob", 1763600000)).isFalse();
        assertThat(node(KEYS).verifies(TAG, "prod", "alice", 1763600001)).isFalse();
        assertThat(isRefused(TAG.toString().replace("app-1.", "app-2."))).isTrue();
        assertThat(isRefused(TAG.toString().replace(".old.", ".new."))).isTrue();
    }

    @Test
    void tag_withAnyCharacterOfItsSignatureAltered_isRefused() {
        String tag = TAG.toString();
        for (int i = "app-1.old.".length(); i < tag.length(); i++) {
            char other = tag.charAt(i) == 'A' ? 'B' : 'A';
            assertThat(isRefused(tag.substring(0, i) + other + tag.substring(i + 1)))
                    .as("" + i)
                    .isTrue();
        }
    }

    @Test
    void signature_coversWhereOnePartEndsAndTheNextBegins() {
        AppTag tag = KEYS.sign("ab", "c", "d", 1);
        assertThat(node(KEYS).verifies(tag, "ab", "d", 1)).isTrue();
        assertThat(KEYS.sign("a", "bc", "d", 1).toString())
                .doesNotEndWith(tag.toString().substring("c".length()));
        assertThat(KEYS.sign("ab", "c", "d|1:1", 1)).isNotEqualTo(tag);
    }

    @Test
    void signature_isTheOneThatJavasEd25519Verifies() throws Exception {
        byte[] encoded = Base64.getDecoder().decode(node(KEYS).lines().get(1).split(" ", -1)[1]);
        // RFC 8410, section 4: the public key behind the header of its kind.
        byte[] header = Base64.getDecoder().decode("MCowBQYDK2VwAyEA");
        byte[] whole = Arrays.copyOf(header, header.length + encoded.length);
        System.arraycopy(encoded, 0, whole, header.length, encoded.length);
        Signature ed25519 = Signature.getInstance("Ed25519");
        ed25519.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(whole)));
        ed25519.update("1|3:old|4:prod|5:app-1|5:alice|10:1763600000".getBytes(StandardCharsets.UTF_8));
        String signature = TAG.toString().substring("app-1.old.".length());
        assertThat(ed25519.verify(Base64.getUrlDecoder().decode(signature))).isTrue();
    }

    @Test
    void twoKeys_areAlive_theFirstSignsAndBothVerify() {
        SigningKeys both = SigningKeys.parse(List.of(NEW, OLD));
        assertThat(both.sign("prod", "app-1", "alice", 1).keyId()).isEqualTo("new");
        assertThat(node(both).verifies(TAG, "prod", "alice", 1763600000)).isTrue();
        assertThat(node(both).verifies(both.sign("prod", "app-1", "alice", 1), "prod", "alice", 1))
                .isTrue();
    }

    @Test
    void rotation_keepsTagsOfTheKeyBeforeAndEndsThoseOfTheOneBeforeThat() {
        SigningKeys rotated = SigningKeys.parse(List.of(SigningKeys.line("newer", secret("c")), NEW));
        AppTag byNew = SigningKeys.parse(List.of(NEW, OLD)).sign("prod", "app-1", "alice", 1);
        assertThat(node(rotated).verifies(byNew, "prod", "alice", 1)).isTrue();
        assertThat(node(rotated).verifies(TAG, "prod", "alice", 1763600000)).isFalse();
    }

    @Test
    void sameKeyId_withAnotherSecret_doesNotVerify() {
        SigningKeys other = SigningKeys.parse(List.of(SigningKeys.line("old", secret("z"))));
        assertThat(node(other).verifies(TAG, "prod", "alice", 1763600000)).isFalse();
    }

    @Test
    void emptyLinesAndRemarks_doNotCount() {
        SigningKeys keys = SigningKeys.parse(List.of("# of the cluster prod", "", "  " + OLD + "  ", " "));
        assertThat(node(keys).verifies(TAG, "prod", "alice", 1763600000)).isTrue();
    }

    @Test
    void nodeKey_isReadBackAsItIsWritten() {
        NodeKey key = node(SigningKeys.parse(List.of(NEW, OLD)));
        NodeKey read = NodeKey.parse(key.lines());

        assertThat(read.lines()).isEqualTo(key.lines());
        assertThat(read.host()).isEqualTo("dn1");
        assertThat(read.verifies(TAG, "prod", "alice", 1763600000)).isTrue();
    }

    @Test
    void nodeKey_holdsNothingOfTheKeysThatItIsFrom_norOfAnotherNode() {
        String key = String.join("\n", node(KEYS).lines());
        String other = String.join("\n", KEYS.nodeKey("prod", "dn2", 7).lines());

        assertThat(key).doesNotContain(OLD.substring("old ".length()));
        assertThat(other).doesNotContain(key.substring(key.lastIndexOf(' ')));
        assertThat(node(KEYS)).hasToString("key of node dn1 [old]");
    }

    @Test
    void malformedNodeKeys_areRefusedWithoutShowingAnyPartOfAKey() {
        List<String> lines = node(KEYS).lines();
        String secret = lines.get(1).substring(lines.get(1).lastIndexOf(' ') + 1);
        for (List<String> malformed : List.of(
                List.<String>of(),
                List.of(lines.get(0)),
                List.of(lines.get(1)),
                List.of(OLD),
                List.of("node dn1", lines.get(1)),
                List.of("node dn1 -7", lines.get(1)),
                List.of("node d|n 7", lines.get(1)),
                List.of(lines.get(0), lines.get(1), lines.get(1)),
                List.of(lines.get(0), lines.get(1) + " more"),
                List.of(lines.get(0), lines.get(1).replace(secret, secret.substring(4))),
                List.of(lines.get(0), "a" + lines.get(1), "b" + lines.get(1), "c" + lines.get(1)))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> NodeKey.parse(malformed))
                    .withNoCause()
                    .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain(secret.substring(8, 16)));
        }
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
