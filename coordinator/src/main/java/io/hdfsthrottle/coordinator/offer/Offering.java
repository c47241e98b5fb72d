package io.hdfsthrottle.coordinator.offer;

import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.UsageReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Snapshot of the disk capacity on offer, and of the claims that hold or want it. Immutable; pure.
 *
 * <p>Waiting claims are processed in their order ({@link Claim#ORDER}). A claim that does not fit sets aside what it
 * waits for, so that no claim behind it takes any of that; claims that need none of it overtake it. A claim that would
 * not fit even if nothing were held sets nothing aside.
 */
public final class Offering {
    private final Disks disks;
    private final Policy policy;
    private final List<Claim> claims;

    private Offering(Disks disks, Policy policy, Collection<Claim> claims) {
        this.disks = disks;
        this.policy = policy;
        this.claims = List.copyOf(claims);
    }

    /**
     * An offering of these capacities beside the tenants' reservations, and one claim per application that holds or
     * wants something.
     */
    public static Offering of(Disks disks, Policy policy, Collection<Claim> claims) {
        return new Offering(disks, policy, claims);
    }

    /** The most that a tenant's applications may hold of its reservation. */
    public static Rate most(Rate ofTenant) {
        return Rate.ofBytesPerSecond((long) (CommittedCapacity.MOST_RESERVED * ofTenant.bytesPerSecond()));
    }

    /** The applications whose waiting claims are admitted now, in queue order. */
    public List<String> admissible() {
        return queue().stream()
                .filter(QueuedClaim::fits)
                .map(queued -> queued.claim().application())
                .toList();
    }

    /** Decides on that claim, which replaces the application's known claim, if any. */
    public Decision decide(Claim asking) {
        Offering with = with(asking);
        int ahead = 0;
        for (QueuedClaim queued : with.queue()) {
            if (queued.claim().equals(asking)) {
                return queued.fits()
                        ? new Decision.Admitted(queued.room())
                        : new Decision.NotNow(queued.room(), ahead, with.earliest(asking));
            }
            ahead += queued.fits() ? 0 : 1;
        }
        throw new IllegalArgumentException(asking.application() + " asks for nothing");
    }

    /** The free capacity of a node's volumes, in the order of its report. */
    public Function<UsageReport, List<VolumeOffer>> volumes() {
        CommittedCapacity standing = held();
        return usage -> {
            Optional<Double> part = disks.capacity(usage.node()).map(known -> standing.reserved(usage.node()));
            return usage.volumes().stream()
                    .map(volume -> VolumeOffer.of(volume, part))
                    .toList();
        };
    }

    private Offering with(Claim asking) {
        List<Claim> all = new ArrayList<>(claims);
        all.removeIf(claim -> claim.application().equals(asking.application()));
        all.add(asking);
        return new Offering(disks, policy, all);
    }

    /** The reservations held now, without waiting claims. */
    private CommittedCapacity held() {
        CommittedCapacity standing = new CommittedCapacity(disks, policy);
        claims.forEach(claim -> standing.hold(claim, claim.held().bytesPerSecond()));
        return standing;
    }

    /** A waiting claim, and the room for it at its position in the queue. */
    private record QueuedClaim(Claim claim, Headroom room) {
        boolean fits() {
            return room.holds(claim.wanted().orElseThrow());
        }
    }

    private List<QueuedClaim> queue() {
        CommittedCapacity empty = new CommittedCapacity(disks, policy);
        CommittedCapacity standing = held();
        List<QueuedClaim> queue = new ArrayList<>();
        List<Claim> waiting = claims.stream()
                .filter(claim -> claim.wanted().isPresent())
                .sorted(Claim.ORDER)
                .toList();
        for (Claim claim : waiting) {
            Rate wanted = claim.wanted().orElseThrow();
            standing.hold(claim, -claim.held().bytesPerSecond());
            QueuedClaim queued = new QueuedClaim(claim, standing.room(claim));
            queue.add(queued);
            boolean everFits = queued.fits() || empty.room(claim).holds(wanted);
            standing.hold(claim, (everFits ? wanted : claim.held()).bytesPerSecond());
        }
        return queue;
    }

    private Optional<Duration> earliest(Claim asking) {
        List<Claim> holders = claims.stream()
                .filter(claim ->
                        !claim.held().equals(Rate.ZERO) && !claim.application().equals(asking.application()))
                .sorted(Comparator.comparing(Claim::leaseLeft).thenComparing(Claim::application))
                .toList();
        if (!fitsWithout(holders, asking)) {
            return Optional.empty();
        }
        int tooFew = 0;
        int enough = holders.size();
        while (enough - tooFew > 1) {
            int middle = (tooFew + enough) >>> 1;
            if (fitsWithout(holders.subList(0, middle), asking)) {
                enough = middle;
            } else {
                tooFew = middle;
            }
        }
        return holders.isEmpty()
                ? Optional.empty()
                : Optional.of(holders.get(enough - 1).leaseLeft());
    }

    private boolean fitsWithout(List<Claim> gone, Claim asking) {
        List<Claim> left = new ArrayList<>(claims);
        left.removeAll(Set.copyOf(gone));
        return new Offering(disks, policy, left)
                .queue().stream().anyMatch(queued -> queued.claim().equals(asking) && queued.fits());
    }
}
