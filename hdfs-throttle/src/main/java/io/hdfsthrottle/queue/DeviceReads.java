package io.hdfsthrottle.queue;

import io.hdfsthrottle.observation.Sending;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

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

    /**
     * Tells, on whatever thread it is asked, whether the calling thread sleeps: then it waits for its client, and not for
     * a disk. Empty where the kernel does not report it.
     */
    default Optional<BooleanSupplier> sleepOfThisThread() {
        return Optional.empty();
    }

    /**
     * Tells, on whatever thread it is asked, whether the calling thread waits for a disk. Empty where the kernel does
     * not report it.
     */
    default Optional<BooleanSupplier> diskWaitOfThisThread() {
        return Optional.empty();
    }

    /**
     * Tells, on whatever thread it is asked, what the calling thread's connection waits for with what it sends. Empty
     * where the thread has none.
     */
    default Optional<Supplier<Optional<Sending>>> sendingOfThisThread() {
        return Optional.empty();
    }
}
