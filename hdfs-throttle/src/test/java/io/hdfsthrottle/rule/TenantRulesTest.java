package io.hdfsthrottle.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.OperationKind;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.UserGroups;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TenantRulesTest {

    private static final Tenant GOLD = Tenant.named("gold");
    private static final Tenant BRONZE = Tenant.named("bronze");
    private static final Caller ALICE =
            Caller.UNKNOWN.at("10.1.2.3").claiming("gold").ofApplication("app-1", "alice", true);

    @Test
    void firstRuleThatMatches_wins() {
        TenantRule first = TenantRule.of("first", "al*", null, null, null, GOLD);
        TenantRule second = TenantRule.of("second", "alice", null, null, null, BRONZE);
        assertThat(TenantRules.of(List.of(first, second)).firstMatch(ALICE)).contains(first);
        assertThat(TenantRules.of(List.of(second, first)).firstMatch(ALICE)).contains(second);
    }

    @Test
    void callerThatNoRuleLooksLike_isMatchedByNone() {
        assertThat(TenantRules.of(List.of(TenantRule.of("bob", "bob", null, null, null, GOLD)))
                        .firstMatch(ALICE))
                .isEmpty();
        assertThat(TenantRules.NONE.firstMatch(ALICE)).isEmpty();
        assertThat(TenantRules.of(List.of())).isSameAs(TenantRules.NONE);
    }

    @Test
    void rule_matchesOnlyIfEveryPatternDoes() {
        assertThat(TenantRule.of("r", "alice", "app-*", "10.1.0.0/16", "gold", GOLD)
                        .matches(ALICE))
                .isTrue();
        assertThat(TenantRule.of("r", "bob", "app-*", "10.1.0.0/16", "gold", GOLD)
                        .matches(ALICE))
                .isFalse();
        assertThat(TenantRule.of("r", "alice", "job-*", "10.1.0.0/16", "gold", GOLD)
                        .matches(ALICE))
                .isFalse();
        assertThat(TenantRule.of("r", "alice", "app-*", "10.2.0.0/16", "gold", GOLD)
                        .matches(ALICE))
                .isFalse();
        assertThat(TenantRule.of("r", "alice", "app-*", "10.1.0.0/16", "silver", GOLD)
                        .matches(ALICE))
                .isFalse();
    }

    @Test
    void pattern_neverMatchesWhatIsUnknown() {
        assertThat(TenantRule.of("r", "*", null, null, null, GOLD).matches(Caller.UNKNOWN))
                .isFalse();
        assertThat(TenantRule.of("r", null, "*", null, null, GOLD).matches(Caller.UNKNOWN))
                .isFalse();
        assertThat(TenantRule.of("r", null, null, "0.0.0.0/0", null, GOLD).matches(Caller.UNKNOWN))
                .isFalse();
        assertThat(TenantRule.of("r", null, null, null, "*", GOLD).matches(Caller.UNKNOWN))
                .isFalse();
        assertThat(TenantRule.of("r", null, null, null, null, GOLD).matches(Caller.UNKNOWN))
                .isTrue();
    }

    @Test
    void rule_withAMalformedPattern_isRefusedNamingThePart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TenantRule.of("r", "a b", null, null, null, GOLD))
                .withMessageContaining("'user'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TenantRule.of("r", null, null, "nowhere", null, GOLD))
                .withMessageContaining("'nowhere'");
    }

    @Test
    void rules_cannotBeChangedFromOutside() {
        TenantRules rules = TenantRules.of(List.of(TenantRule.of("r", null, null, null, null, GOLD)));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> rules.rules().clear());
    }

    @Test
    void rulesWithTheSameText_areEqual() {
        TenantRule one = TenantRule.of("r", "a", "b", "10.0.0.1", "c", GOLD);
        TenantRule same = TenantRule.of("r", "a", "b", "10.0.0.1", "c", GOLD);
        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same);
        assertThat(one.match())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(Fact.USER, "a", Fact.APPLICATION, "b", Fact.ADDRESS, "10.0.0.1", Fact.CLAIMS, "c"));
        assertThat(TenantRules.of(List.of(one))).isEqualTo(TenantRules.of(List.of(same)));
        assertThat(one).isNotEqualTo(TenantRule.of("r", "a", "b", "10.0.0.1", "c", BRONZE));
    }

    private static final Caller BATCH = Caller.UNKNOWN
            .ofApplication("app-1", "alice", true)
            .named("Daily ETL")
            .claiming("gold")
            .inGroupsOf(new UserGroups() {
                @Override
                public Optional<Set<String>> of(String user) {
                    return Optional.of(Set.of("staff", "analysts"));
                }

                @Override
                public int changes() {
                    return 0;
                }
            })
            .doing(OperationKind.WRITE)
            .withClientName("DFSClient_attempt_1_0001_m_000000_0_-12_42");

    @ParameterizedTest
    @CsvSource({
        "GROUP, analysts, engineers",
        "APPLICATION_NAME, Daily?E*, Hourly*",
        "OPERATION, write, read",
        "CLIENT_NAME, DFSClient_attempt_*, DFSClient_NONMAPREDUCE_*"
    })
    void everyFact_isMatchedByItsPattern_andNeverWhereItIsUnknown(Fact fact, String right, String wrong) {
        assertThat(TenantRule.of("r", Map.of(fact, right), GOLD).matches(BATCH)).isTrue();
        assertThat(TenantRule.of("r", Map.of(fact, wrong), GOLD).matches(BATCH)).isFalse();
        assertThat(TenantRule.of("r", Map.of(fact, right), GOLD).matches(Caller.UNKNOWN))
                .isFalse();
        assertThat(TenantRule.of("r", Map.of(fact, wrong), GOLD).missed(BATCH)).containsExactly(fact);
    }

    @Test
    void userThatIsUnknown_isInNoGroup() {
        TenantRule everybody = TenantRule.of("r", Map.of(Fact.GROUP, "*"), GOLD);
        assertThat(everybody.matches(BATCH)).isTrue();
        assertThat(everybody.matches(BATCH.ofApplication("app-1", null, false))).isFalse();
    }

    @Test
    void operation_isReadOrWrite() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TenantRule.of("r", Map.of(Fact.OPERATION, "wri*"), GOLD))
                .withMessageContaining("read or write");
    }

    @Test
    void whatOnlyANodeKnows_isLeftOpenForAnApplication_andSettledThereInTheSameOrder() {
        TenantRule other = TenantRule.of("other", Map.of(Fact.USER, "bob", Fact.OPERATION, "write"), BRONZE);
        TenantRule writes = TenantRule.of("writes", Map.of(Fact.USER, "alice", Fact.OPERATION, "write"), BRONZE);
        TenantRule analysts = TenantRule.of("analysts", Map.of(Fact.GROUP, "analysts"), BRONZE);
        TenantRule near = TenantRule.of("near", Map.of(Fact.ADDRESS, "0.0.0.0/0"), BRONZE);
        TenantRule client = TenantRule.of("client", Map.of(Fact.CLIENT_NAME, "*"), BRONZE);
        TenantRule alice = TenantRule.of("alice", Map.of(Fact.USER, "alice"), GOLD);
        TenantRule late = TenantRule.of("late", Map.of(Fact.OPERATION, "read"), BRONZE);
        TenantRules rules = TenantRules.of(List.of(other, writes, analysts, near, client, alice, late));

        TenantRules.Decision decision = rules.decide(Caller.UNKNOWN.ofApplication("app-1", "alice", false));
        assertThat(decision.rule()).contains(alice);
        assertThat(decision.undecided()).containsExactly(writes, analysts);

        List<String> undecided = List.of("deleted", "writes", "analysts");
        Caller atNode = Caller.UNKNOWN.ofApplication(null, "alice", true);
        assertThat(rules.settle(undecided, atNode.doing(OperationKind.WRITE))).contains(writes);
        assertThat(rules.settle(undecided, atNode.doing(OperationKind.READ))).isEmpty();
        assertThat(rules.settle(undecided, BATCH.doing(OperationKind.READ))).contains(analysts);
    }

    @Test
    void groupsOfAUserWhoDoesNotCount_areNotLeftOpen() {
        TenantRules rules = TenantRules.of(List.of(TenantRule.of("all", Map.of(Fact.GROUP, "*"), GOLD)));
        assertThat(rules.decide(Caller.UNKNOWN.ofApplication("app-1", null, false))
                        .undecided())
                .isEmpty();
    }

    @Test
    void hits_areCountedForTheRuleAsItIs_andOnlyForThoseOfThePolicy() {
        TenantRule one = TenantRule.of("one", Map.of(Fact.USER, "alice"), GOLD);
        TenantRule two = TenantRule.of("two", Map.of(Fact.USER, "bob"), GOLD);
        RuleHits hits = new RuleHits();
        hits.hit(one, 5);
        hits.hit(one, 9);
        hits.hit(TenantRule.of("gone", Map.of(), GOLD), 9);
        List<RuleHits.Count> counts = hits.of(TenantRules.of(List.of(two, one)));
        assertThat(counts).hasSize(1);
        assertThat(counts.get(0).rule()).isEqualTo("one");
        assertThat(counts.get(0).hits()).isEqualTo(2);
        assertThat(counts.get(0).lastNanos()).isEqualTo(9);
        TenantRule changed = TenantRule.of("one", Map.of(Fact.USER, "al*"), GOLD);
        assertThat(hits.of(TenantRules.of(List.of(two, changed)))).isEmpty();
        assertThat(hits.of(TenantRules.of(List.of(two, one)))).isEmpty();
    }
}
