package io.hdfsthrottle.coordinator.ledger;

/** More nodes than this coordinator serves. */
public final class TooManyNodes extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Above so many of these. */
    public TooManyNodes(long most, String what) {
        super("no more than " + most + " " + what + " are served");
    }
}
