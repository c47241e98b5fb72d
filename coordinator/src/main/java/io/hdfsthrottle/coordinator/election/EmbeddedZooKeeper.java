package io.hdfsthrottle.coordinator.election;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.zookeeper.server.DatadirCleanupManager;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * One ZooKeeper server in this process, for a single machine: it listens on the loopback address alone.
 *
 * <p>It survives restarts (its data lie in the given folder) but not the loss of the machine; several coordinators need
 * a separate ZooKeeper ensemble.
 */
public final class EmbeddedZooKeeper implements AutoCloseable {
    /** Sessions end at the next tick after their timeout: the shorter, the sooner another coordinator leads. */
    private static final int TICK_MILLIS = 500;

    private static final int SHORTEST_SESSION_MILLIS = 1_000;
    private static final int MOST_CONNECTIONS_PER_HOST = 200;
    private static final int LONGEST_SESSION_MILLIS = 120_000;
    private static final int SNAPSHOTS_KEPT = 3;
    private static final int CLEAN_EVERY_HOURS = 1;

    private final ZooKeeperServer server;
    private final ServerCnxnFactory connections;
    private final DatadirCleanupManager cleaning;

    private EmbeddedZooKeeper(ZooKeeperServer server, ServerCnxnFactory connections, DatadirCleanupManager cleaning) {
        this.server = server;
        this.connections = connections;
        this.cleaning = cleaning;
    }

    /**
     * Starts a server.
     *
     * @param port where to listen; 0 takes any free one
     * @throws IOException if the folder cannot be used or the port is taken
     */
    public static EmbeddedZooKeeper start(Path data, int port) throws IOException {
        Files.createDirectories(data);
        ZooKeeperServer server = new ZooKeeperServer(data.toFile(), data.toFile(), TICK_MILLIS);
        server.setMinSessionTimeout(SHORTEST_SESSION_MILLIS);
        server.setMaxSessionTimeout(LONGEST_SESSION_MILLIS);
        ServerCnxnFactory connections = new NIOServerCnxnFactory();
        try {
            connections.configure(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), MOST_CONNECTIONS_PER_HOST);
            connections.startup(server);
        } catch (IOException unable) {
            connections.shutdown();
            throw unable;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while ZooKeeper started");
        }
        DatadirCleanupManager cleaning =
                new DatadirCleanupManager(data.toFile(), data.toFile(), SNAPSHOTS_KEPT, CLEAN_EVERY_HOURS);
        cleaning.start();
        return new EmbeddedZooKeeper(server, connections, cleaning);
    }

    /** The port on which it listens. */
    public int port() {
        return connections.getLocalPort();
    }

    /** Stops it; sessions end when they expire or come back after a restart. */
    @Override
    public void close() {
        cleaning.shutdown();
        connections.shutdown();
        server.shutdown();
    }
}
