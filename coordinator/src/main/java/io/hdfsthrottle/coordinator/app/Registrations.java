package io.hdfsthrottle.coordinator.app;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.identity.Tenant;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Admits applications: finds their tenant, keeps them in the book, and signs their tags. Thread-safe. */
public final class Registrations {
    private static final int RENEWALS_PER_LEASE = 3;

    private final String cluster;
    private final ApplicationBook book;
    private final Assignment assignment;
    private final Supplier<Policy> policy;
    private final SigningKeys keys;
    private final Clock clock;
    private final Duration expiry;

    /**
     * An application that was admitted.
     *
     * @param application what it registered as
     * @param tenant whom it belongs to now
     * @param tag what its operations carry
     */
    public record Registered(Application application, Tenant tenant, AppTag tag) {}

    /** Admits to this book by this policy, signing with these keys. */
    public Registrations(
            String cluster,
            ApplicationBook book,
            Assignment assignment,
            Supplier<Policy> policy,
            SigningKeys keys,
            Clock clock,
            Duration expiry) {
        this.cluster = cluster;
        this.book = book;
        this.assignment = assignment;
        this.policy = policy;
        this.keys = keys;
        this.clock = clock;
        this.expiry = expiry;
    }

    /**
     * Registers an application, or renews the lease of one that registers again.
     *
     * @param name null for the id
     * @param claims the tenant it asks to be; null for none
     * @param rehearsed whether only to say what would be
     * @throws InvalidInput if a part of it cannot be, or it cannot have that tenant
     */
    public Registered register(String id, String name, String user, String claims, boolean rehearsed) {
        Application wanted = Application.registering(id, name, user, claims, clock.millis() / 1_000);
        Tenant unused = assignment.admit(wanted, policy.get());
        return registered(rehearsed ? wanted : book.register(wanted));
    }

    /** Renews a lease; nothing if the application has to register again. */
    public Optional<Registered> renew(String id) {
        return book.renew(id).map(this::registered);
    }

    /** Whom an application belongs to now. */
    public Tenant tenantOf(Application application) {
        return assignment.tenantOf(application, policy.get());
    }

    /** How long an application lives without renewing. */
    public Duration expiry() {
        return expiry;
    }

    /** When an application shall renew: early enough to fail twice. */
    public Duration renewal() {
        return Duration.ofSeconds(Math.max(1, expiry.toSeconds() / RENEWALS_PER_LEASE));
    }

    private Registered registered(Application application) {
        return new Registered(
                application,
                tenantOf(application),
                keys.sign(cluster, application.id(), application.user(), application.notBefore()));
    }
}
