package io.hdfsthrottle.coordinator.disk;

import java.util.Locale;

/** How it stands with a disk. */
public enum DiskState {
    /** Everybody uses it by priority. */
    SHARED,
    /** It is leased, and what lies there is moved away, or others use it. */
    DRAINING,
    /** It is leased, and nobody else uses it at the moment. */
    LEASED,
    /** Its node is silent, or reports it no more; its lease goes on. */
    BROKEN;

    /** As people read it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
