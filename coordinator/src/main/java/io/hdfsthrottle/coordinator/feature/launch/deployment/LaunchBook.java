package io.hdfsthrottle.coordinator.feature.launch.deployment;

import io.hdfsthrottle.coordinator.feature.DiskLessor;
import io.hdfsthrottle.coordinator.feature.DiskLessor.Answer;
import io.hdfsthrottle.coordinator.feature.DiskLessor.Held;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Deployment.State;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Refusal.Reason;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.state.NotStored;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Manages the deployments that this coordinator launched: leases disks for them, starts, monitors and ends them, and
 * releases their disks; also of those that an earlier process of this coordinator launched. Their leases are short and
 * renewed while they run, so that a host that is lost keeps no disk; and a deployment without a lease is ended. Whoever
 * leads renews them; ZooKeeper may be gone until they end. Changes are serialised by this object's lock; readers take none.
 */
public final class LaunchBook implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LaunchBook.class);

    /** How long processes have to end by themselves. */
    static final long PATIENCE_SECONDS = 10;

    private static final String STOPPING = "this coordinator is being stopped; ask again when one leads";

    private final LaunchSettings settings;
    private final Catalogue catalogue;
    private final Backend backend;
    private final LeaseKeeper leases;
    private final Clock clock;
    private final Supplier<String> ids;
    private final Consumer<Deployment> ended;
    /** By deployment, the volumes of one whose start is under way: only its launch looks after it. */
    private final Map<String, List<String>> starting = new ConcurrentHashMap<>();

    private volatile Deployments deployments = Deployments.NONE;
    private boolean closed;

    /** The result of a request to launch a deployment. */
    public sealed interface Result {
        /** The deployment was started. */
        record Launched(Deployment deployment) implements Result {}

        /** The deployment was not started; there is a refusal of disks if that is the reason. */
        record Refused(Refusal why, Optional<Answer.Refused> disks) implements Result {}
    }

    /**
     * Creates a book of the deployments that the backend has already.
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
        this.leases = new LeaseKeeper(lessor, clock);
        this.clock = clock;
        this.ids = ids;
        this.ended = ended;
        backend.left().forEach(each -> {
            deployments = deployments.with(each);
            leases.resume(each.id(), each.lease());
        });
    }

    /** The settings: what may be launched, and by which users. */
    public LaunchSettings settings() {
        return settings;
    }

    /** The products that can be launched. */
    public Catalogue catalogue() {
        return catalogue;
    }

    /** The leases of deployments. */
    public LeaseKeeper leases() {
        return leases;
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
        if (!settings.on() || !leases.canLease()) {
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
            Answer answer = request(id, order, volumes, rehearse);
            if (answer instanceof Answer.Leased leased) {
                Deployment deployment =
                        Deployment.started(id, order, leased.lease().id(), now());
                if (!rehearse) {
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

    private Answer request(String id, Order order, Set<String> volumes, boolean rehearse) {
        Optional<Answer> answer = Optional.empty();
        for (int hosts : backend.hosts(order)) {
            answer = answer.filter(Answer.Leased.class::isInstance)
                    .or(() -> Optional.of(leases.request(id, order, hosts, volumes, rehearse)));
        }
        return answer.orElseThrow();
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
            backend.start(deployment, starting.get(id));
        } catch (IOException | RuntimeException failed) {
            LOG.warn("{} cannot be started", id, failed);
            String why = "it cannot be started: " + failed.getMessage();
            undo(deployment, why);
            return refused(Reason.NOT_STARTED, why);
        } finally {
            starting.remove(id);
        }
        return new Result.Launched(deployment);
    }

    /** Keeps the lease of what may still write to its disks: it ends as others do. */
    private synchronized void undo(Deployment failed, String why) {
        String id = failed.id();
        if (backend.observe(id).gone()) {
            deployments = deployments.without(id);
            backend.forget(id);
            leases.giveBack(id, failed.lease());
        } else {
            change(deployments.deployment(id).orElse(failed).ending(State.FAILED, why, now()));
        }
    }

    /**
     * Ends a deployment; nothing happens to one that is over. Returns the deployment then, or empty if there is none.
     *
     * @param rehearse whether to change nothing
     * @throws NotStored if this book is closed, so that nobody would end it
     */
    public synchronized Optional<Deployment> destroy(String id, boolean rehearse) {
        Optional<Deployment> asked = deployments.deployment(id);
        if (rehearse || asked.isEmpty() || asked.get().isOver()) {
            return asked;
        }
        if (closed) {
            throw new NotStored(NotStored.Reason.BUSY, STOPPING);
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
        Optional<Map<String, Held>> all = leases.settled();
        for (Deployment deployment : deployments.alive()) {
            if (starting.containsKey(deployment.id())) {
                continue;
            }
            try {
                step(deployment, all);
            } catch (RuntimeException later) {
                LOG.warn("{} has to wait: {}", deployment.id(), later.toString());
            }
        }
    }

    private void step(Deployment before, Optional<Map<String, Held>> all) {
        Deployment next = before.seen(backend.observe(before.id()), now());
        if (!next.isOver()) {
            next = next.holding(leases.lease(next, all), now());
        }
        if (next.state() == State.ENDING) {
            backend.end(next.id(), now() - next.changed() >= PATIENCE_SECONDS);
        }
        if (!next.equals(before)) {
            change(next);
        }
    }

    private void change(Deployment deployment) {
        Deployments after = deployments.with(deployment);
        deployments.all().stream()
                .map(Deployment::id)
                .filter(id -> after.deployment(id).isEmpty())
                .forEach(backend::forget);
        if (deployment.isOver()) {
            leases.giveBack(deployment.id(), deployment.lease());
        }
        deployments = after;
        if (deployment.isOver()) {
            ended.accept(deployment);
        }
    }

    private long now() {
        return Math.floorDiv(clock.millis(), 1_000L);
    }

    /** Launches and ends no more; what runs, or is being started, goes on. */
    @Override
    public synchronized void close() {
        closed = true;
    }
}
