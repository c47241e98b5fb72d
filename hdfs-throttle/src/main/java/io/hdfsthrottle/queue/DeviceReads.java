package io.hdfsthrottle.queue;

/** What the kernel says that a thread caused to be read from devices (read_bytes of proc(5)). Thread-safe. */
@FunctionalInterface
public interface DeviceReads {

    /** The answer where the kernel does not tell. */
    long UNKNOWN = -1;

    /** It is not known. */
    DeviceReads NONE = () -> UNKNOWN;

    /** Bytes of the calling thread so far, or {@link #UNKNOWN}. About a microsecond; allocates nothing. */
    long ofThisThread();
}
