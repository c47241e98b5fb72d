package io.hdfsthrottle.socket;

import io.hdfsthrottle.observation.Sending;
import java.util.Optional;

/** How long a connection has had bytes to send, and for which part of that its peer took no more. Immutable. */
public final class SendTime {

    private static final long SECOND_MICROS = 1_000_000;

    static final SendTime NONE = new SendTime(0, 0);

    private final long busyMicros;
    private final long peerMicros;

    /**
     * A time since the connection began, as {@code tcpi_busy_time} and {@code tcpi_rwnd_limited} tell it.
     *
     * @param busyMicros in microseconds, as the other
     */
    public SendTime(long busyMicros, long peerMicros) {
        this.busyMicros = busyMicros;
        this.peerMicros = peerMicros;
    }

    /** Whether enough was sent since then to say what it waited for. */
    boolean isWellAfter(SendTime before) {
        return busyMicros - before.busyMicros >= SECOND_MICROS;
    }

    /** What it has waited for mostly since that earlier time; empty if it had nothing to send. */
    Optional<Sending> since(SendTime before) {
        long busy = busyMicros - before.busyMicros;
        long peer = peerMicros - before.peerMicros;
        return busy <= 0 ? Optional.empty() : Optional.of(2 * peer >= busy ? Sending.PEER : Sending.NETWORK);
    }
}
