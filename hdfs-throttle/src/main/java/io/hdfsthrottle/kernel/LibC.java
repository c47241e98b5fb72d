package io.hdfsthrottle.kernel;

/** The functions of the C library that are used, with errors as numbers (errno(3)). Thread-safe. */
public interface LibC {

    /** Longest socket address that is asked for: sockaddr_in6. */
    int ADDRESS_BYTES = 28;

    /** {@code POSIX_FADV_RANDOM} on x86_64 and aarch64, as the two that follow. */
    int ADVICE_RANDOM = 1;

    /** {@code POSIX_FADV_WILLNEED}. */
    int ADVICE_WILL_NEED = 3;

    /** {@code POSIX_FADV_DONTNEED}. */
    int ADVICE_DONT_NEED = 4;

    /** Which of the numbers of {@code struct cachestat}: pages in the page cache. */
    int PAGES_CACHED = 0;

    /** Pages that are to be written. */
    int PAGES_DIRTY = 1;

    /** Pages that are being written. */
    int PAGES_IN_WRITE_BACK = 2;

    /** {@code getpid(2)}. */
    long processId();

    /** {@code syscall(2)} with three arguments: the result, or the negative error number. */
    long call(long number, long first, long second, long third);

    /** {@code setsockopt(2)}: 0, or the error number. */
    int setOption(int socket, int level, int option, byte[] value);

    /** {@code getsockopt(2)}: the bytes that were filled, or -1. */
    int option(int socket, int level, int option, byte[] value);

    /** {@code getpeername(2)} into an address of {@value #ADDRESS_BYTES} bytes: whether the socket has a peer. */
    boolean peer(int socket, byte[] address);

    /** {@code getsockname(2)} into an address of {@value #ADDRESS_BYTES} bytes: whether it is a socket. */
    boolean local(int socket, byte[] address);

    /** {@code open(2)} with {@code O_RDONLY} and {@code O_CLOEXEC}: the descriptor, or the negative error number. */
    int openToRead(String path);

    /** {@code close(2)}; whatever it answers, the descriptor is free. */
    void close(int descriptor);

    /** {@code posix_fadvise(2)}: 0, or the error number. */
    int advise(int descriptor, long offset, long length, int advice);

    /** {@code sync_file_range(2)}: 0, or the error number. */
    int syncRange(int descriptor, long offset, long length, int flags);

    /** {@code pread(2)} of one byte, which is discarded: whether there is one. */
    boolean readByte(int descriptor, long offset);

    /** {@code lseek(2)} to the end: bytes in the file, or -1. */
    long size(int descriptor);

    /** {@code cachestat(2)}: one of its numbers, in pages, or the negative error number. */
    long pages(int descriptor, long offset, long length, int which);

    /** {@code getpagesize(2)}. */
    int pageBytes();
}
