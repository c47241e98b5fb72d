package io.hdfsthrottle.kernel;

import java.util.Objects;

/** The outcome of a request to the kernel: a value, because a refusal is not exceptional. Immutable. */
public final class Outcome {

    /** The kinds of outcome, by the kernel's error numbers where it has some (errno(3)). */
    public enum Kind {
        /** It was done. */
        DONE,
        /**
         * There is no such file or folder (ENOENT, ENODEV): this kernel, mount or device does not have it, or no
         * longer.
         */
        ABSENT,
        /** This process lacks the permission (EACCES, EPERM). */
        DENIED,
        /** It lies on a file system that is mounted read-only (EROFS). */
        READ_ONLY,
        /** Something is still in it (EBUSY, ENOTEMPTY). */
        BUSY,
        /** The thread that was meant has ended (ESRCH). */
        ENDED,
        /** Anything else; {@link Outcome#toString} gives the kernel's message. */
        FAILED
    }

    /** It was done. */
    public static final Outcome DONE = new Outcome(Kind.DONE, "done");

    /** There is no such thing. */
    public static final Outcome ABSENT = new Outcome(Kind.ABSENT, "it is not there (ENOENT)");

    /** This process lacks the permission. */
    public static final Outcome DENIED = new Outcome(Kind.DENIED, "this user may not (EACCES)");

    /** It is mounted read-only. */
    public static final Outcome READ_ONLY = new Outcome(Kind.READ_ONLY, "it is mounted read-only (EROFS)");

    /** Something is still in it. */
    public static final Outcome BUSY = new Outcome(Kind.BUSY, "something is still in it (EBUSY)");

    /** The thread has ended. */
    public static final Outcome ENDED = new Outcome(Kind.ENDED, "the thread has ended (ESRCH)");

    private final Kind kind;
    private final String said;

    private Outcome(Kind kind, String said) {
        this.kind = kind;
        this.said = Objects.requireNonNull(said, "said");
    }

    /** An outcome without a constant of its own. */
    public static Outcome failed(String said) {
        return new Outcome(Kind.FAILED, said);
    }

    /** The kind of outcome. */
    public Kind kind() {
        return kind;
    }

    /** Whether it was done. */
    public boolean isDone() {
        return kind == Kind.DONE;
    }

    /** For messages: the second half of a sentence that names the request. */
    @Override
    public String toString() {
        return said;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Outcome && ((Outcome) other).kind == kind && ((Outcome) other).said.equals(said);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, said);
    }
}
