package io.hdfsthrottle.coordinator.feature.launch.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Asks servers that answer as a test says. */
final class LifelineTest {
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final String PROBLEM = "application/problem+json";

    private final List<HttpServer> servers = new ArrayList<>();

    private interface Answer {
        void to(HttpExchange asked) throws IOException;
    }

    @AfterEach
    void stop() {
        servers.forEach(each -> each.stop(0));
    }

    private String server(Answer answer) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/deployments/c-1/renewal", answer::to);
        server.start();
        servers.add(server);
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static Answer answer(int status, String body, Map<String, String> headers) {
        return asked -> {
            boolean isAsked = asked.getRequestMethod().equals("POST")
                    && "Bearer secret".equals(asked.getRequestHeaders().getFirst("Authorization"));
            headers.forEach(asked.getResponseHeaders()::set);
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            asked.sendResponseHeaders(isAsked ? status : 500, bytes.length);
            asked.getResponseBody().write(bytes);
            asked.close();
        };
    }

    private static Optional<Duration> ask(Duration patience, String... coordinators) throws Exception {
        Lifeline lifeline = new Lifeline(List.of(coordinators), "", "secret", patience.toMillis());
        return lifeline.ask(lifeline.client(), "c-1");
    }

    private static Optional<Duration> ask(String... coordinators) throws Exception {
        return ask(PATIENCE, coordinators);
    }

    @Test
    void leaseThatLastsLong_letsItGoOnForItsPatience_andAShortOneUntilItsDisksMayBeAnothers() throws Exception {
        assertThat(ask(lasting(60))).hasValue(PATIENCE);
        assertThat(ask(lasting(15))).hasValue(PATIENCE);
        assertThat(ask(lasting(1))).hasValue(Duration.ofSeconds(26));
    }

    private String lasting(int seconds) throws IOException {
        return server(answer(200, "{\"deployment\":\"c-1\",\"leaseSeconds\":" + seconds + "}", Map.of()));
    }

    @Test
    void coordinatorThatDoesNotKnow_isNoAnswer_andTheNextIsAsked() throws Exception {
        String other = lasting(60);
        for (String each : List.of(
                server(answer(200, "{}", Map.of())),
                server(answer(404, "", Map.of("Content-Type", "text/html"))),
                server(answer(307, "", Map.of("Location", other + "/v1/deployments/c-1/renewal"))),
                server(answer(401, "", Map.of("Content-Type", PROBLEM))),
                server(answer(503, "", Map.of("Content-Type", PROBLEM))),
                "http://127.0.0.1:9")) {
            assertThat(ask(each)).isEmpty();
            assertThat(ask(each, other)).hasValue(PATIENCE);
        }
    }

    @Test
    void leaseThatIsOver_endsIt_whoeverElseCouldBeAsked() throws Exception {
        String over = server(answer(404, "{}", Map.of("Content-Type", PROBLEM)));
        assertThat(ask(over, lasting(60))).hasValue(Duration.ZERO);
    }

    @Test
    void answerThatStopsHalfWay_holdsNobodyUp() throws Exception {
        String stalled = server(asked -> {
            asked.sendResponseHeaders(200, 100);
            asked.getResponseBody().write('{');
            asked.getResponseBody().flush();
        });
        assertThat(ask(Duration.ofMillis(300), stalled)).isEmpty();
    }
}
