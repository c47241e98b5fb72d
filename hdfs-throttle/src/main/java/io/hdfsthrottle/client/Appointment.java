package io.hdfsthrottle.client;

import java.time.Duration;

/**
 * An appointment for I/O, or that there is none: then nothing waits, and the I/O begins with the weight that it has.
 * Thread-safe.
 */
public interface Appointment extends AutoCloseable {

    /** How long {@link #await} takes at most, in whole seconds; or why there is no appointment. */
    Answer<Duration> within();

    /**
     * Waits until the I/O shall begin. Blocks the calling thread for {@link #within} at most, counted from the answer,
     * and for the time of one call; ends at once if the thread is interrupted, which stays interrupted, or if another
     * thread closes the appointment.
     *
     * @return whether the appointment is in force; if not, the I/O begins without
     */
    boolean await();

    /** Ends the appointment, because its data is read or no longer wanted. Idempotent. */
    @Override
    void close();
}
