package io.hdfsthrottle.coordinator.election;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.hdfsthrottle.coordinator.election.Probe.Sign;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class StatusProbeTest {
    private static Sign sign(int status, String body) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/status", exchange -> {
            exchange.sendResponseHeaders(status, 0);
            exchange.getResponseBody().write(body.getBytes(UTF_8));
            exchange.close();
        });
        server.start();
        try {
            return new StatusProbe(Optional.empty()).ask(at(server));
        } finally {
            server.stop(0);
        }
    }

    private static URI at(HttpServer server) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Test
    void leaderAnswers_alsoWhenItHasTooMuchToDo() throws Exception {
        assertThat(sign(200, "{\"leading\":true}")).isEqualTo(Sign.ANSWERS);
        assertThat(sign(429, "")).isEqualTo(Sign.ANSWERS);
    }

    @Test
    void oneThatDoesNotLead_isIdle_andWhatIsNotUnderstoodSaysNothing() throws Exception {
        assertThat(sign(200, "{\"leading\":false}")).isEqualTo(Sign.IDLE);
        assertThat(sign(200, "hello")).isEqualTo(Sign.UNSURE);
        assertThat(new StatusProbe(Optional.empty()).ask(URI.create("http://no-such-host.invalid:1")))
                .isEqualTo(Sign.UNSURE);
    }

    @Test
    void portWithoutAProcess_refuses_andOneThatNeverAnswersIsSilent() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        CountDownLatch over = new CountDownLatch(1);
        server.createContext("/", exchange -> {
            try {
                over.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
        StatusProbe probe = new StatusProbe(Optional.empty());
        assertThat(probe.ask(at(server))).isEqualTo(Sign.SILENT);
        over.countDown();
        server.stop(0);

        assertThat(probe.ask(at(server))).isEqualTo(Sign.REFUSES);
    }

    /** A JVM may be told of proxies for its other programs; that one is down says nothing of a leader. */
    @Test
    void leaderBehindAProxyThatRefuses_isAskedWithoutIt() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        int nobody = server.getAddress().getPort();
        server.stop(0);
        InetSocketAddress down = new InetSocketAddress(InetAddress.getLoopbackAddress(), nobody);
        ProxySelector before = ProxySelector.getDefault();
        ProxySelector.setDefault(ProxySelector.of(down));
        try {
            assertThat(sign(200, "{\"leading\":true}")).isEqualTo(Sign.ANSWERS);
        } finally {
            ProxySelector.setDefault(before);
        }
    }
}
