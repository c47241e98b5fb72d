package io.hdfsthrottle.kernel;

import java.util.Objects;

/** One TCP connection of this process as both ends name it. Immutable. */
public final class Connection {

    private final String peer;
    private final int peerPort;
    private final int localPort;

    /**
     * @param peer the numeric address of the other end, as {@link java.net.InetAddress#getHostAddress} writes it,
     *     without a zone
     * @param peerPort its port
     * @param localPort the port of this end
     */
    public Connection(String peer, int peerPort, int localPort) {
        this.peer = Objects.requireNonNull(peer, "peer");
        this.peerPort = peerPort;
        this.localPort = localPort;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Connection
                && ((Connection) other).peerPort == peerPort
                && ((Connection) other).localPort == localPort
                && ((Connection) other).peer.equals(peer);
    }

    @Override
    public int hashCode() {
        return Objects.hash(peer, peerPort, localPort);
    }

    @Override
    public String toString() {
        return peer + " port " + peerPort + " at " + localPort;
    }
}
