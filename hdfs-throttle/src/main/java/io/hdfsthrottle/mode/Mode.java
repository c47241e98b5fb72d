package io.hdfsthrottle.mode;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What the hook does about I/O; each does less than the one after it. */
public enum Mode {
    /** Nothing: everything passes, and is not counted. */
    OFF,
    /** Everything passes and is counted: no thread waits, and nothing is read ahead. */
    SHADOW,
    /** I/O is scheduled. */
    ENFORCE;

    /** Them all, for messages that say what is permitted. */
    public static final String LABELS = "off, shadow or enforce";

    /** Its name in requests, answers and settings. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The mode of that name. */
    public static Optional<Mode> labelled(String label) {
        return Arrays.stream(values())
                .filter(mode -> mode.label().equals(label))
                .findFirst();
    }

    /** The one of both that does less. */
    public Mode least(Mode other) {
        return compareTo(other) <= 0 ? this : other;
    }
}
