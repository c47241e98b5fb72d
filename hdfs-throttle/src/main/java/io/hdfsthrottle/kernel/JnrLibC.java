package io.hdfsthrottle.kernel;

import jnr.ffi.LibraryLoader;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;

/** The C library through jnr-ffi; the only class that knows it, touched by {@link NativeCalls} alone, which guards it. */
final class JnrLibC implements LibC {

    /** The functions by their names in C; public because jnr-ffi implements it from another class loader. */
    public interface Functions {

        /** getpid(2). */
        int getpid();

        /** syscall(2). */
        long syscall(long number, long first, long second, long third);

        /** setsockopt(2). */
        int setsockopt(int socket, int level, int option, @In byte[] value, int length);

        /** getpeername(2). */
        int getpeername(int socket, @Out byte[] address, @In @Out int[] length);

        /** getsockname(2). */
        int getsockname(int socket, @Out byte[] address, @In @Out int[] length);

        /** open(2). */
        int open(String path, int flags);

        /** close(2). */
        int close(int file);

        /** lseek(2). */
        long lseek(int file, long offset, int whence);

        /** pread(2). */
        long pread(int file, @Out byte[] buffer, long count, long offset);

        /** posix_fadvise(2). */
        int posix_fadvise(int file, long offset, long length, int advice);

        /** sync_file_range(2). */
        int sync_file_range(int file, long offset, long length, int flags);
    }

    private static final int SEEK_END = 2;

    private final Functions functions;
    private final Runtime runtime;

    private JnrLibC(Functions functions) {
        this.functions = functions;
        this.runtime = Runtime.getRuntime(functions);
    }

    static LibC load() {
        return new JnrLibC(
                LibraryLoader.create(Functions.class).failImmediately().load("c"));
    }

    @Override
    public long processId() {
        return functions.getpid();
    }

    @Override
    public long call(long number, long first, long second, long third) {
        long result = functions.syscall(number, first, second, third);
        return result == -1 ? -runtime.getLastError() : result;
    }

    @Override
    public int setOption(int socket, int level, int option, byte[] value) {
        return functions.setsockopt(socket, level, option, value, value.length) == 0 ? 0 : runtime.getLastError();
    }

    @Override
    public boolean peer(int socket, byte[] address) {
        return functions.getpeername(socket, address, new int[] {ADDRESS_BYTES}) == 0;
    }

    @Override
    public boolean local(int socket, byte[] address) {
        return functions.getsockname(socket, address, new int[] {ADDRESS_BYTES}) == 0;
    }

    @Override
    public int open(String path, int flags) {
        int file = functions.open(path, flags);
        return file < 0 ? -runtime.getLastError() : file;
    }

    @Override
    public void close(int file) {
        int unused = functions.close(file);
    }

    @Override
    public long size(int file) {
        return functions.lseek(file, 0, SEEK_END);
    }

    @Override
    public int readByte(int file, long offset) {
        return (int) functions.pread(file, new byte[1], 1, offset);
    }

    @Override
    public int advise(int file, long offset, long length, int advice) {
        return functions.posix_fadvise(file, offset, length, advice);
    }

    @Override
    public int syncRange(int file, long offset, long length, int flags) {
        return functions.sync_file_range(file, offset, length, flags);
    }
}
