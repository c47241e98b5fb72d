package io.hdfsthrottle.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Free ports on the loopback address, each given out once. */
public final class Ports {

    /** The only address anything here listens on. */
    public static final String LOOPBACK = "127.0.0.1";

    private final Set<Integer> given = ConcurrentHashMap.newKeySet();

    /** A port nobody listens on and nobody here was given before. */
    public int free() {
        int port = unused();
        return given.add(port) ? port : free();
    }

    private static int unused() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on " + LOOPBACK, e);
        }
    }
}
