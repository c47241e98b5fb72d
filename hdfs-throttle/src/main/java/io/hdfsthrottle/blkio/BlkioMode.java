package io.hdfsthrottle.blkio;

import java.util.Locale;

/** What cgroup v1's blkio is to do. */
public enum BlkioMode {
    /** Nothing: no group is made. */
    OFF,

    /** Pacing decides; the kernel stands behind it at twice the rate and catches what pacing cannot see. */
    BACKSTOP,

    /** The kernel holds to configured limits, and to shares where the disk's scheduler keeps to weights; pacing does the rest. */
    ENFORCE;

    /**
     * Reads a setting.
     *
     * @throws IllegalArgumentException if it is none; the message names those that there are
     */
    public static BlkioMode parse(String value) {
        for (BlkioMode mode : values()) {
            if (mode.toString().equals(value)) {
                return mode;
            }
        }
        throw new IllegalArgumentException("off, backstop or enforce, for example off");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
