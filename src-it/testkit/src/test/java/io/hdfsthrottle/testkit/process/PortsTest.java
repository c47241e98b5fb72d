package io.hdfsthrottle.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two instances over the same range stand for two JVMs: they share nothing but the kernel's ports. */
final class PortsTest {

    private static final Ports.Range RANGE = Ports.Range.outside("32768 60999");

    @Test
    void twoJvms_neverGiveTheSamePort_evenBeforeAnybodyListens() {
        Ports ours = new Ports(RANGE);
        Ports theirs = new Ports(RANGE);
        Set<Integer> given = new HashSet<>();
        IntStream.range(0, 250).forEach(each -> {
            assertThat(given.add(ours.free())).isTrue();
            assertThat(given.add(theirs.free())).isTrue();
        });
        assertThat(given).allSatisfy(port -> assertThat(port).isBetween(RANGE.first(), RANGE.last()));
    }

    @Test
    void portThatAnotherProgramTook_isPassedOver() throws IOException {
        Ports ports = new Ports(RANGE);
        int next = ports.free() + 1;
        try (ServerSocket taken = new ServerSocket(next, 1, Ports.loopback())) {
            assertThat(ports.free()).isGreaterThan(taken.getLocalPort());
        }
    }

    @Test
    void thisMachine_hasPortsForServers() {
        assertThat(Ports.ofThisJvm().free())
                .isBetween(10_000, 65_535)
                .isNotEqualTo(Ports.ofThisJvm().free());
    }

    @Test
    void range_keepsClearOfOutgoingConnections() {
        assertThat(Ports.Range.outside("32768\t60999\n")).isEqualTo(new Ports.Range(10_000, 32_767));
        assertThat(Ports.Range.outside("10001 50000")).isEqualTo(new Ports.Range(50_001, 65_535));
        assertThat(Ports.Range.outside("1024 50000")).isEqualTo(new Ports.Range(50_001, 65_535));
    }

    @Test
    void rangeThatLeavesNoPorts_isRefusedWithTheSetting() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Ports.Range.outside("1024 65535"))
                .withMessageContaining("net.ipv4.ip_local_port_range: '1024 65535'")
                .withMessageContaining("'32768 60999'");
    }
}
