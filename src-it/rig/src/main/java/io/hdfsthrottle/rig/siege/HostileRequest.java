package io.hdfsthrottle.rig.siege;

/** One attack. */
final class HostileRequest {
    private final Manner manner;
    private final byte[] bytes;
    private final String description;

    /** Sends these bytes in that manner; the description is for people, when it was answered as it must not be. */
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
        /** A part, and the connection ends. */
        CUT,
        /** A part, and the connection stays. */
        STALLED,
        /** A part, and then a byte now and then. */
        TRICKLED,
        /** All of it, and nobody reads the answer. */
        UNREAD
    }
}
