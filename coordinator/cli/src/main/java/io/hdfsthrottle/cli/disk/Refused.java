package io.hdfsthrottle.cli.disk;

/** A folder that cannot be measured; the message names it, says why, and what would do. */
public final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
        super(message);
    }
}
