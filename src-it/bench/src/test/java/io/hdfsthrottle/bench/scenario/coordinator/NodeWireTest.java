package io.hdfsthrottle.bench.scenario.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.bench.scenario.coordinator.NodeWire.Known;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantUpdateJson;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.NodeTerms;
import java.net.URI;
import org.junit.jupiter.api.Test;

final class NodeWireTest {

    private final NodeWire wire = new NodeWire(URI.create("http://127.0.0.1:9880"));

    private static final Known KNOWN =
            new Known(GrantPosition.of(GrantVersion.of(7, 12), GrantVersion.of(7, 3), 5), Grant.NOBODY);

    @Test
    void versionsOfParts_areReadFromAnAnswer_andThoseThatItLacksStay() {
        String terms =
                GrantUpdateJson.write(GrantUpdate.of("default", 7).withTerms(NodeTerms.NONE.as(GrantVersion.of(7, 4))));

        Known known = wire.understood(KNOWN, terms);

        assertThat(known.position().terms()).isEqualTo(GrantVersion.of(7, 4));
        assertThat(known.position().policy()).isEqualTo(GrantVersion.of(7, 12));
        assertThat(known.position().applications()).isEqualTo(5);
    }

    @Test
    void answerThatCannotBeRead_changesNothing() {
        assertThat(wire.understood(KNOWN, "")).isEqualTo(KNOWN);
    }

    @Test
    void poll_asksForWhatIsOtherThanKnown() {
        assertThat(wire.poll("dn1:9866", KNOWN).uri().toString())
                .isEqualTo("http://127.0.0.1:9880/v1/nodes/dn1:9866/grant?wire=2&epoch=7&sequence=12"
                        + "&termsEpoch=7&termsSequence=3&applications=5&waitSeconds=30");
    }

    @Test
    void usage_isOneBodyOfKnownLength() {
        assertThat(wire.usage("dn1:9866", Known.NOTHING, new FullDisks("dn1:9866").usage(Grant.NOBODY, 2, 5))
                        .bodyPublisher()
                        .orElseThrow()
                        .contentLength())
                .isPositive();
    }
}
