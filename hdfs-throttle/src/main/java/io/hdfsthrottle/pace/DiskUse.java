package io.hdfsthrottle.pace;

/** What a disk did, whoever asked it to. Immutable. */
public final class DiskUse {

    /** Nothing, or nothing that anybody can see. */
    public static final DiskUse NONE = new DiskUse(0, 0);

    private final double busy;
    private final long bytes;

    private DiskUse(double busy, long bytes) {
        this.busy = busy;
        this.bytes = bytes;
    }

    /**
     * What it did since somebody last looked.
     *
     * @param busy the part of the time in which it had something to do; taken as 0 to 1
     * @param bytes what it read and wrote
     */
    public static DiskUse of(double busy, long bytes) {
        return new DiskUse(Math.max(0, Math.min(busy, 1)), Math.max(bytes, 0));
    }

    /** The part of the time in which it had something to do, 0 to 1. */
    public double busy() {
        return busy;
    }

    /** The bytes that it read and wrote. */
    public long bytes() {
        return bytes;
    }
}
