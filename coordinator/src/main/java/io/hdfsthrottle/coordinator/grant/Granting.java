package io.hdfsthrottle.coordinator.grant;

import io.hdfsthrottle.coordinator.application.Application;
import io.hdfsthrottle.coordinator.application.Assignment;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.rule.TenantRules;
import java.util.List;

/**
 * Builds the parts of a grant from a policy and applications. Pure: the same values in, the same grant out.
 *
 * @param cluster the cluster's name
 * @param assignment how applications are assigned to tenants
 */
public record Granting(String cluster, Assignment assignment) {

    /** The policy as it is sent to nodes: every tenant's weight is its priority. */
    Grant policy(GrantVersion version, Policy policy) {
        return Grant.of(
                cluster,
                version,
                Tenant.DEFAULT,
                policy.tenants().stream()
                        .map(terms -> Terms.of(terms.tenant(), terms.priority(), terms.reservation(), terms.limit())
                                .reading(terms.shortCircuit()))
                        .toList(),
                policy.rules(),
                List.of());
    }

    /** An application as it is sent to nodes. */
    GrantedApplication application(Application application, Policy policy) {
        TenantRules.Decision decision = assignment.decide(application, policy);
        return GrantedApplication.of(
                        application.id(),
                        application.user(),
                        assignment.tenantOf(application, decision, policy),
                        application.notBefore())
                .by(
                        decision.rule().map(TenantRule::name).orElse(null),
                        decision.undecided().stream().map(TenantRule::name).toList())
                .on(application.terms());
    }
}
