package io.hdfsthrottle.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** A coordinator that gives the answers it was told to, one after the other, and remembers what it was asked. */
final class ScriptedCoordinator implements AutoCloseable {
    private final HttpServer server;
    private final Deque<Reply> replies = new ArrayDeque<>();
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    private static final class Reply {
        private final int status;
        private final String entityTag;
        private final String body;

        Reply(int status, String entityTag, String body) {
            this.status = status;
            this.entityTag = entityTag;
            this.body = body;
        }
    }

    ScriptedCoordinator() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Answers the next request like this. */
    synchronized ScriptedCoordinator then(int status, String entityTag, String body) {
        replies.add(new Reply(status, entityTag, body));
        return this;
    }

    /** The requests, as {@code METHOD path [If-Match] [If-None-Match] body}. */
    List<String> requests() {
        return List.copyOf(asked);
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + exchange.getRequestHeaders().get("If-Match") + " "
                + exchange.getRequestHeaders().get("If-None-Match") + " "
                + new String(exchange.getRequestBody().readAllBytes(), UTF_8));
        Reply reply = replies.isEmpty() ? new Reply(500, "", "{}") : replies.remove();
        exchange.getResponseHeaders().set("ETag", reply.entityTag);
        String json = reply.status / 100 == 2 ? "application/json" : "application/problem+json";
        exchange.getResponseHeaders().set("Content-Type", reply.body.startsWith("<") ? "text/html" : json);
        byte[] body = reply.body.getBytes(UTF_8);
        exchange.sendResponseHeaders(reply.status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** Runs a command that asks this coordinator: its exit code, what it printed, and what it complained. */
    String run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(
                "--coordinator", "http://127.0.0.1:" + server.getAddress().getPort()));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = HdfsThrottle.run(
                HdfsThrottle.commands(), new PrintWriter(out), new PrintWriter(err, true), all.toArray(new String[0]));
        return code + " " + out + err;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
