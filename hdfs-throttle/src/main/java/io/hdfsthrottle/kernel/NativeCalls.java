package io.hdfsthrottle.kernel;

/**
 * Loads the C library of this process, for the few system calls that Java does not offer. Nothing native is loaded
 * before it is first needed; a failure is returned as a value. Thread-safe.
 *
 * <p>jnr-ffi (https://github.com/jnr/jnr-ffi) unpacks a library of its own into {@code java.io.tmpdir} for that: where
 * that folder cannot be written, or nothing in it may be executed, native calls are not available.
 */
public final class NativeCalls {

    private static final int EPERM = 1;
    private static final int ENOENT = 2;
    private static final int ESRCH = 3;
    private static final int EBADF = 9;
    private static final int EACCES = 13;
    private static final int EBUSY = 16;
    private static final int ENODEV = 19;
    private static final int EROFS = 30;
    private static final int ENOSYS = 38;
    private static final int ENOTSOCK = 88;

    private Outcome loaded;
    private LibC libC;

    /** Nothing is loaded yet. */
    public NativeCalls() {}

    /**
     * Loads the library if that was not tried yet, and returns the outcome. The first time takes a few hundred
     * milliseconds.
     */
    public synchronized Outcome load() {
        if (loaded == null) {
            loaded = tryToLoad();
        }
        return loaded;
    }

    private Outcome tryToLoad() {
        try {
            LibC library = JnrLibC.load();
            if (library.processId() != ProcessHandle.current().pid()) {
                return Outcome.failed("native calls answer nonsense here");
            }
            libC = library;
            return Outcome.DONE;
        } catch (Throwable notHere) {
            // A library that is missing or refused is an Error of many kinds; none of them may reach the host.
            return Outcome.failed("native calls do not work here (" + firstLine(notHere)
                    + "); java.io.tmpdir must be a folder that can be written and that programs may be run from, now "
                    + System.getProperty("java.io.tmpdir"));
        }
    }

    private static String firstLine(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String text = String.valueOf(cause.getMessage());
        int end = text.indexOf('\n');
        return cause.getClass().getSimpleName() + ": " + (end < 0 ? text : text.substring(0, end));
    }

    /**
     * The library.
     *
     * @return null where {@link #load} says that there is none
     */
    public synchronized LibC libC() {
        return load().isDone() ? libC : null;
    }

    /** The outcome of an error number (errno(3), as Linux numbers them on every architecture that is known here). */
    public static Outcome outcome(int errno) {
        switch (errno) {
            case EPERM:
            case EACCES:
                return Outcome.DENIED;
            case ENOENT:
            case ENODEV:
            case ENOSYS:
            case EBADF:
            case ENOTSOCK:
                return Outcome.ABSENT;
            case ESRCH:
                return Outcome.ENDED;
            case EBUSY:
                return Outcome.BUSY;
            case EROFS:
                return Outcome.READ_ONLY;
            default:
                return Outcome.failed("the kernel answered errno " + errno);
        }
    }
}
