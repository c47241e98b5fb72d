package io.hdfsthrottle.coordinator.election;

import java.net.URI;

/** Asks a leader whether it is there. */
@FunctionalInterface
interface Probe {
    /** What came of it. */
    enum Sign {
        /** It answers, and leads. */
        ANSWERS,
        /** It answers and does not lead: it begins to, or it has been restarted since. */
        IDLE,
        /** Its host refuses the connection: its process is gone. */
        REFUSES,
        /** No answer in time: it may be slow, frozen, or cut off. */
        SILENT,
        /** Nothing that says anything of it: no route, no name, a connection that broke, a certificate. */
        UNSURE
    }

    /** Waits a second at most. */
    Sign ask(URI leader) throws InterruptedException;

    /** Why the last one was unsure, for the log; empty if none was. */
    default String trouble() {
        return "";
    }
}
