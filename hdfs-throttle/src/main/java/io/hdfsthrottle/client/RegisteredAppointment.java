package io.hdfsthrottle.client;

import io.hdfsthrottle.link.AppointmentAnswer;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** An appointment of an application that a lease keeps registered, or none. */
final class RegisteredAppointment implements Appointment {

    /** Coordinators hold a call open for a minute at most. */
    private static final Duration LONGEST_QUESTION = Duration.ofSeconds(30);

    private final ApplicationLease lease;
    private final Answer<AppointmentAnswer> made;
    private final Duration within;
    private final long untilNanos;
    private final Ticker ticker;
    private final AtomicBoolean closed = new AtomicBoolean();

    private RegisteredAppointment(
            ApplicationLease lease, Answer<AppointmentAnswer> made, Duration within, Ticker ticker) {
        this.lease = lease;
        this.made = made;
        this.within = within;
        this.ticker = ticker;
        this.untilNanos = ticker.nanos() + within.toNanos();
    }

    /** No appointment, for that reason. */
    static Appointment without(Answer<AppointmentAnswer> reason) {
        return new RegisteredAppointment(null, reason, Duration.ZERO, Ticker.system());
    }

    static Appointment of(
            ApplicationLease lease,
            long bytes,
            Collection<String> nodes,
            Duration deadline,
            Duration patience,
            Ticker ticker) {
        Answer<AppointmentAnswer> made =
                lease.answer((link, held) -> link.makeAppointment(held, bytes, nodes, deadline, patience));
        Duration within = made.value().map(AppointmentAnswer::within).orElse(Duration.ZERO);
        return new RegisteredAppointment(lease, made, within.compareTo(patience) < 0 ? within : patience, ticker);
    }

    @Override
    public Answer<Duration> within() {
        return made.map(appointment -> within);
    }

    @Override
    public boolean await() {
        long left = untilNanos - ticker.nanos();
        while (left > 0 && made.value().isPresent() && !closed.get()) {
            Duration patience = Duration.ofSeconds(
                    Math.min(LONGEST_QUESTION.toSeconds(), Math.max(1, TimeUnit.NANOSECONDS.toSeconds(left))));
            Answer<Boolean> begun =
                    lease.known((link, held) -> link.hasBegun(made.value().get(), patience));
            if (begun.value().orElse(true)) {
                return begun.value().isPresent(); // else it is over, or nobody would call
            }
            left = untilNanos - ticker.nanos();
        }
        return made.value().isPresent() && !closed.get();
    }

    @Override
    public void close() {
        if (made.value().isPresent() && closed.compareAndSet(false, true)) {
            Answer<Boolean> unused = lease.attempt((link, held) -> {
                link.endAppointment(held, made.value().get());
                return Optional.of(true);
            });
        }
    }
}
