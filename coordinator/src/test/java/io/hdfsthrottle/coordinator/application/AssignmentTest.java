package io.hdfsthrottle.coordinator.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.RuleMatch;
import io.hdfsthrottle.coordinator.policy.RuleMatchTest;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.Fact;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AssignmentTest {
    private static final Policy POLICY = Policy.INITIAL
            .with(TenantTerms.of(Tenant.named("gold"), 8))
            .with(TenantTerms.of(Tenant.named("bronze"), 2))
            .withRule(
                    RuleMatchTest.match("etl-*", null, null, null).to("etl", Tenant.named("bronze")),
                    OptionalInt.empty())
            .withRule(
                    RuleMatchTest.match("root", null, "10.0.0.0/8", null).to("far", Tenant.named("gold")),
                    OptionalInt.empty())
            .withRule(
                    RuleMatchTest.match("bob", null, null, "platinum").to("bob", Tenant.named("gold")),
                    OptionalInt.empty());

    private static Application application(String user, String claims) {
        return Application.registering("app-1", null, user, claims, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "ACCEPTING_CLAIMS, alice,  gold,     gold",
        "ACCEPTING_CLAIMS, alice,  ,         default",
        "ACCEPTING_CLAIMS, etl-1,  gold,     bronze",
        "ACCEPTING_CLAIMS, etl-1,  platinum, bronze",
        "ACCEPTING_CLAIMS, bob,    platinum, gold",
        "ACCEPTING_CLAIMS, root,   ,         default",
        "REFUSING_CLAIMS,  alice,  ,         default",
        "REFUSING_CLAIMS,  alice,  default,  default",
        "REFUSING_CLAIMS,  etl-1,  ,         default"
    })
    void rules_comeBeforeClaimsAndClaimsBeforeTheDefault(
            Assignment assignment, String user, String claims, String tenant) {
        assertThat(assignment.admit(application(user, claims), POLICY)).isEqualTo(Tenant.named(tenant));
    }

    @Test
    void userOrClaimThatACredentialVerified_countsWhereClaimsDoNot() {
        assertThat(Assignment.REFUSING_CLAIMS.admit(application("etl-1", "gold").verified(true, false), POLICY))
                .isEqualTo(Tenant.named("bronze"));
        assertThat(Assignment.REFUSING_CLAIMS.admit(application("alice", "gold").verified(false, true), POLICY))
                .isEqualTo(Tenant.named("gold"));
    }

    @Test
    void claimOfNobody_isRefusedNamingTheTenants() {
        InvalidInput refused = catchThrowableOfType(
                InvalidInput.class, () -> Assignment.ACCEPTING_CLAIMS.admit(application("alice", "platinum"), POLICY));

        assertThat(refused.field()).isEqualTo("tenant");
        assertThat(refused.permitted()).containsExactly("bronze", "default", "gold");
    }

    @Test
    void hdfsOwnTenant_isNotClaimed() {
        assertThat(catchThrowableOfType(
                        InvalidInput.class,
                        () -> Assignment.ACCEPTING_CLAIMS.admit(application("alice", "hdfs.replication"), POLICY)))
                .isNotNull();
    }

    @Test
    void claim_isWorthNothingWhereClaimsAreRefused() {
        InvalidInput refused = catchThrowableOfType(
                InvalidInput.class, () -> Assignment.REFUSING_CLAIMS.admit(application("alice", "gold"), POLICY));

        assertThat(refused.permitted()).containsExactly("default");
    }

    @Test
    void tenantThatWasDeleted_leavesTheDefaultOne() {
        Application application = application("alice", "gold");

        assertThat(Assignment.ACCEPTING_CLAIMS.tenantOf(application, Policy.INITIAL))
                .isEqualTo(Tenant.DEFAULT);
    }

    @Test
    void nameOfAnApplication_isMatched_andBelievedOnlyOfAUserWhoIs() {
        Policy policy = Policy.INITIAL
                .with(TenantTerms.of(Tenant.named("bronze"), 2))
                .withRule(
                        new RuleMatch(Map.of(Fact.APPLICATION_NAME, "Nightly?*")).to("etl", Tenant.named("bronze")),
                        OptionalInt.empty());
        Application nightly = Application.registering("app-1", "Nightly ETL", "alice", null, 0);

        assertThat(Assignment.ACCEPTING_CLAIMS.tenantOf(nightly, policy)).isEqualTo(Tenant.named("bronze"));
        assertThat(Assignment.REFUSING_CLAIMS.tenantOf(nightly, policy)).isEqualTo(Tenant.DEFAULT);
        assertThat(Assignment.REFUSING_CLAIMS.tenantOf(nightly.verified(true, false), policy))
                .isEqualTo(Tenant.named("bronze"));
    }

    @Test
    void groupsOfAUserWhoIsNotBelieved_areNotLeftToNodes() {
        Policy policy = Policy.INITIAL.withRule(
                new RuleMatch(Map.of(Fact.GROUP, "*")).to("staff", Tenant.DEFAULT), OptionalInt.empty());
        Application alices = application("alice", null);

        assertThat(Assignment.ACCEPTING_CLAIMS.decide(alices, policy).undecided())
                .hasSize(1);
        assertThat(Assignment.REFUSING_CLAIMS.decide(alices, policy).undecided())
                .isEmpty();
        assertThat(Assignment.REFUSING_CLAIMS
                        .decide(alices.verified(true, false), policy)
                        .undecided())
                .hasSize(1);
    }
}
