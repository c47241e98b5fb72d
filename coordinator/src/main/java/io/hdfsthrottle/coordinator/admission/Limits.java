package io.hdfsthrottle.coordinator.admission;

import java.time.Duration;

/**
 * Limits of what one caller, and all callers together, may use of the coordinator. Those that cost memory follow from
 * the heap size: as many connections and threads as in the worst case fit into it beside policy, applications and
 * reports.
 *
 * @param connections open at a time, of all callers
 * @param connectionsPerAddress open at a time, of one address
 * @param requestsPerSecond of one credential at one address; bursts of five times as many after an idle period
 * @param requestsAtOnce of one credential at one address, under way at a time; waiting for a grant does not count
 * @param pollsPerAddress requests for the next grant that one address may have open
 * @param applicationsPerRegistrant alive at a time, of one user or credential
 * @param patience how long the head of a request, its body, or a standstill of its answer may take
 */
public record Limits(
        int connections,
        int connectionsPerAddress,
        int requestsPerSecond,
        int requestsAtOnce,
        int pollsPerAddress,
        int applicationsPerRegistrant,
        Duration patience) {
    /**
     * How long a connection may be idle between requests: a node reports once a second, and one that was left open by
     * each of ten thousand drivers, which renew three times a minute, would take most of the room.
     */
    public static final Duration IDLE = Duration.ofSeconds(5);

    /**
     * The worst-case memory of a connection: 24 KiB of a head, the same read and not yet parsed, and what Jetty keeps
     * of it and of its request.
     */
    private static final long CONNECTION_BYTES = 48 << 10;

    /** The worst-case memory of a request: a body, what it is parsed into, and an answer of a full book. */
    private static final long REQUEST_BYTES = 2 << 20;

    private static final int FEWEST_CONNECTIONS = 256;
    private static final int MOST_CONNECTIONS = 40_000;
    private static final int FEWEST_THREADS = 32;
    private static final int MOST_THREADS = 256;
    private static final int ADDRESSES = 16;
    private static final int FEWEST_PER_ADDRESS = 64;

    /** A browser has six connections to one server. */
    private static final int OF_A_PAGE = 8;

    /** Applies what was set; 0 stands for the value that follows from the heap size. */
    public Limits {
        connections = connections > 0 ? connections : ofHeap(heap());
        connectionsPerAddress = connectionsPerAddress > 0
                ? connectionsPerAddress
                : Math.min(connections, Math.max(FEWEST_PER_ADDRESS, connections / ADDRESSES));
        pollsPerAddress = pollsPerAddress > 0 ? pollsPerAddress : Math.max(1, connectionsPerAddress / 2);
    }

    /** How many connections fit into a heap of that size. */
    static int ofHeap(long heap) {
        return (int) between(FEWEST_CONNECTIONS, heap * 3 / 8 / CONNECTION_BYTES, MOST_CONNECTIONS);
    }

    private static long heap() {
        return Runtime.getRuntime().maxMemory();
    }

    private static long between(long least, long value, long most) {
        return Math.max(least, Math.min(value, most));
    }

    /** How many threads answer: as many as fit with their worst-case requests into a quarter of the heap. */
    public int threads() {
        return (int) between(FEWEST_THREADS, heap() / 4 / REQUEST_BYTES, MOST_THREADS);
    }

    /** How many of these may write what people look at, at a time. */
    int readers() {
        return threads() / 2;
    }

    /** How many of those one caller may have: a quarter, and no fewer than a page asks for together. */
    int readersOfOne() {
        return Math.max(OF_A_PAGE, readers() / 4);
    }

    /** How many bytes of large bodies may be under way at a time. */
    public long bodyBytes() {
        return heap() / 16;
    }

    /** How many bytes the reports of all nodes may take. */
    public static long reportBytes() {
        return heap() / 8;
    }
}
