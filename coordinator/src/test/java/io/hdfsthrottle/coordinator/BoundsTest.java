package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One caller attacks from 127.0.0.2 and the like; the others, at 127.0.0.1, are answered. */
@Tag("slow")
final class BoundsTest {

    @TempDir
    private static Path folder;

    private static TestCluster cluster;
    private static Wire wire;

    /** To a coordinator that hangs up on nobody within a test: whom it answers, it answers beside all attackers. */
    private static Wire patient;

    private final List<Socket> sockets = new ArrayList<>();

    @BeforeAll
    static void build() throws Exception {
        cluster = new TestCluster(folder);
        wire = new Wire(coordinator("impatient", "1s"));
        patient = new Wire(coordinator("patient", "60s"));
    }

    private static Coordinator coordinator(String name, String patience) throws IOException {
        return cluster.leader(
                "cluster",
                name,
                "limits.connections.per.address",
                "40",
                "limits.requests.per.second",
                "50",
                "limits.requests.at.once",
                "4",
                "limits.polls.per.address",
                "10",
                "limits.patience",
                patience);
    }

    @AfterAll
    static void tearDown() throws Exception {
        cluster.close();
    }

    @AfterEach
    void hangUp() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private Socket from(String address) throws IOException {
        return from(address, wire, 1 << 16);
    }

    private Socket from(String address, Wire to, int receiveBuffer) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setReceiveBufferSize(receiveBuffer);
        socket.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), to.port()));
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private static String head(String methodAndPath) {
        return methodAndPath + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    }

    /** Reads until the server closes; empty if it had closed, or closes with a reset. */
    private static String rest(Socket socket) {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketException reset) {
            return "";
        } catch (IOException silent) {
            return "silence";
        }
    }

    /**
     * What one address is answered, on a connection for each request: a server that closes one with requests unread
     * resets it.
     */
    private List<String> askUntilRefused(String address, String path) throws IOException {
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            Socket socket = from(address);
            write(socket, head("GET " + path) + "Connection: close\r\n\r\n");
            answers.add(rest(socket));
            socket.close();
            if (answers.get(i).startsWith("HTTP/1.1 429")) {
                break;
            }
        }
        return answers;
    }

    private static void othersAreAnswered() throws Exception {
        othersAreAnswered(wire);
    }

    private static void othersAreAnswered(Wire by) throws Exception {
        assertThat(by.get("/v1/status").status()).isEqualTo(200);
        assertThat(by.get("/v1/nodes/honest/grant?wire=3").status()).isEqualTo(200);
        assertThat(by.put("/v1/tenants/gold", "{\"priority\":8}").status()).isIn(200, 201);
    }

    private static double metric(String name) throws Exception {
        return metric(name, wire);
    }

    private static double metric(String name, Wire of) throws Exception {
        String prefix = "hdfs_throttle_coordinator_" + name + " ";
        return of.get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(prefix))
                .mapToDouble(line -> Double.parseDouble(line.substring(prefix.length())))
                .sum();
    }

    @Test
    void callerThatAsksTooOften_isToldToWait_andTheOthersAreNot() throws Exception {
        List<String> answers = askUntilRefused("127.0.0.2", "/v1/status");
        String last = answers.get(answers.size() - 1);
        assertThat(last)
                .startsWith("HTTP/1.1 429")
                .containsIgnoringCase("\r\nRetry-After: 1\r\n")
                .containsIgnoringCase("\r\nConnection: close\r\n")
                .contains("application/problem+json", "\"refused\":\"rate\"");
        assertThat(JsonObject.parse(last.substring(last.indexOf('{'))).count("status"))
                .isEqualTo(429);
        othersAreAnswered();
        assertThat(metric("refusals_total{kind=\"rate\"}")).isPositive();
    }

    @Test
    void pathThatIsNone_countsAsARequest() throws Exception {
        List<String> answers = askUntilRefused("127.0.0.9", "/nothing");
        assertThat(answers.get(0)).startsWith("HTTP/1.1 404");
        assertThat(answers.get(answers.size() - 1)).startsWith("HTTP/1.1 429");
    }

    @Test
    void wrongCredentials_areRefusedUnseen_andLockNobodyOutWhoWasProvenThere() throws Exception {
        Path file = Files.writeString(
                folder.resolve("access"),
                "right view token=right-0123456789abcdef\nother view token=other-0123456789abcdef");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Wire strict = new Wire(cluster.leader(
                "cluster", "strict", "access.file", file.toString(), "limits.requests.per.second", "50"));
        String[] right = {"Authorization", "Bearer right-0123456789abcdef"};
        assertThat(strict.send("GET", "/v1/tenants", null, right).status()).isEqualTo(200);

        Answer last = null;
        for (int i = 0; i < 5_000 && (last == null || last.status() == 401); i++) {
            last = strict.send("GET", "/v1/tenants", null, "Authorization", "Bearer wrong-" + i);
        }
        assertThat(last.status()).isEqualTo(429);
        assertThat(last.json().text("detail")).contains("wrong credentials");
        assertThat(strict.send("GET", "/v1/tenants", null, right).status()).isEqualTo(200);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> strict.send("GET", "/v1/tenants", null, "Authorization", "Bearer other-0123456789abcdef")
                                .status()
                        == 200);
    }

    @Test
    void connectionsOfOneAddress_areBounded() throws Exception {
        List<Socket> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            all.add(from("127.0.0.3"));
        }
        int answered = 0;
        for (Socket each : all) {
            try {
                write(each, head("GET /v1/status") + "Connection: close\r\n\r\n");
                answered += rest(each).startsWith("HTTP/1.1 200") ? 1 : 0;
            } catch (SocketException closed) {
                // one of those above the bound
            }
        }
        assertThat(answered).isBetween(1, 59);
        othersAreAnswered();
        assertThat(metric("refusals_total{kind=\"connections\"}")).isPositive();
        all.forEach(each -> {
            try {
                each.close();
            } catch (IOException unimportant) {
                throw new IllegalStateException(unimportant);
            }
        });
        await().atMost(Duration.ofSeconds(10)).until(() -> {
            Socket again = from("127.0.0.3");
            write(again, head("GET /v1/status") + "Connection: close\r\n\r\n");
            return rest(again).startsWith("HTTP/1.1 200");
        });
    }

    @Test
    void headThatTrickles_isNotWaitedFor() throws Exception {
        Socket slow = from("127.0.0.4");
        write(slow, "GET /v1/status HTTP/1.1\r\nHost: localhost\r\n");
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    try {
                        write(slow, "X: y\r\n");
                        return false;
                    } catch (IOException closed) {
                        return true;
                    }
                });
        assertThat(metric("refusals_total{kind=\"slow\"}")).isPositive();
    }

    @Test
    void bodiesThatTrickle_holdNobodyUp() throws Exception {
        for (int i = 0; i < 30; i++) {
            Socket socket = from("127.0.0.5", patient, 1 << 16);
            write(socket, head("PUT /v1/tenants/slow") + "Content-Length: 1000\r\n\r\n{");
        }
        othersAreAnswered(patient);
        assertThat(metric("refusals_total{kind=\"slow\"}", patient)).isZero();
    }

    @Test
    void bodiesThatTrickle_areNotWaitedFor() throws Exception {
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            Socket socket = from("127.0.0.5");
            slow.add(socket);
            write(socket, head("PUT /v1/tenants/slow") + "Content-Length: 1000\r\n\r\n{");
        }
        Socket trickling = from("127.0.0.6");
        write(trickling, head("PUT /v1/tenants/slow") + "Content-Length: 1000\r\n\r\n");
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> rest(trickling));
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    try {
                        write(trickling, " ");
                    } catch (IOException closed) {
                        return true;
                    }
                    return answer.isDone();
                });
        assertThat(answer.join()).startsWith("HTTP/1.1 408").contains("application/problem+json");
        List<String> answers = slow.stream().map(BoundsTest::rest).toList();
        assertThat(answers).noneMatch(each -> each.startsWith("HTTP/1.1 5") || each.equals("silence"));
        assertThat(answers.stream().filter(each -> each.startsWith("HTTP/1.1 429")))
                .hasSizeGreaterThanOrEqualTo(20);
        assertThat(answers.stream().filter(each -> each.startsWith("HTTP/1.1 408")))
                .hasSizeGreaterThanOrEqualTo(3);
        assertThat(wire.get("/v1/tenants/slow").status()).isEqualTo(404);
    }

    @Test
    void answersThatNobodyTakes_holdNobodyUp() throws Exception {
        for (int i = 0; i < 20; i++) {
            Socket deaf = from("127.0.0.7", patient, 1_024);
            write(deaf, (head("GET /openapi.yaml") + "\r\n").repeat(100));
        }
        othersAreAnswered(patient);
        assertThat(metric("refusals_total{kind=\"slow\"}", patient)).isZero();
    }

    @Test
    void pollsOfOneAddress_areBounded_andTakeNoThread() throws Exception {
        JsonObject grant = wire.get("/v1/nodes/dn/grant?wire=3").json();
        List<Socket> polls = new ArrayList<>();
        double before = metric("refusals_total{kind=\"polls\"}");
        for (int i = 0; i < 30; i++) {
            String unused = wire.get("/v1/nodes/dn" + i + "/grant?wire=3").body();
            Socket socket = from("127.0.0.8");
            polls.add(socket);
            write(
                    socket,
                    head("GET /v1/nodes/dn" + i + "/grant?wire=3&applications=1&epoch=" + grant.count("epoch")
                                    + "&sequence=" + grant.object("policy").count("sequence") + "&waitSeconds=60")
                            + "Connection: close\r\n\r\n");
            double received = before + i + 1; // one by one, so that no other bound is met
            await().pollInterval(Duration.ofMillis(10))
                    .until(() -> metric("waiting_nodes") + metric("refusals_total{kind=\"polls\"}") == received);
        }
        assertThat(metric("waiting_nodes")).isEqualTo(10);
        othersAreAnswered();
        assertThat(wire.put("/v1/tenants/gold", "{\"priority\":9}").status()).isIn(200, 201);
        List<String> answers = polls.stream().map(BoundsTest::rest).toList();
        assertThat(answers.stream().filter(each -> each.startsWith("HTTP/1.1 200")))
                .hasSizeLessThanOrEqualTo(10)
                .isNotEmpty();
        assertThat(answers.stream().filter(each -> each.startsWith("HTTP/1.1 429")))
                .hasSize(20);
        assertThat(answers).noneMatch(each -> each.startsWith("HTTP/1.1 5"));
    }

    @Test
    void bodyOfManyParts_isNotParsed() throws Exception {
        Answer answer = wire.put("/v1/tenants/gold", "{\"priority\":[" + "{},".repeat(2_000) + "8]}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().text("detail")).contains("1024");
        Answer report = wire.post("/v1/nodes/dn/usage", "{\"volumes\":[" + "{},".repeat(100_000) + "{}]}");
        assertThat(report.status()).isEqualTo(400);
    }

    @Test
    void bodyThatSaysItIsTooLong_isRefusedBeforeItArrives() throws Exception {
        Socket socket = from("127.0.0.10");
        write(socket, head("PUT /v1/tenants/gold") + "Content-Length: 999999999\r\n\r\n");
        assertThat(rest(socket)).startsWith("HTTP/1.1 413").contains("application/problem+json");
    }

    @Test
    void headThatIsTooLong_andCompressedBody_areRefused() throws Exception {
        Socket socket = from("127.0.0.11");
        write(socket, head("GET /v1/status") + "X: " + "y".repeat(40_000) + "\r\n\r\n");
        assertThat(rest(socket)).startsWith("HTTP/1.1 431").contains("application/problem+json");
        Socket uri = from("127.0.0.11");
        write(uri, head("GET /v1/status?" + "y".repeat(40_000)) + "\r\n");
        assertThat(rest(uri)).startsWith("HTTP/1.1 414").contains("application/problem+json");
        assertThat(wire.put("/v1/tenants/gold", "{\"priority\":8}", "Content-Encoding", "gzip")
                        .status())
                .isEqualTo(415);
    }
}
