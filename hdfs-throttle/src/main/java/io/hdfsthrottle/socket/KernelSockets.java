package io.hdfsthrottle.socket;

import io.hdfsthrottle.kernel.Connection;
import io.hdfsthrottle.kernel.LibC;
import io.hdfsthrottle.kernel.NativeCalls;
import io.hdfsthrottle.kernel.Outcome;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Sockets by {@code getpeername(2)} on every open file of {@code /proc/self/fd}: no private field of the JDK is
 * accessed.
 */
final class KernelSockets implements Sockets {

    /** Beyond that, the search costs more than pacing is worth. */
    static final int MOST_FILES = 32_768;

    private static final int SOL_SOCKET = 1;
    private static final int SO_MAX_PACING_RATE = 47;
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_INFO = 11;

    /** Where {@code struct tcp_info} has the time with bytes to send, and behind it that without room at the peer. */
    private static final int BUSY_AT = 168;

    private static final int INFO_BYTES = BUSY_AT + 2 * Long.BYTES;
    private static final long FOUR_BYTES = 0xffff_ffffL;
    private static final int IPV4 = 2;
    private static final int IPV6 = 10;
    private static final int PORT_AT = 2;
    private static final int IPV4_AT = 4;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_AT = 8;
    private static final int IPV6_BYTES = 16;

    private final NativeCalls calls;
    private final Path files;

    KernelSockets(NativeCalls calls, Path proc) {
        this.calls = calls;
        this.files = proc.resolve("self/fd");
    }

    @Override
    public Outcome usable() {
        return calls.load();
    }

    @Override
    public Map<Connection, Integer> find(Collection<Connection> connections) {
        LibC libC = calls.libC();
        String[] descriptors = files.toFile().list();
        if (libC == null || descriptors == null || descriptors.length > MOST_FILES) {
            return Map.of();
        }
        Set<Connection> wanted = new HashSet<>(connections);
        Map<Connection, Integer> found = new HashMap<>();
        for (String descriptor : descriptors) {
            int number = Integer.parseInt(descriptor);
            connection(libC, number).filter(wanted::contains).ifPresent(connection -> found.put(connection, number));
        }
        return found;
    }

    private static boolean is(LibC libC, int descriptor, Connection connection) {
        return connection(libC, descriptor).equals(Optional.of(connection));
    }

    /** The connection of the file, if it has one. */
    private static Optional<Connection> connection(LibC libC, int descriptor) {
        byte[] peer = new byte[LibC.ADDRESS_BYTES];
        byte[] local = new byte[LibC.ADDRESS_BYTES];
        return libC.peer(descriptor, peer) && libC.local(descriptor, local)
                ? text(peer).map(address -> new Connection(address, port(peer), port(local)))
                : Optional.empty();
    }

    /** In both families at the same place, in the network's byte order (ip(7), ipv6(7)). */
    private static int port(byte[] address) {
        return ByteBuffer.wrap(address).getShort(PORT_AT) & 0xffff;
    }

    /** The numeric address; an IPv4 one also where the socket is of IPv6. Nothing for other families. */
    private static Optional<String> text(byte[] address) {
        int family = ByteBuffer.wrap(address).order(ByteOrder.nativeOrder()).getShort(0);
        int from = family == IPV4 ? IPV4_AT : IPV6_AT;
        int length = family == IPV4 ? IPV4_BYTES : IPV6_BYTES;
        if (family != IPV4 && family != IPV6) {
            return Optional.empty();
        }
        try {
            byte[] numeric = Arrays.copyOfRange(address, from, from + length);
            return Optional.of(InetAddress.getByAddress(numeric).getHostAddress());
        } catch (UnknownHostException wrongLength) {
            throw new AssertionError("4 and 16 bytes are addresses", wrongLength);
        }
    }

    @Override
    public Outcome pace(int descriptor, Connection connection, long bytesPerSecond) {
        LibC libC = calls.libC();
        if (libC == null) {
            return calls.load();
        }
        if (!is(libC, descriptor, connection)) {
            return Outcome.ENDED;
        }
        int errno = libC.setOption(descriptor, SOL_SOCKET, SO_MAX_PACING_RATE, rate(bytesPerSecond));
        if (errno != 0) {
            return NativeCalls.outcome(errno);
        }
        if (!is(libC, descriptor, connection)) {
            // It ended in between and the descriptor may belong to a socket that is not to be paced.
            libC.setOption(descriptor, SOL_SOCKET, SO_MAX_PACING_RATE, rate(UNPACED));
            return Outcome.ENDED;
        }
        return Outcome.DONE;
    }

    @Override
    public Optional<SendTime> sendTime(int descriptor, Connection connection) {
        LibC libC = calls.libC();
        byte[] info = new byte[INFO_BYTES];
        if (libC == null
                || libC.option(descriptor, IPPROTO_TCP, TCP_INFO, info) < INFO_BYTES
                || !is(libC, descriptor, connection)) {
            return Optional.empty();
        }
        ByteBuffer times = ByteBuffer.wrap(info).order(ByteOrder.nativeOrder());
        return Optional.of(new SendTime(times.getLong(BUSY_AT), times.getLong(BUSY_AT + Long.BYTES)));
    }

    /** Eight bytes since Linux 5.0; kernels before that take the lower four, in which all bits set mean unpaced too. */
    private static byte[] rate(long bytesPerSecond) {
        long taken = bytesPerSecond >= FOUR_BYTES ? UNPACED : bytesPerSecond;
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(taken)
                .array();
    }
}
