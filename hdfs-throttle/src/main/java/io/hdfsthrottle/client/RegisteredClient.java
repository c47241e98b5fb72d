package io.hdfsthrottle.client;

import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.link.CreditStanding;
import io.hdfsthrottle.link.EntitlementLeft;
import io.hdfsthrottle.link.Waiting;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;

/** The client of an application that a lease keeps registered. */
final class RegisteredClient implements ThrottleClient {

    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final ApplicationLease lease;
    private final boolean owner;

    /** @param owner whether the registration ends with the client */
    RegisteredClient(ApplicationLease lease, boolean owner) {
        this.lease = lease;
        this.owner = owner;
    }

    @Override
    public Answer<AppTag> tag() {
        return lease.tag();
    }

    @Override
    public Answer<CreditStanding> stepBack(Level level, Duration time) {
        String label = level.name().toLowerCase(Locale.ROOT);
        return lease.answer((link, held) -> link.stepBack(held, label, time));
    }

    @Override
    public Answer<CreditStanding> boost(Duration time) {
        return lease.answer((link, held) -> link.boost(held, time));
    }

    @Override
    public Appointment appointment(long bytes, Collection<String> nodes, Duration deadline, Duration patience) {
        return RegisteredAppointment.of(lease, bytes, nodes, deadline, patience, Ticker.system());
    }

    @Override
    public Answer<EntitlementLeft> share() {
        return lease.known((link, held) -> link.entitlementLeft(held));
    }

    @Override
    public Answer<Waiting> explain() {
        return lease.known((link, held) -> link.waiting(held));
    }

    @Override
    public void close() {
        if (owner) {
            try {
                lease.end(FAREWELL);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
