package io.hdfsthrottle.bench.scenario.harmless;

import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What is wrong with the coordinator of an application. */
enum Breakage {
    NOBODY_THERE,
    NO_ADDRESS,
    ERROR_500,
    HANGS,
    WRONG_TYPES;

    private static final String TYPES = "{\"application\":[],\"tenant\":7,\"tag\":{},\"renewAfter\":\"soon\"}";

    /** A coordinator that is broken in this way: its address, until it is closed. */
    Broken coordinator() throws IOException {
        return switch (this) {
            case NOBODY_THERE -> new Broken(address(1), () -> {});
            case NO_ADDRESS -> new Broken("coordinator:9880", () -> {});
            case HANGS -> silent();
            case ERROR_500 -> answering(500, "java.lang.NullPointerException");
            case WRONG_TYPES -> answering(201, TYPES);
        };
    }

    /** The kernel accepts connections; no process answers. */
    private static Broken silent() throws IOException {
        ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        return new Broken(address(socket.getLocalPort()), socket);
    }

    private static Broken answering(int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(status, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        server.start();
        return new Broken(address(server.getAddress().getPort()), () -> server.stop(0));
    }

    private static String address(int port) {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /**
     * A broken coordinator.
     *
     * @param address as it is set in the application
     */
    record Broken(String address, Closeable closing) implements Closeable {

        @Override
        public void close() throws IOException {
            closing.close();
        }
    }
}
