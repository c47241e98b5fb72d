package io.hdfsthrottle.coordinator.app;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.rule.TenantRules;
import java.util.List;
import java.util.Optional;

/**
 * Which tenant an application belongs to: what the rules say of it, else what it claims, else the default tenant.
 *
 * <p>Asked again whenever policy changes, so a rule counts for applications that are already running. Rules that look at
 * an address do not match here: an application has no single one. Rules that look at what only nodes see are left to them. Pure.
 */
public enum Assignment {
    /** A claim that no rule speaks about counts. */
    ACCEPTING_CLAIMS,
    /** Only rules count, and of users only those that a credential verified. */
    REFUSING_CLAIMS;

    /** Whom the application belongs to now; a claim that is not granted leaves the default tenant. */
    public Tenant tenantOf(Application application, Policy policy) {
        return byRule(application, policy)
                .or(() -> granted(application, policy))
                .orElse(Tenant.DEFAULT);
    }

    /**
     * Whom an application that registers will belong to.
     *
     * @throws InvalidInput if it claims a tenant that it cannot have; naming those that it can
     */
    public Tenant admit(Application application, Policy policy) {
        Tenant tenant = tenantOf(application, policy);
        if (application.claims().isPresent()
                && byRule(application, policy).isEmpty()
                && granted(application, policy).isEmpty()) {
            List<String> permitted = policy.tenants().stream()
                    .map(TenantTerms::tenant)
                    .filter(this::claimable)
                    .map(Tenant::name)
                    .toList();
            throw new InvalidInput("tenant", application.claims().get(), permitted);
        }
        return tenant;
    }

    private Optional<Tenant> byRule(Application application, Policy policy) {
        return decide(application, policy).rule().map(TenantRule::tenant);
    }

    /** What the rules say of an application, and which of them nodes have to decide. */
    public TenantRules.Decision decide(Application application, Policy policy) {
        boolean counts = counts(application);
        return policy.rules()
                .decide(Caller.UNKNOWN
                        .ofApplication(application.id(), counts ? application.user() : null, application.userVerified())
                        .named(counts ? application.name() : null)
                        .claiming(application.claims().map(Tenant::name).orElse(null)));
    }

    private Optional<Tenant> granted(Application application, Policy policy) {
        return application
                .claims()
                .filter(claim -> (application.claimVerified() ? !claim.isSystem() : claimable(claim))
                        && policy.terms(claim).isPresent());
    }

    /** Rules look at users that were verified and what these call their applications, and at those of others only where claims count. */
    private boolean counts(Application application) {
        return application.userVerified() || this == ACCEPTING_CLAIMS;
    }

    private boolean claimable(Tenant tenant) {
        return this == ACCEPTING_CLAIMS ? !tenant.isSystem() : tenant.equals(Tenant.DEFAULT);
    }
}
