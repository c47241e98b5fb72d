package io.hdfsthrottle.coordinator.feature.launch.deployment;

import io.hdfsthrottle.coordinator.feature.DiskLessor;
import io.hdfsthrottle.coordinator.feature.DiskLessor.Answer;
import io.hdfsthrottle.coordinator.feature.DiskLessor.Held;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Deployment.State;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Refusal.Reason;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Manages the deployments that this coordinator launched: leases disks for them, starts, monitors and ends them, and
 * releases their disks. Their leases are short and renewed while they run, so that a coordinator that is killed keeps
 * no disk; and a deployment without a lease is ended. Whoever leads renews them; ZooKeeper may be gone until they end. Changes are serialised by this object's lock; readers take none.
 */
public final class LaunchBook implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LaunchBook.class);

    /**
     * How long disks are leased at a time: with the grace of a lease, they are free less than a minute after a
     * coordinator was killed.
     */
    static final Duration LEASE = Duration.ofSeconds(20);

    /** A lease is renewed when less than this is left. */
    private static final long RENEW_BELOW_SECONDS = 12;

    /** How long processes have to end by themselves. */
    static final long PATIENCE_SECONDS = 10;

    /** The same when the coordinator ends, and how long that waits for them. */
    private static final Duration PATIENCE_AT_END = Duration.ofSeconds(3);

    private static final Duration LONGEST_END = Duration.ofSeconds(10);
    private static final String STOPPING = "this coordinator is being stopped; ask again when one leads";
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private final LaunchSettings settings;
    private final Catalogue catalogue;
    private final Backend backend;
    private final Optional<DiskLessor> lessor;
    private final Clock clock;
    private final Supplier<String> ids;
    private final Consumer<Deployment> ended;
    private final Map<String, Owed> owed = new HashMap<>();

    /** By deployment, its lease as it was last renewed: good until its end, whoever leads. */
    private final Map<String, Held> held = new HashMap<>();

    /** By deployment, the volumes of one whose start is under way: only its launch looks after it. */
    private final Map<String, List<String>> starting = new ConcurrentHashMap<>();

    /** The leases as another leader stored them; none until they were read. */
    private volatile Stored stored = Stored.NONE;

    /** When this coordinator was last known to lead, seconds since 1970. */
    private long led;

    private volatile Deployments deployments = Deployments.NONE;
    private boolean closed;

    /** @param read when they were read at the earliest, seconds since 1970 */
    private record Stored(Map<String, Held> leases, long read) {
        static final Stored NONE = new Stored(Map.of(), 0);
    }

    /** A lease that could not be released yet. */
    private record Owed(String deployment, long since) {}

    /** The result of a request to launch a deployment. */
    public sealed interface Result {
        /** The deployment was started. */
        record Launched(Deployment deployment) implements Result {}

        /**
         * The deployment was not started.
         *
         * @param disks the refusal of disks, if that is the reason
         */
        record Refused(Refusal why, Optional<Answer.Refused> disks) implements Result {}
    }

    /**
     * Creates a book without running deployments.
     *
     * @param lessor leases disks; nothing is launched without one
     * @param clock the time of day
     * @param ids names for deployments
     * @param ended called for each deployment of which nothing is left any more
     */
    public LaunchBook(
            LaunchSettings settings,
            Catalogue catalogue,
            Backend backend,
            Optional<DiskLessor> lessor,
            Clock clock,
            Supplier<String> ids,
            Consumer<Deployment> ended) {
        this.settings = settings;
        this.catalogue = catalogue;
        this.backend = backend;
        this.lessor = lessor;
        this.clock = clock;
        this.ids = ids;
        this.ended = ended;
        backend.swept().forEach((deployment, lease) -> owed.put(lease, new Owed(deployment, now())));
    }

    /** The settings: what may be launched, and by which users. */
    public LaunchSettings settings() {
        return settings;
    }

    /** The products that can be launched. */
    public Catalogue catalogue() {
        return catalogue;
    }

    /** The backend, to be read only. */
    public Backend backend() {
        return backend;
    }

    /** All deployments that are remembered. */
    public Deployments deployments() {
        return deployments;
    }

    /**
     * Leases disks and starts a deployment on them.
     *
     * @param rehearse whether this is a dry run
     * @throws NotStored if the lease was not kept, or that is not known
     * @throws InvalidInput if no deployment ever has as many disks
     */
    public Result launch(Order order, boolean rehearse) {
        String trouble = settings.on() ? backend.trouble(order) : "";
        Result result = lease(order, trouble, rehearse);
        return result instanceof Result.Launched launched && !rehearse ? start(launched.deployment()) : result;
    }

    private synchronized Result lease(Order order, String trouble, boolean rehearse) {
        if (!settings.on() || lessor.isEmpty()) {
            return refused(Reason.OFF, "nothing is launched here; set launch = on in the coordinator's settings");
        }
        if (closed) {
            return refused(Reason.OFF, STOPPING);
        }
        Optional<Refusal> refusal = deployments.refuses(order, settings);
        if (refusal.isPresent()) {
            return new Result.Refused(refusal.get(), Optional.empty());
        }
        if (!trouble.isEmpty()) {
            return refused(Reason.NOT_STARTED, trouble);
        }
        String id = Stream.generate(ids)
                .filter(each -> deployments.deployment(each).isEmpty())
                .findFirst()
                .orElseThrow();
        Result result = refused(Reason.NO_DISKS, "there are no disks");
        for (Set<String> volumes : backend.volumes(order)) {
            DiskLessor.Ask ask =
                    new DiskLessor.Ask(order.tenant(), order.user(), order.disks(), order.kind(), volumes, leaseTime());
            Answer answer = lessor.get().request(ask, owner(id), rehearse);
            if (answer instanceof Answer.Leased leased) {
                Deployment deployment =
                        Deployment.started(id, order, leased.lease().id(), now());
                if (!rehearse) {
                    held.put(id, leased.lease());
                    starting.put(id, chosen(leased.lease(), volumes));
                    change(deployment);
                }
                return new Result.Launched(deployment);
            }
            Answer.Refused why = (Answer.Refused) answer;
            result = new Result.Refused(new Refusal(Reason.NO_DISKS, why.why()), Optional.of(why));
        }
        return result;
    }

    private static Result refused(Reason reason, String sentence) {
        return new Result.Refused(new Refusal(reason, sentence), Optional.empty());
    }

    private static List<String> chosen(Held lease, Set<String> known) {
        return lease.disks().stream()
                .map(volumes ->
                        volumes.stream().filter(known::contains).findFirst().orElseThrow())
                .toList();
    }

    /** Without the lock, since it may take seconds, in which the leases of others have to be renewed. */
    private Result start(Deployment deployment) {
        String id = deployment.id();
        try {
            backend.start(id, deployment.lease(), deployment.order(), starting.get(id));
        } catch (IOException | RuntimeException failed) {
            LOG.warn("{} cannot be started", id, failed);
            String why = "it cannot be started: " + failed.getMessage();
            undo(deployment, why);
            return refused(Reason.NOT_STARTED, why);
        } finally {
            starting.remove(id);
        }
        synchronized (this) {
            if (closed) {
                backend.end(id, true);
                return refused(Reason.OFF, STOPPING);
            }
        }
        return new Result.Launched(deployment);
    }

    /** Keeps the lease of what may still write to its disks: it ends as others do. */
    private synchronized void undo(Deployment failed, String why) {
        String id = failed.id();
        if (backend.observe(id).gone()) {
            held.remove(id);
            deployments = deployments.without(id);
            backend.forget(id);
            giveBack(failed);
        } else {
            change(deployments.deployment(id).orElse(failed).ending(State.FAILED, why, now()));
        }
    }

    /**
     * Ends a deployment; nothing happens to one that is over. Returns the deployment then, or empty if there is none.
     *
     * @param rehearse whether to change nothing
     */
    public synchronized Optional<Deployment> destroy(String id, boolean rehearse) {
        Optional<Deployment> asked = deployments.deployment(id);
        if (rehearse || asked.isEmpty() || asked.get().isOver()) {
            return asked;
        }
        Deployment ending = asked.get().ending(State.DESTROYED, "destroyed on request", now());
        backend.end(id, false);
        change(ending);
        return Optional.of(ending);
    }

    /**
     * Forgets a deployment that is over, and its log. Returns the deployment as it was, or empty if there is none.
     *
     * @param rehearse whether to change nothing
     */
    public synchronized Optional<Deployment> forget(String id, boolean rehearse) {
        Optional<Deployment> asked = deployments.deployment(id);
        if (!rehearse && asked.filter(Deployment::isOver).isPresent()) {
            deployments = deployments.without(id);
            backend.forget(id);
        }
        return asked;
    }

    /** Monitors all running deployments; called about once a second. */
    public synchronized void tick() {
        Optional<Map<String, Held>> leases = leases();
        leases.ifPresent(all -> {
            led = now();
            settle(all);
        });
        for (Deployment deployment : deployments.alive()) {
            if (starting.containsKey(deployment.id())) {
                continue;
            }
            try {
                step(deployment, leases);
            } catch (RuntimeException later) {
                LOG.warn("{} has to wait: {}", deployment.id(), later.toString());
            }
        }
    }

    private void step(Deployment before, Optional<Map<String, Held>> leases) {
        Deployment next = before.seen(backend.observe(before.id()), now());
        if (!next.isOver()) {
            next = next.holding(lease(next, leases), now());
        }
        if (next.state() == State.ENDING) {
            backend.end(next.id(), now() - next.changed() >= PATIENCE_SECONDS);
        }
        if (!next.equals(before)) {
            change(next);
        }
    }

    private Optional<Held> lease(Deployment deployment, Optional<Map<String, Held>> leases) {
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
        if (has.isPresent() && has.get().until() - now() < RENEW_BELOW_SECONDS) {
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
        return Optional.ofNullable(leases.get(lease)).filter(each -> isOf(each, deployment));
    }

    private void change(Deployment deployment) {
        Deployments before = deployments;
        deployments = before.with(deployment);
        before.all().stream()
                .map(Deployment::id)
                .filter(id -> deployments.deployment(id).isEmpty())
                .forEach(backend::forget);
        if (deployment.isOver()) {
            held.remove(deployment.id());
            ended.accept(deployment);
            giveBack(deployment);
        }
    }

    private void giveBack(Deployment deployment) {
        owed.put(deployment.lease(), new Owed(deployment.id(), now()));
        leases().ifPresent(this::settle);
    }

    /** Releases leases; one that cannot be released expires by itself. */
    private void settle(Map<String, Held> leases) {
        long lapsed = now() - LEASE.toSeconds() - DiskLessor.GRACE;
        owed.entrySet().removeIf(each -> {
            boolean has = Optional.ofNullable(leases.get(each.getKey()))
                    .filter(lease -> isOf(lease, each.getValue().deployment()))
                    .isPresent();
            try {
                return !has
                        || lessor.filter(lender -> lender.end(each.getKey())).isPresent();
            } catch (NotStored later) {
                return each.getValue().since() < lapsed;
            }
        });
    }

    /** Empty while this coordinator does not lead. */
    private Optional<Map<String, Held>> leases() {
        try {
            return lessor.map(DiskLessor::held);
        } catch (NotStored notLeading) {
            return Optional.empty();
        }
    }

    private Duration leaseTime() {
        return lessor.map(DiskLessor::longest)
                .filter(longest -> longest.compareTo(LEASE) < 0)
                .orElse(LEASE);
    }

    /** No credential has such a name, so that only administrators end such a lease otherwise. */
    private static String owner(String deployment) {
        return "launch " + deployment;
    }

    private static boolean isOf(Held lease, String deployment) {
        return lease.owner().equals(owner(deployment));
    }

    private long now() {
        return Math.floorDiv(clock.millis(), 1_000L);
    }

    /** Ends everything, and waits up to ten seconds until nothing is left. */
    @Override
    public synchronized void close() {
        closed = true;
        for (Deployment deployment : deployments.alive()) {
            backend.end(deployment.id(), false);
            change(deployment.ending(State.FAILED, "its coordinator was stopped", now()));
        }
        Ticker ticker = Ticker.system();
        long begun = ticker.nanos();
        while (!deployments.alive().isEmpty() && ticker.nanos() - begun < LONGEST_END.toNanos()) {
            boolean force = ticker.nanos() - begun > PATIENCE_AT_END.toNanos();
            for (Deployment deployment : deployments.alive()) {
                backend.end(deployment.id(), force);
                change(deployment.seen(backend.observe(deployment.id()), now()));
            }
            if (!pause()) {
                break;
            }
        }
        if (!deployments.alive().isEmpty()) {
            LOG.error(
                    "Something is left of {}",
                    deployments.alive().stream().map(Deployment::id).collect(Collectors.joining(", ")));
        }
    }

    private static boolean pause() {
        try {
            Thread.sleep(LOOK_AGAIN.toMillis());
            return true;
        } catch (InterruptedException enough) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
