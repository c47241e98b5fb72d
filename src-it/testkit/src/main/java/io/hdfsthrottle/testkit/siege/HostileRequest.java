package io.hdfsthrottle.testkit.siege;

/** One hostile request and how it is sent. */
final class HostileRequest {
    private final Manner manner;
    private final byte[] bytes;
    private final String description;

    /** Sends these bytes in that manner; the description is printed when the answer is not as required. */
    HostileRequest(Manner manner, byte[] bytes, String description) {
        this.manner = manner;
        this.bytes = bytes.clone();
        this.description = description;
    }

    Manner manner() {
        return manner;
    }

    byte[] bytes() {
        return bytes.clone();
    }

    String description() {
        return description;
    }

    /** How a request is sent. */
    enum Manner {
        /** All of it, and the answer is read. */
        WHOLE,
        /** A part, and the connection is closed. */
        CUT,
        /** A part, and the connection stays open. */
        STALLED,
        /** A part, and then single bytes at long intervals. */
        TRICKLED,
        /** All of it, and the answer is not read. */
        UNREAD
    }
}
