package io.hdfsthrottle.coordinator.application;

import io.hdfsthrottle.coordinator.access.Authority;
import io.hdfsthrottle.coordinator.access.Role;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.offer.Mode;
import io.hdfsthrottle.coordinator.offer.Offering;
import io.hdfsthrottle.coordinator.offer.ReservationRequest;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.ApplicationSecret;
import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.unit.Rate;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Admits applications: finds their tenant, keeps them in the book, and signs their tags. Thread-safe. */
public final class Registrations {
    private static final Logger LOG = LoggerFactory.getLogger(Registrations.class);

    private static final int RENEWALS_PER_LEASE = 3;
    private static final Duration MOST_SELDOM = Duration.ofSeconds(20);

    private final String cluster;
    private final ApplicationBook book;
    private final Assignment assignment;
    private final Supplier<Policy> policy;
    private final Supplier<SigningKeys> keys;
    private final Clock clock;
    private final Duration expiry;
    private final Reservations reservations;

    /**
     * An application that was admitted.
     *
     * @param application the application as it registered
     * @param tenant the tenant that it belongs to now
     * @param tag the tag that its operations carry
     * @param secret the secret that only its registrant is told
     * @param shortCircuit what its tenant's clients may do with replicas on their own host
     */
    public record Registered(
            Application application, Tenant tenant, AppTag tag, String secret, ShortCircuit shortCircuit) {
        /** Without the secret. */
        @Override
        public String toString() {
            return application + " of " + tenant;
        }
    }

    /**
     * Admits to this book by this policy, signing with these keys.
     *
     * @param nodes the last reports of DataNodes, by which reservations are admitted
     */
    public Registrations(
            String cluster,
            ApplicationBook book,
            Assignment assignment,
            Supplier<Policy> policy,
            Supplier<List<NodeReport>> nodes,
            Supplier<SigningKeys> keys,
            Clock clock,
            Duration expiry) {
        this.cluster = cluster;
        this.book = book;
        this.assignment = assignment;
        this.policy = policy;
        this.keys = keys;
        this.clock = clock;
        this.expiry = expiry;
        this.reservations = new Reservations(assignment, policy, nodes, book::leaseLeft, clock);
    }

    /**
     * A request to register an application.
     *
     * @param id the application's id
     * @param name null for the id
     * @param user the user that it says it runs as
     * @param claims the tenant it asks to be; null for none
     * @param terms on which it asks to be served within its tenant; for the smallest parts that its clients name
     * @param ask how it asks for the reservation among them
     * @param proof that it is the same as before, if it registers again
     */
    public record Request(
            String id,
            String name,
            String user,
            String claims,
            PartTerms terms,
            ReservationRequest ask,
            Optional<Proof> proof) {}

    /**
     * The proof of an earlier registration.
     *
     * @param notBefore when that was, seconds since 1970
     * @param secret the secret that its registrant was told
     */
    public record Proof(long notBefore, String secret) {}

    /**
     * Registers an application, or one that registers again; done once it is kept. Fails with what
     * {@link ApplicationBook#register} fails with.
     *
     * @param by the caller
     * @param kept called with it once it is kept, unless it is unchanged
     * @param rehearsed whether this is a dry run
     * @throws InvalidInput if a part of it is invalid, or it cannot have that tenant
     * @throws Refused if the credential is for another user or tenant, or the proof is invalid
     */
    public CompletableFuture<Registered> register(
            Request request, Authority by, ApplicationBook.Kept kept, boolean rehearsed) {
        Application asked = Application.registering(
                        request.id(), request.name(), request.user(), request.claims(), clock.millis() / 1_000)
                .telling(request.terms())
                .asking(request.ask());
        request.proof().ifPresent(proof -> check(asked.since(proof.notBefore()), proof.secret()));
        Application wanted =
                bound(asked, by).since(request.proof().map(Proof::notBefore).orElse(asked.notBefore()));
        boolean proven = request.proof().isPresent();
        Optional<Application> known = request.proof().flatMap(proof -> book.application(request.id())
                .filter(alive -> alive.notBefore() == proof.notBefore()));
        if (known.isPresent()) { // changes made while it ran remain
            wanted = wanted.on(known.get().terms()).asking(known.get().ask());
        }
        checkReservation(wanted, assignment.admit(wanted, policy.get()), known.isEmpty());
        if (rehearsed) {
            return CompletableFuture.completedFuture(registered(book.rehearse(wanted, proven, reservations)));
        }
        Application asking = wanted;
        return book.register(asking, proven, reservations, kept)
                .thenApply(done -> registered(book.application(asking.id()).orElse(asking)));
    }

    /**
     * The tenant of a caller that does not register, for example one that leases disks.
     *
     * @param claims the tenant that is asked for; null for none
     * @throws InvalidInput if the user is invalid, or cannot have that tenant
     * @throws Refused if the credential is for another user or tenant
     */
    public Tenant tenantOf(String user, String claims, Authority by) {
        Application asked = Application.registering("anything", null, user, claims, clock.millis() / 1_000);
        return assignment.admit(bound(asked, by), policy.get());
    }

    /**
     * A reservation is a part of the tenant's: more than that would have no effect, and more than is ever admitted is
     * invalid.
     */
    private void checkReservation(Application wanted, Tenant tenant, boolean isAskedFor) {
        Rate reserved = policy.get().terms(tenant).map(TenantTerms::reservation).orElse(Rate.ZERO);
        boolean isDecided = isAskedFor && wanted.ask().mode() != Mode.IGNORE;
        Rate most = isDecided ? Offering.most(reserved) : reserved;
        if (wanted.terms().reservation().compareTo(most) > 0) {
            throw new InvalidInput(
                    "reservationBytesPerSecond",
                    wanted.terms().reservation().bytesPerSecond(),
                    "a rate up to " + (isDecided ? "90 % of " : "") + "what the tenant " + tenant + " has reserved, "
                            + most.bytesPerSecond());
        }
    }

    /**
     * Changes the terms of a living application; the changed application once that is kept, or empty if it is not
     * alive. Fails with what {@link ApplicationBook#change} fails with.
     *
     * @param ask how it asks for the reservation among them
     * @param precondition throws for an application that the change is not meant for
     * @param secret of its registration; empty if an administrator changes it
     * @param kept called with it once it is kept
     * @throws InvalidInput if the terms are for parts that it does not name, or reserve more than its tenant has
     * @throws Refused if the caller has neither the secret nor that role
     */
    public CompletableFuture<Optional<Application>> change(
            String id,
            PartTerms terms,
            ReservationRequest ask,
            Consumer<Application> precondition,
            Optional<String> secret,
            Authority by,
            ApplicationBook.Kept kept,
            boolean rehearsed) {
        Optional<Application> known = book.application(id);
        if (known.isEmpty()) {
            return CompletableFuture.completedFuture(known);
        }
        if (!by.may(Role.ADMIN)) { // an administrator may limit the tenant, hence its applications
            check(known.get(), secret.orElse(""));
        }
        Application wanted = known.get().on(terms).asking(ask);
        checkReservation(wanted, tenantOf(wanted), true);
        UnaryOperator<Application> change = alive -> {
            precondition.accept(alive);
            boolean sameParts = alive.terms().per() == terms.per(); // else the next renewal says how many there are
            return alive.on(terms).asking(ask.of(sameParts ? alive.ask().parts() : 1));
        };
        return rehearsed
                ? CompletableFuture.completedFuture(book.rehearseChange(id, change, reservations))
                : book.change(id, change, reservations, kept)
                        .thenApply(alive -> alive ? book.application(id) : Optional.empty());
    }

    /**
     * Admits waiting reservations for which there is room, in their order; called about once a second.
     *
     * @param kept called for each application that was admitted
     * @return done once all are kept; fails with {@link NotStored} if some were not, or that is not known: these keep
     *     waiting
     */
    public CompletableFuture<?> admitWaiting(ApplicationBook.Kept kept) {
        if (book.reserving().stream().noneMatch(each -> each.ask().waitsFor().isPresent())) {
            return CompletableFuture.completedFuture(true);
        }
        return CompletableFuture.allOf(reservations.offering(book.reserving()).admissible().stream()
                .map(id -> book.change(
                        id,
                        alive -> alive.ask().waitsFor().isPresent()
                                ? alive.askingFor(alive.ask().parts())
                                : alive,
                        reservations,
                        kept))
                .toArray(CompletableFuture<?>[]::new));
    }

    /** What disks offer to reservations now, and the applications that have or want it. */
    public Offering offering() {
        return reservations.offering(book.reserving());
    }

    /** The state of an application's reservation; empty if it reserves nothing. */
    public Optional<Reservations.Standing> standing(Application application) {
        return reservations.standing(application, book.reserving());
    }

    private static Application bound(Application asked, Authority by) {
        if (by.user().isPresent() && !by.user().get().equals(asked.user())) {
            throw new Refused("The credential " + by.name() + " registers applications of the user "
                    + by.user().get() + " only");
        }
        Application wanted = by.tenant().isPresent() && asked.claims().isEmpty()
                ? asked.claiming(by.tenant().get())
                : asked;
        if (by.tenant().isPresent() && !by.tenant().equals(wanted.claims())) {
            throw new Refused("The credential " + by.name() + " registers applications of the tenant "
                    + by.tenant().get() + " only");
        }
        return wanted.verified(by.user().isPresent(), by.tenant().isPresent()).registeredBy(registrant(by));
    }

    /** The registrant that an application is counted for: the user, with any credential, else the credential. */
    private static String registrant(Authority by) {
        return by.user().map("user "::concat).orElse(by.name());
    }

    /** Renews a lease, by the secret of its registration; empty if the application has to register again. */
    public Optional<Registered> renew(String id, String secret) {
        Optional<Application> known = book.application(id);
        known.ifPresent(alive -> check(alive, secret));
        return known.flatMap(alive -> book.renew(id)).map(this::registered);
    }

    /**
     * Sums a living application's reservation over so many executors, or tasks at a time, from now on, if it is for each
     * of them. Where there is no room for more it waits, and they divide what it has. What is not kept is to be said
     * again.
     *
     * @param kept called with it once it is kept, unless it is unchanged
     */
    public void count(Application known, int executors, int tasks, ApplicationBook.Kept kept) {
        int parts = known.terms().per() == Level.EXECUTOR ? executors : tasks;
        if (known.terms().per() != Level.APPLICATION
                && known.reserves()
                && known.ask().parts() != parts) {
            try {
                CompletableFuture<?> unused =
                        book.change(known.id(), alive -> alive.askingFor(parts), reservations, kept);
            } catch (NotStored busy) {
                LOG.debug("{} has another number of parts, which the next renewal says again", known.id(), busy);
            }
        }
    }

    /** The living application, by the secret of its registration; empty if it has to register again. */
    public Optional<Application> proven(String id, String secret) {
        Optional<Application> known = book.application(id);
        known.ifPresent(alive -> check(alive, secret));
        return known;
    }

    /**
     * The living application, for a caller that may act for it; empty if it has to register again.
     *
     * @param secret of its registration; empty if an administrator acts for it
     * @throws Refused if the caller has neither the secret nor that role
     */
    public Optional<Application> spokenFor(String id, Optional<String> secret, Authority by) {
        return by.may(Role.ADMIN) ? book.application(id) : proven(id, secret.orElse(""));
    }

    /**
     * Refuses a caller that may not decide for a tenant. Administrators may, credentials bound to that tenant, and the
     * registrant of one of its applications while there are no applications of others in it: what a tenant gives up or
     * buys concerns all of them. No application decides for built-in tenants, which everybody shares.
     *
     * @param application the id of an application of the tenant for which the caller acts; empty for none
     * @param secret of its registration
     * @throws Refused if the caller may not
     */
    public void requireSpokenFor(Tenant tenant, Optional<String> application, Optional<String> secret, Authority by) {
        boolean isBound = by.tenant().equals(Optional.of(tenant)) && !by.isLaunched();
        if (by.may(Role.ADMIN) || isBound) {
            return;
        }
        Application own = application
                .flatMap(id -> proven(id, secret.orElse("")))
                .filter(alive -> !tenant.isSystem() && !tenant.equals(Tenant.DEFAULT))
                .filter(alive -> tenantOf(alive).equals(tenant))
                .orElseThrow(() -> new Refused("For the tenant " + tenant + " decides a credential that is bound to it,"
                        + " the registrant of a living application of it (application and secret),"
                        + " or an administrator"));
        book.applications().stream()
                .filter(other -> !isOfSameOwner(own, other) && tenantOf(other).equals(tenant))
                .findFirst()
                .ifPresent(other -> {
                    throw new Refused("The tenant " + tenant + " has applications of others, too, such as " + other.id()
                            + ": for all of them decides a credential that is bound to it, or an administrator");
                });
    }

    private static boolean isOfSameOwner(Application one, Application other) {
        return one.user().equals(other.user()) && one.registrant().equals(other.registrant());
    }

    /**
     * Ends an application; whether it was alive, once that is kept. Fails with what {@link ApplicationBook#withdraw}
     * fails with.
     *
     * @param secret of its registration; empty if an administrator ends it
     * @param kept called with it once it is kept
     * @throws Refused if the caller has neither the secret nor that role
     */
    public CompletableFuture<Boolean> withdraw(
            String id, Optional<String> secret, Authority by, ApplicationBook.Kept kept, boolean rehearsed) {
        Optional<Application> known = book.application(id);
        if (known.isPresent() && !by.isAdministrator()) {
            check(known.get(), secret.orElse(""));
        }
        return rehearsed || known.isEmpty()
                ? CompletableFuture.completedFuture(known.isPresent())
                : book.withdraw(id, kept);
    }

    private void check(Application application, String secret) {
        if (!ApplicationSecret.proves(
                secret, keys.get(), cluster, application.id(), application.user(), application.notBefore())) {
            throw new Refused("This is not the secret that the registrant of " + application.id() + " was told");
        }
    }

    /** An application as rules see it, without what only nodes do. */
    public Caller caller(Application application) {
        return assignment.caller(application);
    }

    /** The tenant that an application belongs to now. */
    public Tenant tenantOf(Application application) {
        return tenantOf(application, policy.get());
    }

    /** The tenant that an application would belong to by that policy. */
    public Tenant tenantOf(Application application, Policy other) {
        return assignment.tenantOf(application, other);
    }

    /** The tenant that an application belongs to now; empty if this coordinator no longer leads. */
    public Optional<Tenant> tenantOfIfLeading(Application application) {
        try {
            return Optional.of(tenantOf(application));
        } catch (NotStored ended) {
            return Optional.empty();
        }
    }

    /** How long an application lives without renewing. */
    public Duration expiry() {
        return expiry;
    }

    /**
     * How often an application shall renew: early enough for two failed attempts, and often enough to notice a new
     * leader.
     */
    public Duration renewal() {
        return Duration.ofSeconds(
                Math.max(1, Math.min(MOST_SELDOM.toSeconds(), expiry.toSeconds() / RENEWALS_PER_LEASE)));
    }

    /** What the registrant of that application is told. */
    public Registered registered(Application application) {
        SigningKeys now = keys.get();
        Policy decided = policy.get();
        Tenant tenant = assignment.tenantOf(application, decided);
        return new Registered(
                application,
                tenant,
                now.sign(cluster, application.id(), application.user(), application.notBefore()),
                ApplicationSecret.of(now, cluster, application.id(), application.user(), application.notBefore()),
                decided.terms(tenant).map(TenantTerms::shortCircuit).orElse(ShortCircuit.TCP));
    }
}
