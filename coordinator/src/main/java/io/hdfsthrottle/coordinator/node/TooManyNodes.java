package io.hdfsthrottle.coordinator.node;

/** Thrown if a node exceeds a capacity limit of this coordinator. */
public final class TooManyNodes extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the limit, and the name of what it counts. */
    public TooManyNodes(long most, String what) {
        super("no more than " + most + " " + what + " are served");
    }
}
