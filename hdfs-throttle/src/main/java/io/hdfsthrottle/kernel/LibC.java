package io.hdfsthrottle.kernel;

/** What is called of the C library, with its errors as numbers (errno(3)). Thread-safe. */
interface LibC {

    /** Longest socket address that is asked for: sockaddr_in6. */
    int ADDRESS_BYTES = 28;

    /** {@code getpid(2)}. */
    long processId();

    /** {@code syscall(2)} with three arguments: the result, or the negative error number. */
    long call(long number, long first, long second, long third);

    /**
     * {@code setsockopt(2)}.
     *
     * @return 0, or the error number
     */
    int setOption(int socket, int level, int option, byte[] value);

    /** {@code getpeername(2)} into an address of {@value #ADDRESS_BYTES} bytes: whether the socket has a peer. */
    boolean peer(int socket, byte[] address);

    /** {@code getsockname(2)} into an address of {@value #ADDRESS_BYTES} bytes: whether it is a socket. */
    boolean local(int socket, byte[] address);

    /** {@code open(2)}: the descriptor, or the negative error number. */
    int open(String path, int flags);

    /** {@code close(2)}. */
    void close(int file);

    /** {@code lseek(2)} to the end: the size of a regular file, or -1. */
    long size(int file);

    /** {@code pread(2)} of one byte: 1, 0 at the end of the file, -1 on an error. */
    int readByte(int file, long offset);

    /** {@code posix_fadvise(2)}: 0 or the error number. */
    int advise(int file, long offset, long length, int advice);

    /** {@code sync_file_range(2)}: 0, or -1. */
    int syncRange(int file, long offset, long length, int flags);
}
