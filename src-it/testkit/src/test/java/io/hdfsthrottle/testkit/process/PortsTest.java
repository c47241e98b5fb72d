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

    private static final String USUAL = "32768\t60999\n";

    @Test
    void twoJvms_neverGiveTheSamePort_evenBeforeAnybodyListens_andKeepClearOfOutgoingConnections() {
        Ports ours = new Ports(USUAL);
        Ports theirs = new Ports(USUAL);
        Set<Integer> given = new HashSet<>();
        IntStream.range(0, 250).forEach(each -> {
            assertThat(given.add(ours.free())).isTrue();
            assertThat(given.add(theirs.free())).isTrue();
        });
        assertThat(given).allSatisfy(port -> assertThat(port).isBetween(10_000, 32_767));
    }

    @Test
    void portThatAnotherProgramTook_isPassedOver() throws IOException {
        Ports ports = new Ports(USUAL);
        try (ServerSocket taken = Ports.listening(ports.free() + 1)) {
            assertThat(ports.free()).isGreaterThan(taken.getLocalPort());
        }
    }

    @Test
    void rangeThatLeavesTooFewPorts_isRefusedWithTheSetting() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new Ports("1024 65535\n"))
                .withMessageContaining("net.ipv4.ip_local_port_range: '1024 65535'")
                .withMessageContaining("'32768 60999'");
    }
}
