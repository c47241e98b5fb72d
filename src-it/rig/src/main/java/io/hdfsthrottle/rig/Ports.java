package io.hdfsthrottle.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
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
        try (ServerSocket socket = new ServerSocket(0, 1, loopback())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on " + LOOPBACK, e);
        }
    }

    /** {@link #LOOPBACK} without asking anybody. */
    static InetAddress loopback() {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }
}
