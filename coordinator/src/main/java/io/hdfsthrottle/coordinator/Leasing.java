package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.audit.Origin;
import io.hdfsthrottle.coordinator.disk.Lease;
import io.hdfsthrottle.coordinator.disk.LeaseBook;
import io.hdfsthrottle.coordinator.state.NotStored;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Periodically ends leases, serves waiting requests, and audits both. */
final class Leasing {
    private static final Logger LOG = LoggerFactory.getLogger(Leasing.class);

    private final LeaseBook book;
    private final AuditTrail audit;

    Leasing(LeaseBook book, AuditTrail audit) {
        this.book = book;
        this.audit = audit;
    }

    /** Called about once a second. */
    void tick() {
        try {
            book.tick(this::record);
        } catch (NotStored later) {
            LOG.warn("Ending leases, or serving who waits for disks, has to wait: {}", later.getMessage());
        }
    }

    private static String event(Lease before, Optional<Lease> after) {
        if (after.isPresent()) {
            return before.isWaiting() ? "lease.granted" : "lease.drained";
        }
        return before.isWaiting() ? "lease.lapsed" : "lease.expired";
    }

    private static String left(Lease before, Optional<Lease> after) {
        if (!before.draining() || after.isEmpty()) {
            return "";
        }
        OptionalLong bytes = after.get().left();
        return ", " + (bytes.isPresent() ? bytes.getAsLong() + " bytes left" : "bytes left unknown");
    }

    private void record(Lease before, Optional<Lease> after) {
        audit.happened(
                Origin.ITSELF,
                event(before, after),
                before.id(),
                after.orElse(before).disks().size() + " disks of "
                        + before.ask().user() + left(before, after));
    }
}
