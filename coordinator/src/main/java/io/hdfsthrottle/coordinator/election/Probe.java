package io.hdfsthrottle.coordinator.election;

import java.net.URI;

/** Asks a leader whether it is there. */
@FunctionalInterface
interface Probe {
    /** What came of it. */
    enum Sign {
        /** It answers, and leads. */
        ANSWERS,
        /** Nothing listens there: its process is gone. */
        REFUSES,
        /** No answer in time: it may be slow, frozen, or cut off. Or it does not lead: it has been restarted. */
        SILENT
    }

    /** Waits a second at most. */
    Sign ask(URI leader) throws InterruptedException;
}
