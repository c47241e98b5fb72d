package io.hdfsthrottle.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.fakes.LogLines;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One rule for an address, wherever it is written. */
final class AddressesTest {

    @Test
    void addresses_areSeparatedByCommas() {
        assertThat(Addresses.all(" http://a:9880/ ,https://b.example,, HTTP://[::1]:9880", AddressesTest::none))
                .containsExactly(
                        URI.create("http://a:9880"), URI.create("https://b.example"), URI.create("http://[::1]:9880"));
        assertThat(Addresses.all(" ", AddressesTest::none)).isEmpty();
    }

    private static void none(String leftOut) {
        throw new AssertionError(leftOut);
    }

    @ParameterizedTest
    @CsvSource({
        "a:9880, it is http:// or",
        "ftp://a, it is http:// or",
        "http://, it is http:// or",
        "http://a/path, anything behind",
        "http://a b, it is http:// or",
        "//a, it is http:// or",
        "http://my_host:9880, letters",
        "http://h\u00f6st:9880, letters",
        "http://host.1x:9880, letters",
        "http://a:65536, 1 to 65535",
        "http://a:0, 1 to 65535"
    })
    void whatIsNoAddress_isRefusedShowingItTheReasonAndAGoodOne(String written, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Addresses.one(written))
                .withMessageContainingAll("'" + written + "'", reason, "http://coordinator.example:9880");
        List<String> leftOut = new ArrayList<>();
        assertThat(Addresses.all("http://good:9880," + written, leftOut::add))
                .containsExactly(URI.create("http://good:9880"));
        assertThat(leftOut).singleElement().asString().contains("'" + written + "'", reason);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Addresses.all(written + "," + written, AddressesTest::none))
                .withMessageContaining("'" + written + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "http://u:s3cret@a:1, //(not shown)@a:1",
        "http://u:x/s3cret@a:1, //(not shown)@a:1",
        "http://u:x?s3cret#@a:1, //(not shown)@a:1",
        "http://u:x@s3cret@a:1, //(not shown)@a:1",
        "http:/u:s3cret@a:1, (not shown)@a:1",
        "u:s3cret@a:1, '(not shown)@a:1'",
        "a:1?t=s3cret, ?(not shown)",
        "http://a?t=s3cret, ?(not shown)",
        "http://a#s3cret, ?(not"
    })
    void passwordInAnAddress_isNotShown(String written, String shown) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Addresses.one(written))
                .withMessageContaining(shown)
                .withMessageNotContaining("s3cret");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Addresses.all("http://u:s3c,s3cret@a:1", AddressesTest::none))
                .withMessageNotContaining("s3c");
    }

    @Test
    void otherText_isShownAsItStands_ifItIsShort() {
        assertThat(Addresses.shown("HTTP/_HOST@EXAMPLE.COM")).isEqualTo("HTTP/_HOST@EXAMPLE.COM");
        assertThat(Addresses.shown("http://a:1,http://u:s3cret@b:1")).isEqualTo("http://a:1,http://(not shown)@b:1");
        assertThat(Addresses.shown("x".repeat(10_000))).hasSizeLessThan(400).endsWith("... (10000 characters)");
    }

    @Test
    void addressThatIsLeftOut_isLoggedOnceWithItsSetting() {
        try (LogLines log = new LogLines(Addresses.class)) {
            for (int i = 0; i < 3; i++) {
                assertThat(Addresses.all("hdfs.throttle.coordinator", "http://a:1,http://b_c:1"))
                        .hasSize(1);
            }
            assertThat(log.all())
                    .singleElement()
                    .asString()
                    .contains("hdfs.throttle.coordinator: 'http://b_c:1'", "http://coordinator.example:9880");
        }
    }
}
