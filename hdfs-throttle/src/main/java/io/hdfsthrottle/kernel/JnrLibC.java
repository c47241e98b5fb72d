package io.hdfsthrottle.kernel;

import com.kenai.jffi.internal.StubLoader;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;

/**
 * The C library through jnr-ffi; the only class that uses jnr-ffi, used by {@link NativeCalls} alone, which guards it.
 */
final class JnrLibC implements LibC {

    /** The functions by their names in C; public because jnr-ffi implements it from another class loader. */
    public interface Functions {
        int getpid();

        long syscall(long number, long first, long second, long third);

        int setsockopt(int socket, int level, int option, @In byte[] value, int length);

        int getsockopt(int socket, int level, int option, @Out byte[] value, @In @Out int[] length);

        int getpeername(int socket, @Out byte[] address, @In @Out int[] length);

        int getsockname(int socket, @Out byte[] address, @In @Out int[] length);

        long syscall(long number, long first, long second, long third, long fourth);

        int open(@In String path, int flags);

        int close(int descriptor);

        /** posix_fadvise(2), which returns the error number and does not set errno. */
        int posix_fadvise(int descriptor, long offset, long length, int advice);

        int sync_file_range(int descriptor, long offset, long length, int flags);

        long pread(int descriptor, long buffer, long length, long offset);

        long lseek(int descriptor, long offset, int whence);

        int getpagesize();
    }

    private static final int O_RDONLY = 0;
    private static final int O_CLOEXEC = 0x80000;
    private static final int SEEK_END = 2;

    /** The same on every architecture, as of all calls that are newer than Linux 5.0. */
    private static final long CACHESTAT = 451;

    /** {@code struct cachestat_range}: two numbers. {@code struct cachestat}: five behind it. */
    private static final int RANGE_BYTES = 2 * Long.BYTES;

    private static final int CACHESTAT_BYTES = RANGE_BYTES + 5 * Long.BYTES;

    private final Functions functions;
    private final Runtime runtime;
    private final int pageBytes;

    /**
     * The buffer for bytes that are read only to wait for them; all threads share it, because its content is never
     * used.
     */
    private final Pointer unread;

    private final ThreadLocal<Pointer> cachestat;

    private JnrLibC(Functions functions) {
        this.functions = functions;
        this.runtime = Runtime.getRuntime(functions);
        this.pageBytes = functions.getpagesize();
        this.unread = Memory.allocateDirect(runtime, Long.BYTES);
        this.cachestat = ThreadLocal.withInitial(() -> Memory.allocateDirect(runtime, CACHESTAT_BYTES));
    }

    /** The C library; throws what the linker said, which jnr-ffi itself would not pass on. */
    static LibC load() throws Throwable {
        if (!StubLoader.isLoaded()) {
            throw StubLoader.getFailureCause();
        }
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
    public int option(int socket, int level, int option, byte[] value) {
        int[] length = {value.length};
        return functions.getsockopt(socket, level, option, value, length) == 0 ? length[0] : -1;
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
    public int openToRead(String path) {
        int descriptor = functions.open(path, O_RDONLY | O_CLOEXEC);
        return descriptor < 0 ? -runtime.getLastError() : descriptor;
    }

    @Override
    public void close(int descriptor) {
        functions.close(descriptor);
    }

    @Override
    public int advise(int descriptor, long offset, long length, int advice) {
        return functions.posix_fadvise(descriptor, offset, length, advice);
    }

    @Override
    public int syncRange(int descriptor, long offset, long length, int flags) {
        return functions.sync_file_range(descriptor, offset, length, flags) == 0 ? 0 : runtime.getLastError();
    }

    @Override
    public boolean readByte(int descriptor, long offset) {
        return functions.pread(descriptor, unread.address(), 1, offset) == 1;
    }

    @Override
    public long size(int descriptor) {
        return functions.lseek(descriptor, 0, SEEK_END);
    }

    @Override
    public long pages(int descriptor, long offset, long length, int which) {
        Pointer memory = cachestat.get();
        memory.putLong(0, offset);
        memory.putLong(Long.BYTES, length);
        long address = memory.address();
        return functions.syscall(CACHESTAT, descriptor, address, address + RANGE_BYTES, 0) == 0
                ? memory.getLong(RANGE_BYTES + (long) which * Long.BYTES)
                : -runtime.getLastError();
    }

    @Override
    public int pageBytes() {
        return pageBytes;
    }
}
