package io.hdfsthrottle.bench.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Runtime;

/** Drops clean pages of files from the kernel's page cache. */
public final class PageCache {

    private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");
    private static final int READ_ONLY = 0;
    private static final int DO_NOT_NEED = 4;
    private static final Functions C =
            LibraryLoader.create(Functions.class).failImmediately().load("c");
    private static final Runtime RUNTIME = Runtime.getRuntime(C);

    /** The functions by their names in C; public because jnr-ffi implements it from another class loader. */
    public interface Functions {

        /** open(2). */
        int open(String path, int flags);

        /** close(2). */
        int close(int file);

        /** posix_fadvise(2), which returns the error number itself. */
        int posix_fadvise(int file, long offset, long length, int advice);
    }

    private PageCache() {}

    /** Drops the whole machine's page cache (Documentation/admin-guide/sysctl/vm.rst); needs root. */
    public static void dropAll() throws IOException {
        Files.writeString(DROP_CACHES, "1");
    }

    /** Drops that part of a file, in bytes; a page that is only partly in it stays. */
    public static void drop(Path path, long offset, long length) throws IOException {
        int file = C.open(path.toString(), READ_ONLY);
        if (file < 0) {
            throw new IOException(path + " cannot be opened: error " + RUNTIME.getLastError());
        }
        try {
            int error = C.posix_fadvise(file, offset, length, DO_NOT_NEED);
            if (error != 0) {
                throw new IOException("the kernel drops nothing of " + path + ": error " + error);
            }
        } finally {
            C.close(file);
        }
    }
}
