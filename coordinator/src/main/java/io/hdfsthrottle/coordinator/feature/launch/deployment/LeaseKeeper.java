package io.hdfsthrottle.coordinator.feature.launch.deployment;

import io.hdfsthrottle.coordinator.feature.DiskLessor;
import io.hdfsthrottle.coordinator.feature.DiskLessor.Answer;
import io.hdfsthrottle.coordinator.feature.DiskLessor.Held;
import io.hdfsthrottle.coordinator.state.NotStored;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases disks for deployments, renews and releases their leases, and knows them while another coordinator leads. For
 * one thread at a time, but for what is public.
 */
public final class LeaseKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

    /**
     * How long disks are leased at a time: with the grace of a lease, they are free a minute and a half after it was
     * renewed last.
     */
    static final Duration LEASE = Duration.ofSeconds(60);

    /**
     * A lease is renewed when less than this is left, for a coordinator that is killed to be back: with ZooKeeper's
     * session of the former process, that takes some 25 s.
     */
    public static final Duration RENEW_BELOW = Duration.ofSeconds(45);

    private final Optional<DiskLessor> lessor;
    private final Clock clock;

    /** By lease, of those that could not be released yet. */
    private final Map<String, Owed> owed = new HashMap<>();

    /** By deployment, its lease as it was last renewed: good until its end, whoever leads. */
    private final Map<String, Held> held = new ConcurrentHashMap<>();

    /** The leases as another leader stored them; none until they were read. */
    private volatile Stored stored = new Stored(Map.of(), 0);

    /** When this coordinator was last known to lead, seconds since 1970. */
    private long led;

    private record Owed(String deployment, long since) {}

    /** @param read when they were read at the earliest, seconds since 1970 */
    private record Stored(Map<String, Held> leases, long read) {}

    /** @param lessor leases disks; there are no leases without one */
    LeaseKeeper(Optional<DiskLessor> lessor, Clock clock) {
        this.lessor = lessor;
        this.clock = clock;
    }

    boolean canLease() {
        return lessor.isPresent();
    }

    /** Asks for disks of so many hosts, as many of each, with one of these volumes each. */
    Answer request(String deployment, Order order, int nodes, Set<String> volumes, boolean rehearse) {
        DiskLessor.Ask ask = new DiskLessor.Ask(
                order.tenant(), order.user(), order.disks() / nodes, nodes, order.kind(), volumes, leaseTime());
        Answer answer = lessor.orElseThrow().request(ask, owner(deployment), rehearse);
        if (answer instanceof Answer.Leased leased && !rehearse) {
            held.put(deployment, leased.lease());
        }
        return answer;
    }

    private Duration leaseTime() {
        return lessor.map(DiskLessor::longest)
                .filter(longest -> longest.compareTo(LEASE) < 0)
                .orElse(LEASE);
    }

    /** All leases, by their ids; empty while this coordinator does not lead. Releases what is owed. */
    Optional<Map<String, Held>> settled() {
        Optional<Map<String, Held>> leases = leases();
        leases.ifPresent(all -> {
            led = now();
            settle(all);
        });
        return leases;
    }

    private Optional<Map<String, Held>> leases() {
        try {
            return lessor.map(DiskLessor::held);
        } catch (NotStored notLeading) {
            return Optional.empty();
        }
    }

    /** The lease of a deployment, renewed if it is time; empty if it has none. */
    Optional<Held> lease(Deployment deployment, Optional<Map<String, Held>> leases) {
        Stored others = stored;
        if (leases.isEmpty() && others.read() <= Math.max(led, deployment.asked())) {
            return Optional.ofNullable(held.get(deployment.id()));
        }
        Optional<Held> lease = leases.isPresent()
                ? renew(deployment.id(), deployment.lease(), leases.get())
                : of(deployment.id(), deployment.lease(), others.leases());
        lease.ifPresent(now -> held.put(deployment.id(), now));
        return lease;
    }

    /** Takes up the lease of a deployment that runs already: whoever leads says whether it has it still. */
    void resume(String deployment, String lease) {
        held.put(deployment, new Held(lease, owner(deployment), List.of(), now() + RENEW_BELOW.toSeconds()));
    }

    /** The lease of a deployment as it was last known; empty if it was only taken up, with no disk. For any thread. */
    public Optional<Held> known(String deployment) {
        return Optional.ofNullable(held.get(deployment))
                .filter(each -> !each.disks().isEmpty());
    }

    /** Releases the lease of a deployment of which nothing is left, now or later. */
    void giveBack(String deployment, String lease) {
        held.remove(deployment);
        owed.put(lease, new Owed(deployment, now()));
        leases().ifPresent(this::settle);
    }

    /** One that cannot be released expires by itself. */
    private void settle(Map<String, Held> leases) {
        long lapsed = now() - LEASE.toSeconds() - DiskLessor.GRACE;
        owed.entrySet().removeIf(each -> {
            boolean has =
                    of(each.getValue().deployment(), each.getKey(), leases).isPresent();
            try {
                return !has
                        || lessor.filter(lender -> lender.end(each.getKey())).isPresent();
            } catch (NotStored later) {
                return each.getValue().since() < lapsed;
            }
        });
    }

    /**
     * Takes note of the leases as another leader stored them.
     *
     * @param leases by their ids
     * @param read when they were read at the earliest, seconds since 1970
     */
    public void stored(Map<String, Held> leases, long read) {
        stored = new Stored(leases, read);
    }

    /**
     * Renews the lease of a deployment, of whichever coordinator, if it is time; empty if it has none.
     *
     * @param leases all, by their ids
     */
    public Optional<Held> renew(String deployment, String lease, Map<String, Held> leases) {
        Optional<Held> has = of(deployment, lease, leases);
        if (has.isPresent() && has.get().until() - now() < RENEW_BELOW.toSeconds()) {
            try {
                return lessor.flatMap(lender -> lender.renew(lease, leaseTime()));
            } catch (NotStored later) {
                LOG.warn("The lease of {} cannot be renewed yet: {}", deployment, later.getMessage());
            }
        }
        return has;
    }

    /**
     * Ends the lease of a deployment of which nothing is left, if it still has it.
     *
     * @param leases all, by their ids
     */
    public void release(String deployment, String lease, Map<String, Held> leases) {
        if (of(deployment, lease, leases).isPresent()) {
            boolean unused = lessor.filter(lender -> lender.end(lease)).isPresent();
        }
    }

    private static Optional<Held> of(String deployment, String lease, Map<String, Held> leases) {
        return Optional.ofNullable(leases.get(lease))
                .filter(each -> each.owner().equals(owner(deployment)));
    }

    /** No credential has such a name, so that only administrators end such a lease otherwise. */
    private static String owner(String deployment) {
        return "launch " + deployment;
    }

    private long now() {
        return Math.floorDiv(clock.millis(), 1_000L);
    }
}
