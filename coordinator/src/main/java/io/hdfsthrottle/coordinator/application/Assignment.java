package io.hdfsthrottle.coordinator.application;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.coordinator.setting.SettingsReader;
import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.rule.TenantRules;
import java.util.List;
import java.util.Optional;

/**
 * Decides which tenant an application belongs to: by the rules, else by its claim, else the default tenant.
 *
 * <p>Evaluated again whenever policy changes, so a rule applies to applications that are already running. Rules on an
 * address do not match here: an application has no single one. Rules on what only nodes see are left to the nodes.
 * Pure.
 */
public enum Assignment {
    /** A claim counts if no rule decides. */
    ACCEPTING_CLAIMS,
    /** Only rules count, and they match only users that a credential verified. */
    REFUSING_CLAIMS;

    /** Reads it; a refusal names the key. */
    public static Assignment of(SettingsReader reader, String key, Assignment byDefault) {
        return switch (reader.oneOf(key, List.of("", "accept", "refuse"), "")) {
            case "accept" -> ACCEPTING_CLAIMS;
            case "refuse" -> REFUSING_CLAIMS;
            default -> byDefault;
        };
    }

    /** The tenant of an application now; the default tenant if its claim is not granted. */
    public Tenant tenantOf(Application application, Policy policy) {
        return tenantOf(application, decide(application, policy), policy);
    }

    /** The same by a decision of the rules. */
    public Tenant tenantOf(Application application, TenantRules.Decision decision, Policy policy) {
        return decision.rule()
                .map(TenantRule::tenant)
                .or(() -> granted(application, policy))
                .orElse(Tenant.DEFAULT);
    }

    /**
     * The tenant that an application will belong to; a claim of one that it cannot have is refused, naming those it
     * can.
     */
    public Tenant admit(Application application, Policy policy) {
        TenantRules.Decision decision = decide(application, policy);
        if (application.claims().isPresent()
                && decision.rule().isEmpty()
                && granted(application, policy).isEmpty()) {
            List<String> permitted = policy.tenants().stream()
                    .map(TenantTerms::tenant)
                    .filter(this::claimable)
                    .map(Tenant::name)
                    .toList();
            throw new InvalidInput("tenant", application.claims().get(), permitted);
        }
        return tenantOf(application, decision, policy);
    }

    /** The decision of the rules on an application, and which of them nodes have to decide. */
    public TenantRules.Decision decide(Application application, Policy policy) {
        return policy.rules().decide(caller(application));
    }

    /** An application as rules see it, without what only nodes do. */
    Caller caller(Application application) {
        boolean counts = counts(application);
        return Caller.UNKNOWN
                .ofApplication(application.id(), counts ? application.user() : null, application.userVerified())
                .named(counts ? application.name() : null)
                .claiming(application.claims().map(Tenant::name).orElse(null));
    }

    private Optional<Tenant> granted(Application application, Policy policy) {
        return application
                .claims()
                .filter(claim -> (application.claimVerified() ? !claim.isSystem() : claimable(claim))
                        && policy.terms(claim).isPresent());
    }

    /**
     * Rules match verified users and the names of their applications; those of unverified users only where claims
     * count.
     */
    private boolean counts(Application application) {
        return application.userVerified() || this == ACCEPTING_CLAIMS;
    }

    private boolean claimable(Tenant tenant) {
        return this == ACCEPTING_CLAIMS ? !tenant.isSystem() : tenant.equals(Tenant.DEFAULT);
    }
}
