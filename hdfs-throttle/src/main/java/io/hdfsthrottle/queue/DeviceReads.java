package io.hdfsthrottle.queue;

/**
 * The kernel's count of the bytes that a thread caused to be read from devices (read_bytes of proc(5)). Thread-safe.
 */
@FunctionalInterface
public interface DeviceReads {

    /** Returned where the kernel does not report it. */
    long UNKNOWN = -1;

    /** Always unknown. */
    DeviceReads NONE = () -> UNKNOWN;

    /** Bytes of the calling thread so far, or {@link #UNKNOWN}. About a microsecond; allocates nothing. */
    long ofThisThread();
}
