package io.hdfsthrottle.client;

import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.link.CoordinatorLink;
import io.hdfsthrottle.link.EntitlementLeft;
import io.hdfsthrottle.link.Lease;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.link.Waiting;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An application's registration with the coordinator: created at the start, or as soon as a coordinator is there, renewed
 * while it runs, withdrawn at the end.
 *
 * <p>Registering, renewing and withdrawing run on one daemon thread, so they never overlap; the callers of
 * {@link #begin} and {@link #end} wait for it, for at most their timeout.
 */
public final class ApplicationLease {

    private static final Logger LOG = LoggerFactory.getLogger(ApplicationLease.class);

    /** The shortest renewal interval, whatever the coordinator asks for: the driver has other work. */
    private static final Duration MOST_OFTEN = Duration.ofSeconds(1);

    /** The longest pause between attempts to register; the first is {@link #MOST_OFTEN}, each other twice the last. */
    private static final Duration MOST_SELDOM = Duration.ofSeconds(30);

    /** The status of a request with an invalid part. */
    private static final int INVALID = 422;

    /** The status of a reservation for which there is no room, and of an id that another application has. */
    private static final int CONFLICT = 409;

    private static final int NOT_FOUND = 404;
    private static final int TOO_MANY = 429;
    private static final String UNKNOWN = "the coordinator does not know";

    private final CoordinatorLink link;
    private volatile Registration registration;
    private final Consumer<Lease> changed;
    private final ToIntFunction<Level> parts;
    private final ScheduledExecutorService thread;

    private volatile Lease lease;
    private volatile boolean coordinatorAway;

    /** Why the application is not registered. */
    private volatile Answer<?> unregistered = Answer.absent("no coordinator has answered");

    /** A call to a coordinator. */
    @FunctionalInterface
    interface Question<T> {
        T ask(CoordinatorLink link, Lease held) throws LinkException, InterruptedException;
    }

    /**
     * Creates a lease that has not begun.
     *
     * @param link the connection to the coordinators; closed when the lease ends
     * @param registration the application's registration data
     * @param parts how many executors there are, or tasks at a time; 1 or more
     * @param changed called with the lease when its tag, or what its tenant may do, has changed
     */
    public ApplicationLease(
            CoordinatorLink link, Registration registration, ToIntFunction<Level> parts, Consumer<Lease> changed) {
        this.link = link;
        this.registration = registration;
        this.parts = parts;
        this.changed = changed;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, "hdfs-throttle-lease");
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /**
     * Registers the application and keeps renewing. Tries again, less and less often, until a coordinator registers it,
     * or refuses, which ends the lease.
     *
     * @param patience how long to wait for it; it goes on after that
     * @param late called with a lease that was granted after that, on the lease's own thread
     * @return the lease, or empty after a log line that states the reason
     */
    public Optional<Lease> begin(Duration patience, Consumer<Lease> late) throws InterruptedException {
        CompletableFuture<Lease> outcome = new CompletableFuture<>();
        later(() -> attempt(outcome, MOST_OFTEN), Duration.ZERO);
        try {
            keep(outcome.get(patience.toMillis(), TimeUnit.MILLISECONDS));
            return Optional.of(lease);
        } catch (TimeoutException e) {
            LOG.warn(
                    "hdfs-throttle: application {} runs untagged until a coordinator registers it, none did within {} ms: {}",
                    registration.application(),
                    patience.toMillis(),
                    unregistered.reason());
            finishLater(outcome, late);
        } catch (ExecutionException e) {
            fail(e.getCause());
            warn(e.getCause());
        } catch (InterruptedException e) {
            release();
            throw e;
        }
        return Optional.empty();
    }

    private void attempt(CompletableFuture<Lease> outcome, Duration pause) {
        try {
            outcome.complete(register(registration));
        } catch (Throwable e) { // Whatever it is, somebody waits for the result.
            if (e instanceof LinkException && isTemporary((LinkException) e)) {
                unregistered = Answer.absent(reason(e));
                Duration next = pause.multipliedBy(2);
                later(() -> attempt(outcome, next.compareTo(MOST_SELDOM) < 0 ? next : MOST_SELDOM), pause);
            } else {
                outcome.completeExceptionally(e);
            }
        }
    }

    /** Also that its id is taken: by itself, if the answer to an earlier attempt was lost. */
    private static boolean isTemporary(LinkException trouble) {
        return !isRefusal(trouble) || trouble.status().orElse(0) == CONFLICT;
    }

    private void keep(Lease granted) {
        lease = granted;
        renewLater();
    }

    private void finishLater(CompletableFuture<Lease> outcome, Consumer<Lease> late) {
        Future<Lease> unused = outcome.whenComplete((granted, refused) -> finish(granted, refused, late));
    }

    private void finish(Lease granted, Throwable refused, Consumer<Lease> late) {
        if (granted == null) {
            fail(refused);
            warn(refused);
        } else {
            keep(granted);
            late.accept(granted);
        }
    }

    private void warn(Throwable trouble) {
        if (!(trouble instanceof InterruptedException)) { // the application has ended
            LOG.warn(
                    "hdfs-throttle: application {} runs untagged, it could not be registered: {}",
                    registration.application(),
                    reason(trouble));
        }
    }

    private void fail(Throwable trouble) {
        boolean isRefused = trouble instanceof LinkException && isRefusal((LinkException) trouble);
        unregistered = isRefused ? Answer.refused(reason(trouble)) : Answer.absent(reason(trouble));
        release();
    }

    private static String reason(Throwable trouble) {
        return trouble instanceof LinkException ? trouble.getMessage() : trouble.toString();
    }

    /**
     * Registers; without its rates if the coordinator refuses these, because the job shall run under its tenant all the
     * same.
     */
    private Lease register(Registration wanted) throws LinkException, InterruptedException {
        try {
            return link.register(wanted);
        } catch (LinkException refused) {
            boolean invalid = refused.status().orElse(0) == INVALID;
            boolean noRoom = refused.status().orElse(0) == CONFLICT
                    && !wanted.terms().reservation().equals(Rate.ZERO);
            if (noRoom) {
                return registerAs(
                        wanted.on(wanted.terms().reserving(Rate.ZERO)),
                        "runs without its reservation",
                        refused.getMessage());
            }
            if (!invalid || wanted.terms().equals(PartTerms.NONE)) {
                throw refused;
            }
            return registerAs(
                    wanted.on(PartTerms.NONE),
                    "runs without its limit, reservation and weights of pools",
                    refused.getMessage());
        }
    }

    private Lease registerAs(Registration without, String what, String why) throws LinkException, InterruptedException {
        Lease granted = link.register(without);
        registration = without;
        LOG.warn("hdfs-throttle: application {} {}: {}", registration.application(), what, why);
        return granted;
    }

    /**
     * The unused entitlement according to the coordinator; queried on the caller's thread. Empty if the application is
     * unknown there.
     */
    public Optional<EntitlementLeft> entitlementLeft() throws LinkException, InterruptedException {
        Lease current = lease;
        return current == null ? Optional.empty() : link.entitlementLeft(current);
    }

    /** The client of this application; to close it ends nothing. */
    public ThrottleClient client() {
        return new RegisteredClient(this, false);
    }

    Answer<AppTag> tag() {
        Lease current = lease;
        return current == null ? unregistered.map(never -> null) : Answer.given(current.tag());
    }

    /** What a coordinator answers to that question of the application; asked on the caller's thread. Never throws. */
    <T> Answer<T> answer(Question<T> question) {
        return known((current, held) -> Optional.of(question.ask(current, held)));
    }

    /** The same for a question to which nothing is the answer where the coordinator does not know of it. */
    <T> Answer<T> known(Question<Optional<T>> question) {
        return coordinatorAway ? Answer.absent("no coordinator answers") : attempt(question);
    }

    /** The same, also while the last renewal had no answer. */
    <T> Answer<T> attempt(Question<Optional<T>> question) {
        Lease current = lease;
        if (current == null) {
            return unregistered.map(never -> null);
        }
        try {
            return question.ask(link, current).map(Answer::given).orElseGet(() -> Answer.absent(UNKNOWN));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Answer.absent("the calling thread was interrupted");
        } catch (LinkException trouble) {
            return isRefusal(trouble) ? Answer.refused(trouble.getMessage()) : Answer.absent(trouble.getMessage());
        } catch (RuntimeException trouble) { // Whatever it is, the application goes on.
            return Answer.absent(trouble.toString());
        }
    }

    /** Whether the coordinator would say so again: neither unreachable, unable or too busy, nor without that knowledge. */
    private static boolean isRefusal(LinkException trouble) {
        int status = trouble.status().orElse(0);
        return status / 100 == 4 && status != NOT_FOUND && status != TOO_MANY;
    }

    /**
     * The time that the application was throttled, as known to the coordinator; queried on the caller's thread. Empty
     * if unknown.
     */
    public Optional<Waiting> waiting() throws LinkException, InterruptedException {
        Lease current = lease;
        return current == null || coordinatorAway ? Optional.empty() : link.waiting(current);
    }

    /** Reports which processes executors are; on the caller's thread. Returns whether the coordinator accepts it. */
    public boolean claim(List<ExecutorClaim> claims) throws LinkException, InterruptedException {
        Lease current = lease;
        return current != null && !coordinatorAway && link.claim(current, claims);
    }

    /** Withdraws the application; gives up after {@code patience}. Idempotent. */
    public void end(Duration patience) throws InterruptedException {
        try {
            if (lease != null && !coordinatorAway && !thread.isShutdown()) {
                Future<?> withdrawal = thread.submit(() -> {
                    link.withdraw(lease);
                    return null;
                });
                withdrawal.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            LOG.info(
                    "hdfs-throttle: application {} was not withdrawn and will expire at the coordinator: {}",
                    registration.application(),
                    e.toString());
        } finally {
            release();
        }
    }

    private void release() {
        thread.shutdownNow();
        link.close();
    }

    private void renewLater() {
        later(this::renew, lease.renewAfter().compareTo(MOST_OFTEN) < 0 ? MOST_OFTEN : lease.renewAfter());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what is done never throws.
    private void later(Runnable work, Duration pause) {
        try {
            thread.schedule(work, pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("hdfs-throttle: the lease has ended meanwhile", e);
        }
    }

    private void renew() {
        try {
            Optional<Lease> renewed = link.renew(lease, parts.applyAsInt(Level.EXECUTOR), parts.applyAsInt(Level.TASK));
            hold(renewed.isPresent() ? renewed.get() : register(registration.again(lease)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (LinkException e) {
            lost(e.getMessage());
        } catch (Throwable e) { // Whatever it is, the next renewal must take place.
            lost(e.toString());
        }
        renewLater();
    }

    private void hold(Lease current) {
        if (coordinatorAway) {
            coordinatorAway = false;
            LOG.info(
                    "hdfs-throttle: the coordinator is back, application {} is registered", registration.application());
        }
        Lease before = lease;
        if (!current.remark().isEmpty() && !current.remark().equals(before.remark())) {
            LOG.info("hdfs-throttle: {}", current.remark());
        }
        lease = current;
        boolean sameTag = current.tag().equals(before.tag());
        boolean sameReads = current.shortCircuit() == before.shortCircuit();
        if (!sameTag) {
            LOG.info("hdfs-throttle: the tag is now {}; HDFS clients that are open keep the one before", current.tag());
        }
        if (!sameReads) {
            LOG.info(
                    "hdfs-throttle: short-circuit reads of tenant {} are now {}; HDFS clients that are open go on as before",
                    current.tenant(),
                    current.shortCircuit().label());
        }
        if (!sameTag || !sameReads) {
            changed.accept(current);
        }
    }

    private void lost(String trouble) {
        boolean ended = thread.isShutdown(); // which also ends a renewal that is under way
        if (!ended && !coordinatorAway) {
            coordinatorAway = true;
            LOG.warn(
                    "hdfs-throttle: application {} could not be renewed ({}); its HDFS I/O stays tagged, trying again every {} s",
                    registration.application(),
                    trouble,
                    lease.renewAfter().toSeconds());
        }
    }
}
