package io.hdfsthrottle.coordinator.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two coordinators as processes; the one that leads is frozen by the system, as a long pause of a machine does it, or
 * killed.
 */
@Timeout(60)
@Tag("slow")
final class FrozenLeaderTest {
    /** Longer than any test here lasts: ZooKeeper ends no session then. */
    private static final String LONG = "2m";

    private static final String READY = "hdfs-throttle coordinator ready on ";

    @TempDir
    private Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<Process> processes = new ArrayList<>();
    private TestingServer zookeeper;

    @BeforeEach
    void start() throws Exception {
        zookeeper = new TestingServer(
                new InstanceSpec(null, -1, -1, -1, true, -1, 1_000, -1, Map.of("maxSessionTimeout", "120000")), true);
    }

    @AfterEach
    void stop() throws Exception {
        for (Process process : processes) {
            assertThat(process.destroyForcibly().waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
        zookeeper.close();
    }

    private URI coordinator(String session) throws Exception {
        return coordinator(session, 0);
    }

    private URI coordinator(String session, int port) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.hdfsthrottle.coordinator.cli.Main",
                        "coordinator",
                        "--set",
                        "listen.port=" + port,
                        "--set",
                        "zookeeper.session.timeout=" + session,
                        "--set",
                        "zookeeper.connect=" + zookeeper.getConnectString())
                .directory(folder.toFile())
                .redirectError(folder.resolve("log" + processes.size()).toFile())
                .start();
        processes.add(process);
        return URI.create(process.inputReader(UTF_8).readLine().substring(READY.length()));
    }

    private static void signal(String signal, Process process) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    private CompletableFuture<HttpResponse<String>> put(URI coordinator, int priority) {
        HttpRequest put = HttpRequest.newBuilder(coordinator.resolve("/v1/tenants/gold"))
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{\"priority\":" + priority + "}"))
                .timeout(Duration.ofSeconds(30))
                .build();
        return client.sendAsync(put, BodyHandlers.ofString());
    }

    private String get(URI coordinator, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(coordinator.resolve(path)).build(), BodyHandlers.ofString())
                .body();
    }

    @Test
    void leaderThatIsKilled_isReplacedWhileItsSessionLives() throws Exception {
        URI leader = coordinator(LONG);
        await().until(() -> get(leader, "/v1/status").contains("\"leading\":true"));
        URI successor = coordinator(LONG);
        assertThat(put(leader, 8).get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
        await().until(() -> Files.readString(folder.resolve("log1")).contains("Reaches the leader at " + leader));

        signal("KILL", processes.get(0));

        await().atMost(Duration.ofSeconds(30))
                .until(() -> get(successor, "/v1/status").contains("\"leading\":true"));
        assertThat(get(successor, "/v1/tenants/gold")).contains("\"priority\":8");
    }

    @Test
    void coordinatorThatIsKilledAndStartedAgain_leadsWhileItsFormerSessionLives() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        URI first = coordinator(LONG, port);
        await().until(() -> get(first, "/v1/status").contains("\"leading\":true"));
        signal("KILL", processes.get(0));
        assertThat(processes.get(0).waitFor(20, TimeUnit.SECONDS)).isTrue();

        URI again = coordinator(LONG, port);

        await().atMost(Duration.ofSeconds(30))
                .until(() -> get(again, "/v1/status").contains("\"leading\":true"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1s", LONG})
    void frozenLeader_thatWakesUpChangesNothing(String session) throws Exception {
        URI leader = coordinator(session);
        await().until(() -> get(leader, "/v1/status").contains("\"leading\":true"));
        URI successor = coordinator(session);
        assertThat(put(leader, 8).get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
        await().until(() -> Files.readString(folder.resolve("log1")).contains("Reaches the leader at " + leader));

        signal("STOP", processes.get(0));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> get(successor, "/v1/status").contains("\"leading\":true"));
        assertThat(put(successor, 9).get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        CompletableFuture<HttpResponse<String>> late = put(leader, 77);
        signal("CONT", processes.get(0));

        // 307 names the new leader; 503 where the connection to ZooKeeper is not back yet, so the leader is unknown. Or
        // the
        // request finds its connection closed, which was idle for too long meanwhile.
        int status = late.handle((answer, lost) -> lost == null ? answer.statusCode() : 0)
                .get(30, TimeUnit.SECONDS);
        assertThat(status).isIn(0, 307, 503);
        assertThat(get(successor, "/v1/tenants/gold")).contains("\"priority\":9");
        await().until(() -> get(leader, "/v1/tenants").contains("\"leader\":\"" + successor + "\""));
    }
}
