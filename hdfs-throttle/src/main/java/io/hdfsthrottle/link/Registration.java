package io.hdfsthrottle.link;

import io.hdfsthrottle.part.PartTerms;
import java.util.Objects;
import java.util.Optional;

/** What an application says of itself when it registers; all of it claimed, but for the lease that it had. Immutable. */
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

    /**
     * A registration.
     *
     * @param application the id, for example Spark's application id
     * @param name what people call it
     * @param user who runs it
     * @param tenant the tenant it asks to be; null for whatever policy says
     */
    public static Registration of(String application, String name, String user, String tenant) {
        return new Registration(application, name, user, tenant, PartTerms.NONE, null, null);
    }

    /** The same, asking to be served on these terms within its tenant; they are for the smallest parts that its clients name. */
    public Registration on(PartTerms newTerms) {
        return new Registration(application, name, user, tenant, newTerms, admission, before);
    }

    /**
     * The same, asking for its reservation in that way.
     *
     * @param mode {@code queue}, {@code reject} or {@code ignore}; null for what the coordinator does by itself
     */
    public Registration admitted(String mode) {
        return new Registration(application, name, user, tenant, terms, mode, before);
    }

    /** The same registration again: that lease proves whose it is, and the application keeps its identity. */
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

    /** What people call it. */
    public String name() {
        return name;
    }

    /** Who runs it. */
    public String user() {
        return user;
    }

    /** On which terms it asks to be served within its tenant. */
    public PartTerms terms() {
        return terms;
    }

    /** What becomes of its reservation where there is no room, if it says. */
    public Optional<String> admission() {
        return Optional.ofNullable(admission);
    }

    /** The tenant it asks to be, if it asks. */
    public Optional<String> tenant() {
        return Optional.ofNullable(tenant);
    }
}
