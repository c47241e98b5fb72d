package io.hdfsthrottle.spark;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A real HTTP server that knows one DataNode, dn1:9866, of whose disk 125 MiB/s are free to reserve. */
final class OfferingCoordinator implements AutoCloseable {

    private static final String NODES = "{\"nodes\":[{\"node\":\"dn1:9866\",\"volumes\":[{\"volume\":\"DS-1\","
            + "\"capacityBytesPerSecond\":157286400,\"reservedBytesPerSecond\":10485760,\"freeToReserveBytesPerSecond\":131072000,\"movedBytesPerSecond\":0,\"freeNowBytesPerSecond\":157286400}]}]}";

    private final HttpServer server;

    OfferingCoordinator() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/nodes", exchange -> {
            byte[] body = NODES.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
