package io.hdfsthrottle.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Loads the C library of this process, for the few system calls that Java does not offer. Nothing native is loaded
 * before it is first needed, and no more than once in a process; a failure is returned as a value. Thread-safe.
 *
 * <p>jnr-ffi (https://github.com/jnr/jnr-ffi) unpacks a library of its own for that, into the folder that the system
 * property {@value #FOLDER} names, or {@code java.io.tmpdir}: where that cannot be written, or nothing in it may be
 * executed, native calls are not available. By itself it would then try the working folder, and leave the library where
 * it failed; so it gets a folder of its own, which only this user can write and which is removed at once.
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

    private static final String FOLDER = "jffi.extract.dir";

    /** A class that failed to load does not say why a second time. */
    private static final class Once {

        private static final Once IN_THIS_PROCESS = new Once();

        private final Outcome outcome;
        private final LibC libC;

        private Once() {
            String named = System.getProperty(FOLDER, System.getProperty("java.io.tmpdir"));
            Outcome tried = Outcome.DONE;
            LibC library = null;
            try {
                library = load(Path.of(named));
                if (library.processId() != ProcessHandle.current().pid()) {
                    tried = Outcome.failed("native calls answer nonsense here");
                }
            } catch (Throwable notHere) {
                // A library that is missing or refused is an Error of many kinds; none of them may reach the host.
                tried = Outcome.failed("native calls do not work here (" + reason(notHere) + "); give the JVM -D"
                        + FOLDER + "=DIR, a folder that can be written and that programs may be run from, other than "
                        + named);
            }
            this.outcome = tried;
            this.libC = tried.isDone() ? library : null;
        }

        private static LibC load(Path parent) throws Throwable {
            String before = System.getProperty(FOLDER);
            Path own = Files.createTempDirectory(parent, "hdfs-throttle-");
            try {
                System.setProperty(FOLDER, own.toString());
                return JnrLibC.load();
            } finally {
                if (before == null) {
                    System.clearProperty(FOLDER);
                } else {
                    System.setProperty(FOLDER, before);
                }
                remove(own);
            }
        }

        private static void remove(Path folder) throws IOException {
            File[] left = folder.toFile().listFiles();
            for (File file : left == null ? new File[0] : left) {
                Files.deleteIfExists(file.toPath());
            }
            Files.delete(folder);
        }

        /** What the linker said, which jffi writes into the last line. */
        private static String reason(Throwable error) {
            Throwable cause = error;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            String text = String.valueOf(cause.getMessage()).strip();
            return cause.getClass().getSimpleName() + ": " + text.substring(text.lastIndexOf('\n') + 1);
        }
    }

    /** Nothing is loaded yet. */
    public NativeCalls() {}

    /**
     * Loads the library if that was not tried yet, and returns the outcome. The first time takes a few hundred
     * milliseconds.
     */
    public Outcome load() {
        return Once.IN_THIS_PROCESS.outcome;
    }

    /**
     * The library.
     *
     * @return null where {@link #load} says that there is none
     */
    public LibC libC() {
        return Once.IN_THIS_PROCESS.libC;
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
