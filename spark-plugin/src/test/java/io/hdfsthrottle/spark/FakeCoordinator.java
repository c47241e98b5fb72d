package io.hdfsthrottle.spark;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hdfsthrottle.identity.AppTag;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real HTTP server that speaks the part of a coordinator that applications use, and misbehaves on demand. */
final class FakeCoordinator implements AutoCloseable {

    /** How it treats calls. */
    enum Mood {
        ANSWERS,
        /** Takes the call and never answers. */
        HANGS,
        /** Stops in the middle of an answer. */
        STALLS,
        /** Cuts the connection, as a dead host does. */
        AWAY,
        /** Refuses with the problem document for an unknown tenant. */
        REFUSES_TENANT,
        /** Refuses every reservation: there is no room for it. */
        HAS_NO_ROOM,
        /** Is some other web server. */
        IS_ANOTHER_SERVER,
        /** Is broken inside. */
        FAILS,
        /** Answers with members of wrong types. */
        MIXES_TYPES_UP,
        /** Answers with something that is no JSON at all. */
        BABBLES
    }

    private static final Pattern APPLICATION = Pattern.compile("\"application\"\\s*:\\s*\"([^\"]+)\"");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Queue<String> calls = new ConcurrentLinkedQueue<>();
    private volatile Mood mood = Mood.ANSWERS;
    private volatile Duration hesitation = Duration.ZERO;
    private volatile String known = "";
    private volatile String keyId = "k1";
    private volatile String waiting = "";
    private volatile CountDownLatch calling;
    private volatile String remark = "";
    private volatile String shortCircuit = "tcp";

    private FakeCoordinator(HttpServer server) {
        this.server = server;
    }

    static FakeCoordinator started() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        FakeCoordinator coordinator = new FakeCoordinator(server);
        server.setExecutor(coordinator.threads);
        server.createContext("/", coordinator::handle);
        server.start();
        return coordinator;
    }

    static AppTag tagOf(String application, String keyId) {
        return AppTag.parse(application + "." + keyId + "." + "0123456789abcdef".repeat(5) + "abcdef")
                .orElseThrow();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** From now on it takes that long for every answer. */
    void hesitates(Duration time) {
        hesitation = time;
    }

    void becomes(Mood newMood) {
        mood = newMood;
    }

    /** From now on it reports this waiting time of applications; before, it does not support that. */
    void hasApplicationsWait(long millis) {
        waiting = "{\"application\":\"it\",\"tenant\":\"gold\",\"waitedMillis\":" + millis
                + ",\"withinMillis\":1000,\"complete\":true,\"cause\":\"share\",\"entitlementBytesPerSecond\":41943040"
                + ",\"capacityBytesPerSecond\":209715200,\"sentence\":\"It waited.\"}";
    }

    /** From now on it adds this remark to every lease. */
    void remarks(String text) {
        remark = text;
    }

    /** From now on the tenant of all applications has this permission for replicas on its clients' own host. */
    void grantsShortCircuit(String label) {
        shortCircuit = label;
    }

    /** From now on it makes appointments, and calls them once the latch is open. */
    void makesAppointments(CountDownLatch call) {
        calling = call;
    }

    /** From now on it knows no application. */
    void forgetsApplications() {
        known = "";
    }

    /** From now on it signs with another key. */
    void signsWith(String newKeyId) {
        keyId = newKeyId;
    }

    /** Every call so far: method, path and body. */
    List<String> calls() {
        return List.copyOf(calls);
    }

    long callsLike(String beginning) {
        return calls.stream().filter(call -> call.startsWith(beginning)).count();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String call = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        calls.add(call + " " + body);
        switch (mood) {
            case ANSWERS:
                hesitate();
                answer(exchange, call, body);
                break;
            case HANGS:
                awaitClosing();
                break;
            case STALLS:
                exchange.sendResponseHeaders(200, 1000);
                exchange.getResponseBody().write('{');
                exchange.getResponseBody().flush();
                awaitClosing();
                break;
            case REFUSES_TENANT:
                send(
                        exchange,
                        422,
                        "application/problem+json",
                        "{\"type\":\"urn:hdfs-throttle:problem:invalid\",\"title\":\"Unknown tenant\",\"status\":422,"
                                + "\"detail\":\"tenant must be one of bronze, gold\",\"field\":\"tenant\"}");
                break;
            case HAS_NO_ROOM:
                if (body.contains("\"reservationBytesPerSecond\"")) {
                    send(
                            exchange,
                            409,
                            "application/problem+json",
                            "{\"type\":\"urn:hdfs-throttle:problem:no-room\",\"title\":\"No room\",\"status\":409,"
                                    + "\"detail\":\"4m are free\",\"freeBytesPerSecond\":4194304}");
                } else {
                    answer(exchange, call, body);
                }
                break;
            case IS_ANOTHER_SERVER:
                send(exchange, 200, "text/html", "<html>It works!</html>");
                break;
            case FAILS:
                send(exchange, 500, "text/plain", "java.lang.NullPointerException");
                break;
            case MIXES_TYPES_UP:
                send(
                        exchange,
                        201,
                        "application/json",
                        "{\"application\":[],\"tenant\":7,\"tag\":{},\"notBefore\":\"yesterday\",\"secret\":null,"
                                + "\"renewSeconds\":\"soon\",\"expiresSeconds\":true,\"shortCircuit\":1}");
                break;
            case BABBLES:
                send(exchange, 201, "application/json", "\u0000}{ ]".repeat(1_000));
                break;
            case AWAY:
                break;
        }
        exchange.close();
    }

    private void answer(HttpExchange exchange, String call, String body) throws IOException {
        if (call.equals("POST /v1/applications")) {
            Matcher named = APPLICATION.matcher(body);
            known = named.find() ? named.group(1) : "";
            sendLease(exchange, 201);
        } else if (!known.isEmpty() && call.equals("POST /v1/applications/" + known + "/renewal")) {
            sendLease(exchange, 200);
        } else if (!known.isEmpty() && call.equals("POST /v1/applications/" + known + "/replicas")) {
            send(
                    exchange,
                    200,
                    "application/json",
                    "{\"againMillis\":1000,\"ageMillis\":0,\"nodes\":[{\"node\":\"dn1:9866\",\"leftBytesPerSecond\":7}]}");
        } else if (!waiting.isEmpty() && call.equals("POST /v1/applications/" + known + "/explain")) {
            send(exchange, 200, "application/json", waiting);
        } else if (call.equals("POST /v1/appointments") && calling != null) {
            send(exchange, 201, "application/json", "{\"appointment\":7,\"startSeconds\":20}");
        } else if (call.startsWith("GET /v1/appointments/7?") && calling != null) {
            await(calling);
            send(exchange, 200, "application/json", "{\"appointment\":7,\"state\":\"begun\",\"startSeconds\":0}");
        } else if (call.equals("DELETE /v1/appointments/7")) {
            exchange.sendResponseHeaders(204, -1);
        } else if (!known.isEmpty() && call.equals("DELETE /v1/applications/" + known)) {
            known = "";
            exchange.sendResponseHeaders(204, -1);
        } else {
            send(exchange, 404, "application/problem+json", "{\"title\":\"Not found\",\"status\":404}");
        }
    }

    private void sendLease(HttpExchange exchange, int status) throws IOException {
        String lease = "{\"application\":\"" + known + "\",\"tenant\":\"gold\",\"tag\":\"" + tagOf(known, keyId)
                + "\",\"notBefore\":7,\"secret\":\"s3\",\"renewSeconds\":1,\"expiresSeconds\":60,\"shortCircuit\":\""
                + shortCircuit + "\",\"remark\":\"" + remark + "\"}";
        send(exchange, status, "application/json", lease);
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private void hesitate() {
        try {
            boolean unused = closing.await(hesitation.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitClosing() {
        await(closing);
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("a test that lasts too long");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
