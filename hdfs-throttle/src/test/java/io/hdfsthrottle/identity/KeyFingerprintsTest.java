package io.hdfsthrottle.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyFingerprintsTest {

    private static final String FINGERPRINT = "0123456789abcdef0123456789abcdef";

    private static String key(String id, int secret) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) secret;
        return SigningKeys.line(id, bytes);
    }

    private static KeyFingerprints of(String... lines) {
        return SigningKeys.parse(List.of(lines)).fingerprints();
    }

    @Test
    void whatIsWritten_isReadBack() {
        KeyFingerprints two = of(key("k1", 1), key("k2", 2));

        assertThat(KeyFingerprints.parse(two.toString())).contains(two);
        assertThat(KeyFingerprints.parse("")).contains(KeyFingerprints.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"k1", "k1:0", "k-1:" + FINGERPRINT, "k1:" + FINGERPRINT + ",", "none"})
    void anythingElse_isNotRead(String written) {
        assertThat(KeyFingerprints.parse(written)).isEmpty();
    }

    @Test
    void oneIdForTwoKeys_isAConflict() {
        assertThat(of(key("k1", 1)).conflict(of(key("k1", 2)))).contains("k1");
        assertThat(of(key("k1", 1)).conflict(of(key("k2", 2)))).isEmpty();
        assertThat(KeyFingerprints.parse("k1:" + FINGERPRINT + ",k1:" + FINGERPRINT))
                .isEmpty();
    }

    @Test
    void nodeBelievesTags_whenItHasTheKeyThatSigns() {
        KeyFingerprints coordinator = of(key("k2", 2), key("k1", 1));

        assertThat(of(key("k2", 2)).believe(coordinator)).isTrue();
        assertThat(of(key("k1", 1), key("k2", 2)).believe(coordinator)).isTrue();
        assertThat(of(key("k1", 1)).believe(coordinator)).isFalse();
        assertThat(of(key("k2", 2), key("k1", 7)).believe(coordinator)).isFalse();
    }

    @Test
    void nodeKeyHasTheFingerprintsOfTheKeysThatItIsFrom() {
        SigningKeys keys = SigningKeys.parse(List.of(key("k2", 2), key("k1", 1)));

        assertThat(keys.nodeKey("c", "dn1", 7).fingerprints()).isEqualTo(keys.fingerprints());
    }

    @Test
    void ofMoreThanThirtyTwo_theNewestStay() {
        KeyFingerprints many = KeyFingerprints.NONE;
        for (int i = 0; i < 40; i++) {
            many = many.and(of(key("k" + i, i)));
        }

        assertThat(many.toString().split(",", -1)).hasSize(32);
        assertThat(many.toString()).startsWith("k8:");
    }
}
