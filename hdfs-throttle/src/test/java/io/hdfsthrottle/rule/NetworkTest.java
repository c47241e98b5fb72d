package io.hdfsthrottle.rule;

import static io.hdfsthrottle.fakes.Seeds.seeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.identity.PlainText;
import java.math.BigInteger;
import java.net.InetAddress;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NetworkTest {

    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/16, 10.1.255.255, true",
        "10.1.0.0/16, 10.2.0.0, false",
        "10.1.2.3, 10.1.2.3, true",
        "10.1.2.3, 10.1.2.4, false",
        "10.1.2.3/32, 10.1.2.3, true",
        "0.0.0.0/0, 255.255.255.255, true",
        "0.0.0.0/0, ::1, false",
        "10.1.2.3/15, 10.0.9.9, true",
        "::1, 0:0:0:0:0:0:0:1, true",
        "fd00::/8, fdff::9, true",
        "fd00::/8, fe00::9, false",
        "::/0, fe80::1, true",
        "2001:DB8::/33, 2001:db8:7fff::1, true",
        "2001:db8::/33, 2001:db8:8000::1, false"
    })
    void network_containsTheAddressesWithItsPrefix(String network, String address, boolean contained) {
        assertThat(Network.parse(network).matches(address)).isEqualTo(contained);
    }

    @Test
    void anyNetwork_containsAnAddressIfAndOnlyIfTheirFirstBitsAreTheSame() {
        seeded(20_000, random -> {
            int bytes = random.nextBoolean() ? 4 : 16;
            int prefix = random.nextInt(bytes * 8 + 1);
            byte[] base = drawn(random, bytes);
            byte[] address = base.clone();
            if (random.nextInt(4) > 0) {
                address[random.nextInt(bytes)] ^= (byte) (1 << random.nextInt(8));
            }
            int others = bytes * 8 - prefix;
            boolean expected =
                    new BigInteger(1, base).shiftRight(others).equals(new BigInteger(1, address).shiftRight(others));
            String network = InetAddress.getByAddress(base).getHostAddress() + "/" + prefix;
            String text = InetAddress.getByAddress(address).getHostAddress();
            assertThat(Network.parse(network).matches(text))
                    .as("%s in %s", text, network)
                    .isEqualTo(expected);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "localhost", "example.org", "10.1", "10.1.2", "10.1.2.3.4", "10.1.2.3/", "10.1.2.3/33",
                        "10.1.2.3/-1",
                "10.1.2.3/a", "10.1.2.3/8/8", "::1/129", ":", ":::", "12345::", "fe80::1%lo", "[::1]", " 10.1.2.3",
                "10.1.2.3\n", "0x7f.0.0.1", "010.1.2.3", "2130706433"
            })
    void whatIsNoNetwork_isRefusedShowingItAndAGoodOne(String written) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Network.parse(written))
                .withMessageContaining("'" + PlainText.of(written) + "'")
                .satisfies(refused -> Network.parse(refused.getMessage().replaceFirst(".*; for example ", "")));
    }

    /** The tests' name service (see the module's pom) knows these as names: a look-up would succeed. */
    @ParameterizedTest
    @ValueSource(strings = {"999.1.1.1", "10.0.0.256", "300.300.300.300"})
    void numberOutOfRange_isNeverTakenForAName(String written) throws Exception {
        assertThat(InetAddress.getByName(written).getHostAddress()).isEqualTo("10.9.9.9");
        assertThatIllegalArgumentException().isThrownBy(() -> Network.parse(written));
        assertThatIllegalArgumentException().isThrownBy(() -> Network.parse(written + "/8"));
        assertThat(Network.parse("10.9.9.9").matches(written)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "unix", "dn_socket", "10.1.2.3:50010", "[::1]"})
    void whatIsNoAddress_isInNoNetwork(String address) {
        assertThat(Network.parse("0.0.0.0/0").matches(address)).isFalse();
        assertThat(Network.parse("::/0").matches(address)).isFalse();
    }

    @Test
    void network_isShownAsItWasWritten() {
        assertThat(Network.parse("2001:DB8::/33")).hasToString("2001:DB8::/33");
    }

    private static byte[] drawn(SplittableRandom random, int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) random.nextInt();
        }
        bytes[0] |= 0x20; // no IPv4-mapped address or the like
        return bytes;
    }
}
