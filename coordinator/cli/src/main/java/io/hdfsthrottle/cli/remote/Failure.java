package io.hdfsthrottle.cli.remote;

/** Something that did not work, told in one line. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean wronglyAsked;

    /** Something went wrong in doing what was asked: exit code 1. */
    public Failure(String message) {
        this(message, null);
    }

    /** The same, with its cause. */
    public Failure(String message, Throwable cause) {
        this(message, cause, false);
    }

    private Failure(String message, Throwable cause, boolean wronglyAsked) {
        super(message, cause);
        this.wronglyAsked = wronglyAsked;
    }

    /** What was asked, an option or a setting, is refused: exit code 2. */
    public static Failure wronglyAsked(String message, Throwable cause) {
        return new Failure(message, cause, true);
    }

    /** Whether what was asked is refused. */
    public boolean wronglyAsked() {
        return wronglyAsked;
    }
}
