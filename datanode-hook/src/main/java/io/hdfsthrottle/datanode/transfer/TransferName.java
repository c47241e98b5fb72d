package io.hdfsthrottle.datanode.transfer;

import java.util.List;

/**
 * The operation of a transfer thread, parsed from the thread's name.
 *
 * <p>{@code DataXceiver.updateCurrentThreadName} names it
 * {@code DataXceiver for client <client> at <address> [<status>]}, the status being
 * {@code Sending block <pool>:blk_<id>_<generation>} or {@code Receiving block ...}. A client chooses its own name, so
 * everything is read from the end: the last {@code " at "}, the last {@code " ["}. Immutable.
 */
public final class TransferName {

    private static final String BEFORE_CLIENT = "DataXceiver for client ";
    private static final String BEFORE_SENT_BLOCK = "DataTransfer [Sending block ";
    private static final String BEFORE_ADDRESS = " at ";
    private static final String BEFORE_STATUS = " [";
    private static final String BEFORE_BLOCK = " block ";
    private static final String SENDING = "Sending" + BEFORE_BLOCK;
    private static final String RECEIVING = "Receiving" + BEFORE_BLOCK;
    private static final String BEFORE_BLOCK_ID = ":blk_";
    private static final int HIGHEST_PORT = 65_535;
    private static final int NOT_THERE = -1;

    /** The words in the names of threads that serve a client. */
    public static final List<String> WORDS = List.of(BEFORE_CLIENT, BEFORE_ADDRESS, BEFORE_STATUS, SENDING, RECEIVING);

    /** The name of no transfer. */
    static final TransferName NONE = parse("");

    private final String text;
    private final int addressFrom;
    private final int statusFrom;
    private final String client;
    private final String address;
    private final int port;
    private final String pool;
    private final long block;

    private TransferName(
            String text,
            int addressFrom,
            int statusFrom,
            String client,
            String address,
            int port,
            String pool,
            long block) {
        this.text = text;
        this.addressFrom = addressFrom;
        this.statusFrom = statusFrom;
        this.client = client;
        this.address = address;
        this.port = port;
        this.pool = pool;
        this.block = block;
    }

    /** The name for a thread that sends a block to another DataNode, given by {@link TransferPool}. */
    static String ofSending(String block) {
        return BEFORE_SENT_BLOCK + block + "]";
    }

    /** Parses a name; every part is empty if the name is no transfer's. */
    public static TransferName parse(String threadName) {
        if (threadName.startsWith(BEFORE_SENT_BLOCK)) {
            return withBlock(threadName, NOT_THERE, 0, "", "", 0);
        }
        int addressFrom = threadName.lastIndexOf(BEFORE_ADDRESS);
        if (!threadName.startsWith(BEFORE_CLIENT) || addressFrom < BEFORE_CLIENT.length()) {
            // A client without a name leaves one blank less: "for client  at".
            return new TransferName(threadName, NOT_THERE, threadName.length(), "", "", 0, "", 0);
        }
        String client = threadName.substring(BEFORE_CLIENT.length(), addressFrom);
        int statusFrom = threadName.indexOf(BEFORE_STATUS, addressFrom + BEFORE_ADDRESS.length());
        String remote = threadName.substring(
                addressFrom + BEFORE_ADDRESS.length(), statusFrom < 0 ? threadName.length() : statusFrom);
        return withBlock(
                threadName,
                addressFrom,
                statusFrom < 0 ? threadName.length() : statusFrom,
                client,
                numeric(remote),
                port(remote));
    }

    /**
     * Parses the name of the same thread's next operation, with the result of {@link #parse}; but a thread serves one
     * connection, so client and address are usually the previous ones and are not parsed anew.
     */
    TransferName next(String threadName) {
        boolean sameClient = isServing()
                && threadName.startsWith(BEFORE_STATUS, statusFrom)
                && threadName.regionMatches(0, text, 0, statusFrom)
                && threadName.lastIndexOf(BEFORE_ADDRESS) == addressFrom;
        return sameClient ? withBlock(threadName, addressFrom, statusFrom, client, address, port) : parse(threadName);
    }

    private static TransferName withBlock(
            String text, int addressFrom, int statusFrom, String client, String address, int port) {
        int poolFrom = text.indexOf(BEFORE_BLOCK, statusFrom);
        int idFrom = text.lastIndexOf(BEFORE_BLOCK_ID);
        if (poolFrom < 0 || idFrom < poolFrom) {
            return new TransferName(text, addressFrom, statusFrom, client, address, port, "", 0);
        }
        return new TransferName(
                text,
                addressFrom,
                statusFrom,
                client,
                address,
                port,
                text.substring(poolFrom + BEFORE_BLOCK.length(), idFrom),
                leadingNumber(text, idFrom + BEFORE_BLOCK_ID.length()));
    }

    /**
     * {@code /127.0.0.1:56938} or {@code host/127.0.0.1:56938} without host and port; an IPv6 address also without the
     * brackets that Java has put around it since 14, and without its zone ({@code fe80::1%eth0}).
     */
    private static String numeric(String remote) {
        int from = remote.lastIndexOf('/') + 1;
        int port = remote.lastIndexOf(':');
        String address = port > from ? remote.substring(from, port) : remote.substring(from);
        if (address.startsWith("[") && address.endsWith("]")) {
            address = address.substring(1, address.length() - 1);
        }
        int zone = address.indexOf('%');
        return zone < 0 ? address : address.substring(0, zone);
    }

    /** The port after the last colon; 0 if it is no network address, such as a UNIX domain socket's. */
    private static int port(String remote) {
        int from = remote.lastIndexOf(':') + 1;
        long port = from > remote.lastIndexOf('/') + 1 ? leadingNumber(remote, from) : 0;
        return port > 0 && port <= HIGHEST_PORT ? (int) port : 0;
    }

    /** The number that begins there, up to its last digit; block ids may be negative. 0 if there is none. */
    private static long leadingNumber(String text, int from) {
        int to = from;
        while (to < text.length() && (Character.isDigit(text.charAt(to)) || (to == from && text.charAt(to) == '-'))) {
            to++;
        }
        try {
            return Long.parseLong(text.substring(from, to));
        } catch (NumberFormatException none) {
            return 0;
        }
    }

    /** Whether the thread serves a remote request; if not, it works for this DataNode itself. */
    boolean isServing() {
        return addressFrom != NOT_THERE;
    }

    /** Whether this is the thread's name; each operation has a new String, so mostly not by reference. */
    boolean isOf(String threadName) {
        return text.equals(threadName);
    }

    /** The client's name, as it claims; empty for another DataNode. */
    String client() {
        return client;
    }

    /** The client's numeric address. */
    String address() {
        return address;
    }

    /** The client's port; 0 where unknown. */
    int port() {
        return port;
    }

    /** Whether the name holds a block. */
    boolean hasBlock() {
        return !pool.isEmpty();
    }

    /** The block's pool. */
    String pool() {
        return pool;
    }

    /** The block's id. */
    long block() {
        return block;
    }
}
