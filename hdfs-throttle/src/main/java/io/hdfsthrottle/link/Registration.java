package io.hdfsthrottle.link;

import io.hdfsthrottle.part.PartTerms;
import java.util.Objects;
import java.util.Optional;

/** An application's request to register; all of it is claimed, except the lease that it had. Immutable. */
public final class Registration {

    private final String application;
    private final String name;
    private final String user;
    private final String tenant;
    private final PartTerms terms;
    private final String admission;
    private final Lease before;

    private Registration(
            String application,
            String name,
            String user,
            String tenant,
            PartTerms terms,
            String admission,
            Lease before) {
        this.application = Objects.requireNonNull(application, "application");
        this.name = Objects.requireNonNull(name, "name");
        this.user = Objects.requireNonNull(user, "user");
        this.tenant = tenant;
        this.terms = Objects.requireNonNull(terms, "terms");
        this.admission = admission;
        this.before = before;
    }

    /** A registration that requests a tenant; null to let policy decide. */
    public static Registration of(String application, String name, String user, String tenant) {
        return new Registration(application, name, user, tenant, PartTerms.NONE, null, null);
    }

    /** The same, requesting these terms within its tenant; they are for the smallest parts that its clients name. */
    public Registration on(PartTerms newTerms) {
        return new Registration(application, name, user, tenant, newTerms, admission, before);
    }

    /**
     * The same, requesting its reservation in that mode.
     *
     * @param mode {@code queue}, {@code reject} or {@code ignore}; null for the coordinator's default
     */
    public Registration admitted(String mode) {
        return new Registration(application, name, user, tenant, terms, mode, before);
    }

    /** The same registration again: that lease proves its ownership, and the application keeps its identity. */
    public Registration again(Lease lease) {
        return new Registration(application, name, user, tenant, terms, admission, lease);
    }

    /** The lease that it had, if it registers again. */
    Optional<Lease> before() {
        return Optional.ofNullable(before);
    }

    /** The application's id. */
    public String application() {
        return application;
    }

    /** Its display name. */
    public String name() {
        return name;
    }

    /** The user that runs it. */
    public String user() {
        return user;
    }

    /** The terms that it requests within its tenant. */
    public PartTerms terms() {
        return terms;
    }

    /** The handling of its reservation where there is no room, if it names one. */
    public Optional<String> admission() {
        return Optional.ofNullable(admission);
    }

    /** The tenant it requests, if any. */
    public Optional<String> tenant() {
        return Optional.ofNullable(tenant);
    }
}
