package io.hdfsthrottle.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.fakes.HttpCoordinator;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.Tenant;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No proxy comes between, and no other server's answer counts. */
@Timeout(30)
@Tag("slow")
final class ProxiesTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Lease HELD = Lease.of(
            AppTag.parse(
                            "app-1.k1.0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef-_0123")
                    .orElseThrow(),
            Tenant.named("gold"),
            7,
            "k1.s",
            Duration.ofSeconds(20));

    private final HttpCoordinator other = new HttpCoordinator().answers(403, "<html>Forbidden</html>");
    private final HttpCoordinator coordinator = new HttpCoordinator().answers(204, "");
    private final ProxySelector before = ProxySelector.getDefault();

    /** As with {@code -Dhttp.proxyHost}, which does not count for loopback addresses. */
    private static final class EverythingThrough extends ProxySelector {
        private final Proxy proxy;

        EverythingThrough(URI address) {
            proxy = new Proxy(Proxy.Type.HTTP, new InetSocketAddress(address.getHost(), address.getPort()));
        }

        @Override
        public List<Proxy> select(URI asked) {
            return List.of(proxy);
        }

        @Override
        public void connectFailed(URI asked, SocketAddress address, IOException failure) {}
    }

    @AfterEach
    void close() {
        ProxySelector.setDefault(before);
        other.close();
        coordinator.close();
    }

    private HttpLink to(HttpCoordinator... all) {
        List<URI> addresses = Stream.of(all).map(HttpCoordinator::address).collect(Collectors.toList());
        return new HttpLink(addresses, LONG, Credential.NONE);
    }

    @Test
    void proxyOfOtherPrograms_seesNothing() throws Exception {
        ProxySelector.setDefault(new EverythingThrough(other.address()));
        try (HttpLink link = to(coordinator)) {
            link.withdraw(HELD);
        }
        assertThat(coordinator.requests()).hasSize(1);
        assertThat(other.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 403, 404, 307, 502})
    void answerOfAnotherServer_isNone_andTheNextCoordinatorIsAsked(int status) throws Exception {
        other.answers(status, "<html>It works!</html>");
        try (HttpLink link = to(other, coordinator);
                HttpLink nobody = to(other)) {
            link.withdraw(HELD);
            assertThat(coordinator.requests()).hasSize(1);
            assertThatExceptionOfType(LinkException.class)
                    .isThrownBy(() -> nobody.withdraw(HELD))
                    .withMessageContainingAll(other.address().toString(), "status " + status, "is no coordinator")
                    .matches(trouble -> trouble.status().isEmpty());
        }
    }
}
