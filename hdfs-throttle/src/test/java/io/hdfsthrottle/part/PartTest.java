package io.hdfsthrottle.part;

import static io.hdfsthrottle.fakes.Seeds.seeded;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.identity.AppTag;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An application's part in a client name, behind the tag. */
final class PartTest {

    private static final String TAG = "app-20261120-0001.k1." + "0123456789abcd_-".repeat(5) + "012345";

    @Test
    void part_isReadAsItWasWritten_andTheTagBesideIt() {
        Part part = Part.of("12", "etl.nightly_2").task(345);
        String client = client(TAG + part);
        assertThat(Part.inClientName(client)).contains(part);
        assertThat(AppTag.inClientName(client)).map(AppTag::toString).contains(TAG);
        assertThat(part.executor() + "," + part.pool() + "," + part.task()).isEqualTo("12,etl.nightly_2,345");
    }

    @Test
    void clientWithoutPart_hasNone() {
        assertThat(Part.inClientName(client(TAG))).isEmpty();
        assertThat(Part.inClientName(client(TAG + Part.NONE))).contains(Part.NONE);
    }

    @Test
    void longestClient_isStillLookedAt() {
        String tag = "a".repeat(96) + "." + "k".repeat(16) + "." + "0".repeat(86);
        Part part = Part.of("e".repeat(16), "p".repeat(32)).task(Long.MAX_VALUE);
        String client = "DFSClient_" + tag + part + "_-2147483648_123456789";
        assertThat(client.length()).isLessThanOrEqualTo(AppTag.LONGEST_CLIENT_NAME);
        assertThat(Part.inClientName(client)).contains(part);
        assertThat(AppTag.inClientName(client)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"~", "~~", "~~~~", "~1~a b~2", "~1~etl~x", "~1~etl~-2", "~12345678901234567~~", "~\n~~"})
    void partThatIsNone_changesNothingAboutTheTag(String written) {
        assertThat(Part.inClientName(client(TAG + written))).isEmpty();
        assertThat(AppTag.inClientName(client(TAG + written)).map(AppTag::toString))
                .isEqualTo(written.contains("\n") ? Optional.empty() : Optional.of(TAG));
    }

    @Test
    void anyText_isAPoolThatCanBeReadBack_andOthersAreOthers() {
        seeded(500, random -> {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(1, 60); i > 0; i--) {
                text.append((char) random.nextInt(1, 0x2000));
            }
            Part part = Part.of("1", text.toString());
            assertThat(Part.inClientName(client(TAG + part))).contains(part);
            assertThat(Part.of("1", text + "x").pool()).isNotEqualTo(part.pool());
            assertThat(PoolName.of(part.pool())).isEqualTo(part.pool());
        });
    }

    private static String client(String free) {
        return "DFSClient_" + free + "_-1234567_77";
    }
}
