package io.hdfsthrottle.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What proves that a request is a node's, and what does not. */
final class NodeSignatureTest {

    private static final SigningKeys KEYS = keys("k1", 1);
    private static final byte[] BODY = "{}".getBytes(StandardCharsets.UTF_8);
    private static final String TARGET = "/v1/nodes/dn/usage?x=1";
    private static final long NOW = 1_700_000_000;

    private static SigningKeys keys(String id, int secret) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) secret;
        return SigningKeys.parse(List.of(SigningKeys.line(id, bytes)));
    }

    private static NodeSignature signed() {
        return NodeSignature.of(KEYS.nodeKey("c", "dn", NOW - 9), "c", "POST", TARGET, BODY, NOW);
    }

    @Test
    void signature_isReadAsItWasWritten_andCoversTheRequest() {
        NodeSignature read = NodeSignature.parse(signed().toString()).orElseThrow();

        assertThat(read.isOf(KEYS, "c", "POST", TARGET)).isTrue();
        assertThat(read.covers(BODY)).isTrue();
        assertThat(read.ahead(NOW - 7)).isEqualTo(Duration.ofSeconds(7));
        assertThat(read.host()).isEqualTo("dn");
        assertThat(read.issuedSeconds()).isEqualTo(NOW - 9);
    }

    @Test
    void signer_speaksForItsHostsNodesAlone() {
        for (String own : List.of("dn", "dn:9866", "dn:1")) {
            assertThat(signed().speaksFor(own)).as(own).isTrue();
        }
        for (String others : List.of("", "dn2", "dn2:9866", "d", "dn:", "dn:x", "dn:9866:1", "dn:123456", "DN")) {
            assertThat(signed().speaksFor(others)).as(others).isFalse();
        }
    }

    @Test
    void signatureOfOneNode_underAnothersNameOrIssue_isNotSigned() {
        String written = signed().toString();

        for (String changed :
                List.of(written.replace(" dn,", " dn2,"), written.replace("," + (NOW - 9) + ",", "," + NOW + ","))) {
            NodeSignature altered = NodeSignature.parse(changed).orElseThrow();
            assertThat(altered.isOf(KEYS, "c", "POST", TARGET)).as(changed).isFalse();
        }
        NodeKey ofAnotherCluster = KEYS.nodeKey("other", "dn", NOW);
        assertThat(NodeSignature.of(ofAnotherCluster, "c", "POST", TARGET, BODY, NOW)
                        .isOf(KEYS, "c", "POST", TARGET))
                .isFalse();
    }

    @Test
    void anythingElse_isNotCovered() {
        NodeSignature signed = signed();

        assertThat(signed.isOf(KEYS, "other", "POST", TARGET)).isFalse();
        assertThat(signed.isOf(KEYS, "c", "GET", TARGET)).isFalse();
        assertThat(signed.isOf(KEYS, "c", "POST", "/v1/nodes/dn/usage?x=2")).isFalse();
        assertThat(signed.isOf(keys("k1", 2), "c", "POST", TARGET)).isFalse();
        assertThat(signed.isOf(keys("k2", 1), "c", "POST", TARGET)).isFalse();
        assertThat(signed.covers("{ }".getBytes(StandardCharsets.UTF_8))).isFalse();
    }

    @Test
    void changedTimeOrBodyHash_isNotSigned() {
        String written = signed().toString();

        for (String changed : List.of(
                written.replace("," + NOW + ",", "," + (NOW + 1) + ","),
                written.replaceFirst(",[0-9a-f]{64},", "," + "0".repeat(64) + ","))) {
            assertThat(NodeSignature.parse(changed).orElseThrow().isOf(KEYS, "c", "POST", TARGET))
                    .as(changed)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer x",
                "HdfsThrottle-Node",
                "HdfsThrottle-Node dn,1,k1,1,00,00",
                "HdfsThrottle-Node dn,-1,k1,1,,"
            })
    void otherHeaders_areNone(String header) {
        assertThat(NodeSignature.parse(header)).isEmpty();
    }
}
