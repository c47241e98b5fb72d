package io.hdfsthrottle.coordinator.application;

import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.offer.AdmissionText;
import io.hdfsthrottle.coordinator.offer.Claim;
import io.hdfsthrottle.coordinator.offer.Decision;
import io.hdfsthrottle.coordinator.offer.Disks;
import io.hdfsthrottle.coordinator.offer.Mode;
import io.hdfsthrottle.coordinator.offer.Offering;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Decides by the {@link Offering} on the reservations that applications ask for. Thread-safe: each call works on its
 * own snapshot.
 */
public final class Reservations implements ApplicationBook.Settling {
    private final Assignment assignment;
    private final Supplier<Policy> policy;
    private final Supplier<List<NodeReport>> nodes;
    private final Function<String, Duration> leaseLeft;
    private final Clock clock;

    /**
     * Decides for applications with these tenants on these nodes, and how long each lives without renewing, by its id.
     */
    Reservations(
            Assignment assignment,
            Supplier<Policy> policy,
            Supplier<List<NodeReport>> nodes,
            Function<String, Duration> leaseLeft,
            Clock clock) {
        this.assignment = assignment;
        this.policy = policy;
        this.nodes = nodes;
        this.leaseLeft = leaseLeft;
        this.clock = clock;
    }

    /**
     * Keeps a reservation as wanted if it is not above what is held, or asks for no decision; decides on a new request.
     * A reservation for each executor or task is summed over them; what waits for more keeps the sum that it has, divided
     * among more parts.
     */
    @Override
    public Application settle(
            Optional<Application> known, Application wanted, Supplier<Collection<Application>> reserving) {
        boolean asksNothing = known.isPresent()
                && known.get().terms().equals(wanted.terms())
                && known.get().ask().equals(wanted.ask());
        if (asksNothing) {
            return wanted;
        }
        Rate asked = wanted.terms().reservation();
        Rate held = known.filter(
                        before -> before.ask().nodes().equals(wanted.ask().nodes()))
                .map(before -> before.ask().total(before.terms().reservation()))
                .orElse(Rate.ZERO); // a reservation for other nodes is released
        Rate total = wanted.ask().total(asked);
        long now = clock.millis() / 1_000;
        if (wanted.ask().mode() == Mode.IGNORE || total.compareTo(held) <= 0) {
            boolean isKept = known.isPresent() && total.equals(held);
            return wanted.asking(
                    asked.equals(Rate.ZERO)
                            ? wanted.ask().of(wanted.ask().parts())
                            : wanted.ask().settled(isKept ? known.get().ask().since() : now));
        }
        boolean waitsAlready = known.isPresent()
                && known.get().ask().waitsFor().equals(Optional.of(asked))
                && wanted.ask().parts() <= known.get().ask().parts();
        long since = waitsAlready ? known.get().ask().since() : now;
        Rate limit = wanted.terms().limit();
        Rate each = Rate.ofBytesPerSecond(held.bytesPerSecond() / wanted.ask().parts());
        Application waiting = wanted.on(wanted.terms().reserving(each.compareTo(limit) > 0 ? limit : each))
                .asking(wanted.ask().waiting(asked, since));
        Policy decided = policy.get();
        Claim claim = claim(waiting, decided);
        Decision decision = offering(reserving.get(), decided).decide(claim);
        if (decision instanceof Decision.NotNow notNow) {
            boolean hasOnlyMoreParts = known.isPresent()
                    && known.get().ask().parts() < wanted.ask().parts();
            if (wanted.ask().mode() == Mode.REJECT && !hasOnlyMoreParts) {
                throw new InsufficientCapacity(AdmissionText.refusal(claim, notNow), notNow);
            }
            return waiting;
        }
        return wanted.asking(wanted.ask().settled(now));
    }

    /**
     * The state of a reservation.
     *
     * @param claim the reservation that is held, and the one waited for
     * @param decision on what is waited for, or else on what is held
     */
    public record Standing(Claim claim, Decision decision) {
        /** The same in a sentence. */
        public String sentence() {
            return AdmissionText.sentence(claim, decision);
        }
    }

    /** What is offered, held and wanted now. */
    Offering offering(Collection<Application> reserving) {
        return offering(reserving, policy.get());
    }

    private Offering offering(Collection<Application> reserving, Policy decided) {
        return Offering.of(
                Disks.of(nodes.get()),
                decided,
                reserving.stream().map(each -> claim(each, decided)).toList());
    }

    /** The state of the reservation that an application waits for, or has; empty if it reserves nothing. */
    Optional<Standing> standing(Application application, Collection<Application> reserving) {
        if (!application.reserves()) {
            return Optional.empty();
        }
        Policy decided = policy.get();
        Claim claim = claim(application, decided);
        Claim asking = claim.wanted().isPresent() ? claim : claim.confirming();
        return Optional.of(new Standing(claim, offering(reserving, decided).decide(asking)));
    }

    private Claim claim(Application application, Policy decided) {
        Tenant tenant = assignment.tenantOf(application, decided);
        Optional<TenantTerms> terms = decided.terms(tenant);
        Rate all = terms.map(TenantTerms::reservation).orElse(Rate.ZERO);
        Rate held = application.ask().total(application.terms().reservation());
        return new Claim(
                application.id(),
                tenant,
                terms.map(TenantTerms::priority).orElse(1),
                application.ask().nodes(),
                held.compareTo(all) < 0 ? held : all, // no node gives it more, whatever it counts
                application.ask().waitsFor().map(application.ask()::total),
                application.ask().since(),
                leaseLeft.apply(application.id()));
    }
}
