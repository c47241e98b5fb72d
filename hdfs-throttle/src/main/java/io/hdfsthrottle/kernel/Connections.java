package io.hdfsthrottle.kernel;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the host's TCP connections wait for, as {@code /proc/self/net/tcp} and {@code tcp6} show it (the kernel's
 * documentation, networking/proc_net_tcp): the timer of a sender runs for data that is on its way, or for the next
 * question to a receiver that takes no more. Thread-safe.
 */
public final class Connections {

    /** The tables list all connections of the host, and take some time on a large one: they are read that seldom. */
    private static final long LEAST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The reader is at work for at most one part in so many of the time. */
    private static final int PARTS = 200;

    /** Connections beyond that are not looked at. */
    private static final int MOST_LINES = 65_536;

    private static final List<String> TABLES = List.of("self/net/tcp", "self/net/tcp6");

    /** Local and remote address, the state "established", bytes that were not acknowledged, and a timer. */
    private static final Pattern LINE = Pattern.compile("\\s*\\d+: \\p{XDigit}+:(\\p{XDigit}{4}) "
            + "(\\p{XDigit}{8}|\\p{XDigit}{32}):(\\p{XDigit}{4}) 01 (\\p{XDigit}{8}):\\p{XDigit}{8} (0[14]):.*");

    private static final String RETRANSMIT = "01";

    /** What the sending of a connection waits for. */
    public enum Sending {
        /** For the network: data is on its way. */
        NETWORK,
        /** For the other end, which takes no more. */
        PEER
    }

    private final Path proc;
    private final LongSupplier nanos;
    private Map<Connection, Sending> known = Map.of();
    private long due;

    /**
     * Connections below a root.
     *
     * @param proc where the kernel shows its processes, {@code /proc}
     * @param nanos the time, in nanoseconds
     */
    public Connections(Path proc, LongSupplier nanos) {
        this.proc = proc;
        this.nanos = nanos;
        this.due = nanos.getAsLong();
    }

    /**
     * What the sending of that connection waited for, about a second ago at most; empty if it sent nothing then, or
     * the kernel does not show it. Reads both tables where that was long ago: for a millisecond per some thousand
     * connections.
     */
    public synchronized Optional<Sending> sending(Connection connection) {
        long now = nanos.getAsLong();
        if (now - due >= 0) {
            known = read(connection.localPort());
            long took = nanos.getAsLong() - now;
            due = now + Math.max(LEAST_PAUSE_NANOS, PARTS * took);
        }
        return Optional.ofNullable(known.get(connection));
    }

    private Map<Connection, Sending> read(int localPort) {
        Map<Connection, Sending> found = new HashMap<>();
        TABLES.forEach(table -> read(proc.resolve(table), localPort, found));
        return found;
    }

    private static void read(Path table, int localPort, Map<Connection, Sending> found) {
        try (BufferedReader lines = Files.newBufferedReader(table, StandardCharsets.ISO_8859_1)) {
            lines.lines().limit(MOST_LINES).forEach(line -> add(line, localPort, found));
        } catch (IOException | UncheckedIOException notTold) {
            return; // what was found counts; a host without IPv6 has one table
        }
    }

    private static void add(String line, int localPort, Map<Connection, Sending> found) {
        Matcher parts = LINE.matcher(line);
        if (parts.matches()
                && number(parts.group(1)) == localPort
                && !parts.group(4).equals("00000000")) {
            Sending sending = parts.group(5).equals(RETRANSMIT) ? Sending.NETWORK : Sending.PEER;
            found.put(new Connection(address(parts.group(2)), number(parts.group(3)), localPort), sending);
        }
    }

    private static int number(String hexadecimal) {
        return Integer.parseInt(hexadecimal, 16);
    }

    /** Four bytes at a time, each four a number in the host's byte order. */
    private static String address(String hexadecimal) {
        ByteBuffer bytes = ByteBuffer.allocate(hexadecimal.length() / 2).order(ByteOrder.nativeOrder());
        for (int at = 0; at < hexadecimal.length(); at += 8) {
            bytes.putInt(Integer.parseUnsignedInt(hexadecimal, at, at + 8, 16));
        }
        try {
            return InetAddress.getByAddress(bytes.array()).getHostAddress();
        } catch (UnknownHostException wrongLength) {
            throw new AssertionError("4 and 16 bytes are addresses", wrongLength);
        }
    }
}
