package io.hdfsthrottle.coordinator.feature.lease;

import java.util.Locale;

/** The state of a disk with respect to leases. */
public enum DiskState {
    /** All tenants share it by priority. */
    SHARED,
    /** It is leased, and its data is being moved away, or other tenants use it. */
    DRAINING,
    /** It is leased, and no other tenant uses it at the moment. */
    LEASED,
    /** Its node is silent, or reports it no more; its lease goes on. */
    BROKEN;

    /** The name for display. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
