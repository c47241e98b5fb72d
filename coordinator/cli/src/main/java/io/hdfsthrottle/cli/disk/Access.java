package io.hdfsthrottle.cli.disk;

/**
 * A way of using a disk that is measured. Requests are what HDFS makes of one: long runs, and small pieces anywhere.
 */
public enum Access {
    /** One stream that writes a file from its beginning to its end, again and again. */
    SEQUENTIAL_WRITE("sequential write", true, false),
    /** One stream that reads it so. */
    SEQUENTIAL_READ("sequential read", false, false),
    /** Four at a time write small pieces anywhere in it. */
    RANDOM_WRITE("random write", true, true),
    /** Four at a time read such pieces. */
    RANDOM_READ("random read", false, true);

    private static final int LONG_REQUEST = 4 << 20;
    private static final int SHORT_REQUEST = 4 << 10;
    private static final int AT_A_TIME = 4;

    private final String label;
    private final boolean writes;
    private final boolean random;

    Access(String label, boolean writes, boolean random) {
        this.label = label;
        this.writes = writes;
        this.random = random;
    }

    /** For people: {@code sequential read}. */
    public String label() {
        return label;
    }

    /** Whether it writes; if not, it reads. */
    public boolean writes() {
        return writes;
    }

    /** Whether it jumps; if not, it goes straight on. */
    public boolean random() {
        return random;
    }

    /** Bytes of one request. */
    public int requestBytes() {
        return random ? SHORT_REQUEST : LONG_REQUEST;
    }

    /** How many requests are under way at a time. */
    public int atATime() {
        return random ? AT_A_TIME : 1;
    }
}
