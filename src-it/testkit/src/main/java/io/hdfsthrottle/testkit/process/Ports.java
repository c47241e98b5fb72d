package io.hdfsthrottle.testkit.process;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.function.Uncheck;

/**
 * Gives out free ports on the loopback address, each once, below the kernel's range for outgoing connections. A JVM
 * listens on the first port of each block of them, which reserves the block against other JVMs. Thread-safe.
 */
public final class Ports {

    /** The only address on which anything here listens. */
    public static final String LOOPBACK = "127.0.0.1";

    /** The usual ports of services are below this one: Hadoop's up to 9871, the coordinator's is 9880. */
    static final int LOWEST = 10_000;

    private static final int BLOCK = 100;

    private static Ports ofThisJvm;

    private final int end;

    /** Never closed: the kernel does that when this JVM ends. */
    private final List<ServerSocket> guards = new ArrayList<>();

    private int nextBlock = LOWEST;
    private int next;

    /** Those below {@code net.ipv4.ip_local_port_range}; an IllegalStateException if too few are left. */
    Ports(String ephemeral) {
        end = Integer.parseInt(ephemeral.trim().split("\\s+", 2)[0]);
        if (end < LOWEST + 20 * BLOCK) {
            throw new IllegalStateException("net.ipv4.ip_local_port_range: '" + ephemeral.trim()
                    + "' leaves too few ports for servers; set it to '32768 60999'");
        }
    }

    static synchronized Ports ofThisJvm() {
        if (ofThisJvm == null) {
            ofThisJvm = new Ports(Uncheck.get(Ports::ephemeral));
        }
        return ofThisJvm;
    }

    /** The kernel returns such a file's content only to the first read. */
    private static String ephemeral() throws IOException {
        try (InputStream file = Files.newInputStream(Path.of("/proc/sys/net/ipv4/ip_local_port_range"))) {
            return new String(file.readNBytes(64), StandardCharsets.US_ASCII);
        }
    }

    /** A port without a listener that was not given out before; an IllegalStateException if none is left. */
    public synchronized int free() {
        while (true) {
            if (next % BLOCK == 0) {
                takeBlock();
            }
            int port = next++;
            try {
                listening(port).close();
                return port;
            } catch (IOException taken) {
                // Taken by a program that ignores these blocks: try the next one.
            }
        }
    }

    private void takeBlock() {
        for (; nextBlock + BLOCK <= end; nextBlock += BLOCK) {
            try {
                guards.add(listening(nextBlock));
                next = nextBlock + 1;
                return;
            } catch (IOException taken) {
                // Another JVM has the block, or this one: try the next one.
            }
        }
        throw new IllegalStateException("every block of ports on " + LOOPBACK + " is in use");
    }

    static ServerSocket listening(int port) throws IOException {
        return new ServerSocket(port, 1, loopback());
    }

    /** {@link #LOOPBACK} without name resolution. */
    public static InetAddress loopback() {
        return Uncheck.get(() -> InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    }
}
