package io.hdfsthrottle.identity;

import static io.hdfsthrottle.fakes.Seeds.seeded;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AppTagTest {

    private static final String SIGNATURE =
            "0123456789abcdef-_0123456789abcdef-_0123456789ABCDEF-_0123456789abcdef-_01234567890123";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "app-20261120-0001",
                "application_1763600000000_0001",
                "local-1763600000000",
                "a.b.c",
                "a.k1." + SIGNATURE,
                "_1_2",
                "DFSClient_attempt_1_2",
                "NONMAPREDUCE"
            })
    void tag_isFoundInTheClientNameThatHadoopMakesOfIt(String application) {
        String tag = application + ".k1." + SIGNATURE;
        for (String tail : new String[] {"_1_1", "_-1938471_42", "_2147483647_9223372036854775807"}) {
            assertThat(AppTag.inClientName("DFSClient_" + tag + tail)).hasValueSatisfying(found -> {
                assertThat(found.application()).isEqualTo(application);
                assertThat(found.keyId()).isEqualTo("k1");
                assertThat(found).hasToString(tag);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "DFSClient_NONMAPREDUCE_-1938471_1",
                "DFSClient_attempt_1763_0001_m_000000_0_1_1",
                "DFSClient_app.k1." + SIGNATURE,
                "DFSClient_app.k1." + SIGNATURE + "_1",
                "app.k1." + SIGNATURE + "_1_1",
                "xDFSClient_app.k1." + SIGNATURE + "_1_1",
                "DFSClient_DFSClient_app.k1." + SIGNATURE + "_1_1_1_1",
                "DFSClient_app.k1." + SIGNATURE + "_1_1 at /10.0.0.1:5",
                "DFSClient_a at b.k1." + SIGNATURE + "_1_1",
                "DFSClient_a [b].k1." + SIGNATURE + "_1_1",
                "DFSClient_.k1." + SIGNATURE + "_1_1",
                "DFSClient_app.." + SIGNATURE + "_1_1",
                "DFSClient_app.k-1." + SIGNATURE + "_1_1",
                "DFSClient_app.k1." + SIGNATURE + "0_1_1",
                "DFSClient_app.k1.0123456789ABCDEF0123456789ABCDEF_1_1",
                "DFSClient_app.k1." + SIGNATURE + "=_1_1",
                "DFSClient_app.k1." + SIGNATURE + "_1_1\n",
                "DFSClient_app\n.k1." + SIGNATURE + "_1_1"
            })
    void clientName_thatHoldsNoTag_givesNone(String clientName) {
        assertThat(AppTag.inClientName(clientName)).isEmpty();
    }

    @Test
    void longestTag_isAtMost200CharactersAndFound() {
        String tag = "a".repeat(96) + "." + "k".repeat(16) + "." + SIGNATURE;
        assertThat(tag).hasSizeLessThanOrEqualTo(200);
        assertThat(AppTag.inClientName("DFSClient_" + tag + "_-2147483648_9223372036854775807"))
                .isPresent();
        assertThat(AppTag.inClientName("DFSClient_a" + tag + "_1_1")).isEmpty();
    }

    @Test
    void hugeClientName_isNotLookedAt() {
        assertThat(AppTag.inClientName("DFSClient_" + "_1".repeat(10_000_000))).isEmpty();
    }

    @Test
    void randomNoise_isNeverMoreThanATag() {
        String letters = "DFSClient_.k1-09af [at]";
        seeded(50_000, random -> {
            StringBuilder name = new StringBuilder(random.nextBoolean() ? "DFSClient_" : "");
            for (int i = random.nextInt(60); i > 0; i--) {
                name.append(letters.charAt(random.nextInt(letters.length())));
            }
            name.append(random.nextBoolean() ? "." + SIGNATURE + "_1_1" : "");
            AppTag.inClientName(name.toString())
                    .ifPresent(tag -> assertThat("DFSClient_" + tag + "_1_1").isEqualTo(name.toString()));
        });
    }

    @Test
    void applicationId_isOneTo96SafeCharacters() {
        assertThat(AppTag.isApplication("app-1._Z")).isTrue();
        assertThat(AppTag.isApplication("a".repeat(96))).isTrue();
        assertThat(AppTag.isApplication("a".repeat(97))).isFalse();
        assertThat(AppTag.isApplication("")).isFalse();
        assertThat(AppTag.isApplication("a b")).isFalse();
        assertThat(AppTag.isApplication("a\n")).isFalse();
        assertThat(AppTag.isApplication(null)).isFalse();
    }

    @Test
    void tag_isReadBackAsItIsWritten() {
        AppTag tag = AppTag.parse("app.k1." + SIGNATURE).orElseThrow();
        assertThat(AppTag.parse(tag.toString())).contains(tag);
        assertThat(tag).hasSameHashCodeAs(AppTag.parse("app.k1." + SIGNATURE).orElseThrow());
        assertThat(tag).isNotEqualTo(AppTag.parse("app.k2." + SIGNATURE).orElseThrow());
    }
}
