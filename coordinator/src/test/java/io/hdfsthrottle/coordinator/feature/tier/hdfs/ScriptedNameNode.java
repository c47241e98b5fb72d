package io.hdfsthrottle.coordinator.feature.tier.hdfs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/** A NameNode that answers as it is told, and remembers what it was asked. */
final class ScriptedNameNode implements AutoCloseable {
    private final HttpServer server;
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private volatile Function<String, Reply> script = request -> new Reply(200, "{}");

    /** An answer. */
    record Reply(int status, String body) {
        static Reply ok(String body) {
            return new Reply(200, body);
        }

        static Reply refused(int status, String exception, String message) {
            return new Reply(
                    status,
                    "{\"RemoteException\":{\"exception\":\"" + exception + "\",\"javaClassName\":\"x." + exception
                            + "\",\"message\":\"" + message + "\\nat x.Y\"}}");
        }
    }

    ScriptedNameNode() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Answers by that script from now on; it is given {@code METHOD uri}. */
    void answers(Function<String, Reply> newScript) {
        script = newScript;
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    List<String> requests() {
        return List.copyOf(asked);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        asked.add(request);
        Reply reply = script.apply(request);
        byte[] body = reply.body.getBytes(UTF_8);
        if (reply.status / 100 == 3) {
            exchange.getResponseHeaders().set("Location", address() + "/elsewhere");
        }
        exchange.sendResponseHeaders(reply.status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
