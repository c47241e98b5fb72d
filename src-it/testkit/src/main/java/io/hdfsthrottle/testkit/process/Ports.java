package io.hdfsthrottle.testkit.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Allocator of free ports on the loopback address, each given out once in this JVM. They come in blocks, outside the
 * kernel's range for outgoing connections. A JVM listens on the first port of each block that it uses until it ends,
 * which reserves the block against other JVMs with this class. Thread-safe.
 */
public final class Ports {

    /** The only address on which anything here listens. */
    public static final String LOOPBACK = "127.0.0.1";

    private static final int BLOCK = 100;

    private static Ports ofThisJvm;

    private final Range range;

    /** Never closed: the kernel does that when this JVM ends. */
    private final List<ServerSocket> guards = new ArrayList<>();

    private int nextBlock;
    private int nextPort;
    private int blockEnd;

    Ports(Range range) {
        this.range = range;
        this.nextBlock = range.first();
    }

    /**
     * The same instance for all rigs of this JVM.
     *
     * @throws IllegalStateException if this machine leaves too few ports for servers
     */
    static synchronized Ports ofThisJvm() {
        if (ofThisJvm == null) {
            ofThisJvm = new Ports(Range.outside(ephemeral()));
        }
        return ofThisJvm;
    }

    /**
     * A port without a listener that was not given out before.
     *
     * @throws IllegalStateException if none is left
     */
    public synchronized int free() {
        while (true) {
            if (nextPort == blockEnd) {
                takeBlock();
            }
            int port = nextPort++;
            try (ServerSocket probe = new ServerSocket(port, 1, loopback())) {
                return probe.getLocalPort();
            } catch (IOException taken) {
                // Taken by a program that ignores these blocks: try the next one.
            }
        }
    }

    private void takeBlock() {
        while (nextBlock + BLOCK - 1 <= range.last()) {
            int first = nextBlock;
            nextBlock += BLOCK;
            try {
                guards.add(new ServerSocket(first, 1, loopback()));
                nextPort = first + 1;
                blockEnd = first + BLOCK;
                return;
            } catch (IOException taken) {
                // Another JVM has the block: try the next one.
            }
        }
        throw new IllegalStateException("every block of ports on " + LOOPBACK + " is in use: " + range);
    }

    /**
     * The range of outgoing connections, two numbers. The kernel returns such a file's content only to the first read.
     */
    private static String ephemeral() {
        byte[] content = new byte[64];
        try (InputStream file = Files.newInputStream(Path.of("/proc/sys/net/ipv4/ip_local_port_range"))) {
            return new String(content, 0, Math.max(0, file.read(content)), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot tell which ports are for outgoing connections", e);
        }
    }

    /** {@link #LOOPBACK} without name resolution. */
    public static InetAddress loopback() {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    /** The ports from the first to the last. */
    record Range(int first, int last) {

        /** The usual ports of services are below this one: Hadoop's up to 9871, the coordinator's is 9880. */
        private static final int LOWEST = 10_000;

        private static final int HIGHEST = 65_535;
        private static final int ENOUGH = 20 * BLOCK;

        /**
         * The ports below those of outgoing connections, or above them where more are left there.
         *
         * @param ephemeral in the format of {@code net.ipv4.ip_local_port_range}
         * @throws IllegalStateException if too few are left
         */
        static Range outside(String ephemeral) {
            String[] ends = ephemeral.trim().split("\\s+", -1);
            Range below = new Range(LOWEST, Integer.parseInt(ends[0]) - 1);
            Range above = new Range(Math.max(LOWEST, Integer.parseInt(ends[1]) + 1), HIGHEST);
            Range larger = below.size() >= above.size() ? below : above;
            if (larger.size() < ENOUGH) {
                throw new IllegalStateException("net.ipv4.ip_local_port_range: '" + ephemeral.trim()
                        + "' leaves too few ports for servers; set it to '32768 60999'");
            }
            return larger;
        }

        private int size() {
            return last - first + 1;
        }
    }
}
