package io.hdfsthrottle.fakes;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.rule.TenantRules;
import io.hdfsthrottle.unit.Rate;
import java.util.List;

/** Grants as a coordinator would give them. */
public final class Grants {

    /** The tenant that most of them name. */
    public static final Tenant GOLD = Tenant.named("gold");

    /** Another tenant. */
    public static final Tenant BRONZE = Tenant.named("bronze");

    private Grants() {}

    /** A grant with weights gold 8 and bronze 4, a rule for 10.1.0.0/16, and alice's application app-1. */
    public static Grant of(String cluster, long epoch, long sequence) {
        return Grant.of(
                cluster,
                GrantVersion.of(epoch, sequence),
                Tenant.DEFAULT,
                List.of(
                        Terms.of(GOLD, 8, Rate.parse("20m"), Rate.parse("100m")),
                        Terms.ofWeight(BRONZE, 4),
                        Terms.ofWeight(Tenant.DEFAULT, 1)),
                TenantRules.of(List.of(
                        TenantRule.of("etl", null, null, "10.1.0.0/16", null, BRONZE),
                        TenantRule.of("ops", "ops-*", "a?", null, "gold", GOLD))),
                List.of(GrantedApplication.of("app-1", "alice", GOLD, 1_763_600_000)));
    }

    /** A grant of the default cluster. */
    public static Grant of(long epoch, long sequence) {
        return of("default", epoch, sequence);
    }
}
