package io.hdfsthrottle.blkio;

import java.util.Locale;

/** How the layer of cgroup v1's blkio is used. */
public enum BlkioMode {
    /** Nothing: no group is made. */
    OFF,

    /** Pacing decides; the kernel limits at twice the rate and catches I/O that pacing cannot see. */
    BACKSTOP;

    /** Reads a mode; the message of a refusal names the modes. */
    public static BlkioMode parse(String value) {
        for (BlkioMode mode : values()) {
            if (mode.toString().equals(value)) {
                return mode;
            }
        }
        throw new IllegalArgumentException("off or backstop, for example off");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
