package io.hdfsthrottle.testkit.siege;

/** One hostile request and how it is sent; the description is printed when the answer is not as required. */
final class HostileRequest {
    final Manner manner;
    final byte[] bytes;
    final String description;

    HostileRequest(Manner manner, byte[] bytes, String description) {
        this.manner = manner;
        this.bytes = bytes;
        this.description = description;
    }

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
