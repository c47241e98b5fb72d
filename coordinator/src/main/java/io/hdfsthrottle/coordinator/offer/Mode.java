package io.hdfsthrottle.coordinator.offer;

import java.util.Arrays;
import java.util.Optional;

/** Admission mode: what happens to an application's reservation that does not fit. */
public enum Mode {
    /** It waits until there is room; the application runs without it meanwhile. */
    QUEUE("queue"),
    /** It is refused. */
    REJECT("reject"),
    /** It is admitted anyway; disks that deliver less reduce all reservations alike. */
    IGNORE("ignore");

    /** All modes, for messages. */
    public static final String ALL = "queue, reject or ignore";

    private final String label;

    Mode(String label) {
        this.label = label;
    }

    /** Its name in JSON and in settings. */
    public String label() {
        return label;
    }

    /** The mode of that name, if there is one. */
    public static Optional<Mode> labelled(String label) {
        return Arrays.stream(values()).filter(mode -> mode.label.equals(label)).findFirst();
    }
}
