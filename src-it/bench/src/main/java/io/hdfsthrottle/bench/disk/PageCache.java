package io.hdfsthrottle.bench.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jnr.ffi.LibraryLoader;

/** Drops clean pages of files from the kernel's page cache. */
public final class PageCache {

    private static final int READ_ONLY = 0;
    private static final int DO_NOT_NEED = 4;
    private static final Functions C =
            LibraryLoader.create(Functions.class).failImmediately().load("c");

    /** Functions of C (open(2), posix_fadvise(2)); public because jnr-ffi implements it from another class loader. */
    public interface Functions {

        int open(String path, int flags);

        int close(int file);

        int posix_fadvise(int file, long offset, long length, int advice);
    }

    private PageCache() {}

    /** Drops the whole machine's page cache (Documentation/admin-guide/sysctl/vm.rst); needs root. */
    public static void dropAll() throws IOException {
        Files.writeString(Path.of("/proc/sys/vm/drop_caches"), "1");
    }

    /** Drops that part of a file, in bytes; a page that is only partly in it stays. */
    public static void drop(Path path, long offset, long length) throws IOException {
        int file = C.open(path.toString(), READ_ONLY);
        int error = file < 0 ? -1 : C.posix_fadvise(file, offset, length, DO_NOT_NEED);
        if (file >= 0) {
            C.close(file);
        }
        if (error != 0) {
            throw new IOException("the kernel opens or drops nothing of " + path + ": error " + error);
        }
    }
}
