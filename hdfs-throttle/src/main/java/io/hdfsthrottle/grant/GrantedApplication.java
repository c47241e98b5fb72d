package io.hdfsthrottle.grant;

import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.part.PartTerms;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A living application as the coordinator knows it: what a DataNode needs to check its tag and to find its tenant.
 * Immutable.
 */
public final class GrantedApplication {

    private final String application;
    private final String user;
    private final Tenant tenant;
    private final long notBefore;
    private final String rule;
    private final List<String> undecided;
    private final PartTerms terms;

    private GrantedApplication(
            String application,
            String user,
            Tenant tenant,
            long notBefore,
            String rule,
            List<String> undecided,
            PartTerms terms) {
        this.application = application;
        this.user = Objects.requireNonNull(user, "user");
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.notBefore = notBefore;
        this.rule = rule;
        this.undecided = List.copyOf(undecided);
        this.terms = Objects.requireNonNull(terms, "terms");
    }

    /** An application, whose id is one ({@link AppTag#APPLICATION_RULE}). */
    public static GrantedApplication of(String application, String user, Tenant tenant, long notBefore) {
        if (!AppTag.isApplication(application)) {
            throw new IllegalArgumentException("an application's id is " + AppTag.APPLICATION_RULE);
        }
        return new GrantedApplication(application, user, tenant, notBefore, null, List.of(), PartTerms.NONE);
    }

    /**
     * The same with the origin of its tenant.
     *
     * @param newRule the name of the rule that chose its tenant; null if none did
     * @param newUndecided the names of rules that come before that, and apply if the node finds that their other
     *     conditions hold
     */
    public GrantedApplication by(String newRule, List<String> newUndecided) {
        return new GrantedApplication(application, user, tenant, notBefore, newRule, newUndecided, terms);
    }

    /** The same, served on these terms within its tenant. */
    public GrantedApplication on(PartTerms newTerms) {
        return new GrantedApplication(application, user, tenant, notBefore, rule, undecided, newTerms);
    }

    /** Its id. */
    public String application() {
        return application;
    }

    /** The user it runs as. */
    public String user() {
        return user;
    }

    /** The tenant it belongs to, unless one of the {@link #undecided} rules holds. */
    public Tenant tenant() {
        return tenant;
    }

    /** When it was registered, seconds since 1970. */
    public long notBefore() {
        return notBefore;
    }

    /** The name of the rule that gave it its tenant, if one did. */
    public Optional<String> rule() {
        return Optional.ofNullable(rule);
    }

    /** The names of the rules before that, which the node must decide, in order. */
    public List<String> undecided() {
        return undecided;
    }

    /** The terms of it and its parts within its tenant. */
    public PartTerms terms() {
        return terms;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GrantedApplication && other.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return application.hashCode();
    }

    @Override
    public String toString() {
        return application + "{user=" + user + ", tenant=" + tenant + ", notBefore=" + notBefore + ", rule=" + rule
                + ", undecided=" + undecided + ", terms=" + terms + "}";
    }
}
