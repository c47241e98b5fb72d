package io.hdfsthrottle.kernel;

import java.util.Objects;

/** How something that was asked of the kernel ended: a value, because a refusal is nothing exceptional. Immutable. */
public final class Outcome {

    /** The kinds of end, in the kernel's words where it has some (errno(3)). */
    public enum Kind {
        /** It was done. */
        DONE,
        /** There is no such file or folder (ENOENT, ENODEV): this kernel, mount or device does not have it, or no longer. */
        ABSENT,
        /** This process may not (EACCES, EPERM). */
        DENIED,
        /** It lies on a file system that is mounted read-only (EROFS). */
        READ_ONLY,
        /** Something is still in it (EBUSY, ENOTEMPTY). */
        BUSY,
        /** The thread that was meant has ended (ESRCH). */
        ENDED,
        /** Anything else; {@link Outcome#toString} says what the kernel said. */
        FAILED
    }

    /** It was done. */
    public static final Outcome DONE = new Outcome(Kind.DONE, "done");

    /** There is no such thing. */
    public static final Outcome ABSENT = new Outcome(Kind.ABSENT, "it is not there (ENOENT)");

    /** This process may not. */
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

    /** Another end than those that have a name. */
    public static Outcome failed(String said) {
        return new Outcome(Kind.FAILED, said);
    }

    /** Which kind of end. */
    public Kind kind() {
        return kind;
    }

    /** Whether it was done. */
    public boolean isDone() {
        return kind == Kind.DONE;
    }

    /** For people: the second half of a sentence that names what was asked for. */
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
