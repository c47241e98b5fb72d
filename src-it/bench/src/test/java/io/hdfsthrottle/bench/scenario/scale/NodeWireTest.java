package io.hdfsthrottle.bench.scenario.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.bench.scenario.scale.NodeWire.Known;
import io.hdfsthrottle.grant.GrantVersion;
import java.net.URI;
import org.junit.jupiter.api.Test;

final class NodeWireTest {

    private final NodeWire wire = new NodeWire(URI.create("http://127.0.0.1:9880"));

    @Test
    void version_isReadFromTheBeginningOfAnAnswer() {
        Known known =
                wire.understood(Known.NOTHING, "{\"cluster\":\"default\",\"epoch\":7,\"sequence\":12,\"tenants\":[");

        assertThat(known.grant()).isEqualTo(GrantVersion.of(7, 12));
    }

    @Test
    void answerWithoutAVersion_changesNothing() {
        Known known = new Known(GrantVersion.of(7, 12));

        assertThat(wire.understood(known, "")).isEqualTo(known);
    }

    @Test
    void poll_asksForWhatIsOtherThanKnown() {
        assertThat(wire.poll("dn1:9866", new Known(GrantVersion.of(7, 12)))
                        .uri()
                        .toString())
                .isEqualTo("http://127.0.0.1:9880/v1/nodes/dn1:9866/grant?epoch=7&sequence=12&waitSeconds=30");
    }

    @Test
    void usage_isOneBodyOfKnownLength() {
        assertThat(wire.usage("dn1:9866", Known.NOTHING, 5, 2)
                        .bodyPublisher()
                        .orElseThrow()
                        .contentLength())
                .isPositive();
    }
}
