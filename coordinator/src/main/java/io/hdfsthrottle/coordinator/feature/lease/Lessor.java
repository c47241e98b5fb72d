package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.coordinator.feature.DiskLessor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Gives leases to other features. */
record Lessor(LeaseBook book) implements DiskLessor {
    @Override
    public Duration longest() {
        return book.settings().longest();
    }

    @Override
    public Answer request(Ask ask, String owner, boolean dryRun) {
        LeaseRequest request = new LeaseRequest(
                ask.tenant(),
                ask.user(),
                ask.disks(),
                ask.nodes(),
                ask.kind(),
                ask.time(),
                Duration.ZERO,
                ask.among(),
                false);
        Decision decision = book.request(request, owner, dryRun);
        if (decision instanceof Decision.Granted granted) {
            return new Answer.Leased(held(granted.lease()));
        }
        Decision.Refused refused = (Decision.Refused) decision;
        return new Answer.Refused(
                refused.sentence(), refused.outlook().free(), refused.outlook().ahead());
    }

    @Override
    public Map<String, Held> held() {
        return held(book.ledger());
    }

    @Override
    public Map<String, Held> stored() {
        return held(book.stored());
    }

    private static Map<String, Held> held(Ledger ledger) {
        return ledger.leases().stream().collect(Collectors.toUnmodifiableMap(Lease::id, Lessor::held));
    }

    private static Held held(Lease lease) {
        List<List<String>> volumes =
                lease.disks().stream().map(DiskName::volumes).toList();
        return new Held(lease.id(), lease.owner(), volumes, lease.until());
    }

    @Override
    public Optional<Held> renew(String id, Duration time) {
        Optional<Decision> decision = book.renew(id, time, false);
        return decision.isPresent() && decision.get() instanceof Decision.Granted granted
                ? Optional.of(held(granted.lease()))
                : book.ledger().lease(id).map(Lessor::held);
    }

    @Override
    public void expire(String id) {
        book.expire(id);
    }

    @Override
    public boolean end(String id) {
        return book.end(id, false).isPresent();
    }
}
