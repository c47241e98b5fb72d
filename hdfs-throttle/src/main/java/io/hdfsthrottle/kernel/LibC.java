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
}
