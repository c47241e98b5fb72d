package io.hdfsthrottle.coordinator.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hdfsthrottle.coordinator.state.Stored;
import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.unit.Rate;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PolicyTest {
    private static final Tenant GOLD = Tenant.named("gold");
    private static final OptionalInt ANYWHERE = OptionalInt.empty();

    private static TenantRule rule(String name, String user) {
        return RuleMatchTest.match(user, null, null, null).to(name, GOLD);
    }

    private static final String[] BUILT_IN = {
        "default", "hdfs.balancer", "hdfs.reconstruction", "hdfs.recovery", "hdfs.replication"
    };

    private static Policy withGold() {
        return Policy.INITIAL.with(TenantTerms.of(GOLD, 8));
    }

    @Test
    void newCluster_hasTheBuiltInTenants() {
        assertThat(Policy.INITIAL.tenantNames()).containsExactly(BUILT_IN);
        assertThat(Policy.INITIAL.tenants()).extracting(TenantTerms::priority).containsExactly(1, 1, 10, 10, 10);
        assertThat(Policy.INITIAL.tenants()).allMatch(TenantTerms::builtIn);
    }

    @Test
    void builtInTenants_canBeChangedButNotDeleted() {
        for (TenantTerms builtIn : Policy.INITIAL.tenants()) {
            Policy policy = Policy.INITIAL.with(TenantTerms.of(builtIn.tenant(), 20));

            assertThat(policy.terms(builtIn.tenant()).orElseThrow().priority()).isEqualTo(20);
            assertThatExceptionOfType(InUse.class).isThrownBy(() -> policy.without(builtIn.tenant()));
        }
    }

    @Test
    void policyKeptByAnOlderCoordinator_getsTheBuiltInTenantsItDidNotKnow() {
        String older = "{\"version\":1,\"state\":{\"tenants\":[{\"tenant\":\"hdfs.replication\",\"priority\":20,"
                + "\"reservation\":0,\"limit\":1000,\"shortCircuit\":\"TCP\"}],\"rules\":[]}}";

        Policy policy = Stored.read(PolicyConcern.POLICY, older.getBytes(StandardCharsets.UTF_8));

        assertThat(policy.tenantNames()).containsExactly(BUILT_IN);
        assertThat(policy.terms(Tenant.REPLICATION).orElseThrow().priority()).isEqualTo(20);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"version\":1,\"state\":{\"tenants\":[],\"rules\":[{\"name\":\"r\",\"match\":{\"QUEUE\":\"nightly\"},"
                        + "\"tenant\":\"default\"}]}}",
                "{\"version\":1,\"state\":{\"tenants\":[{\"tenant\":\"gold\",\"priority\":0,\"reservation\":0,"
                        + "\"limit\":1000,\"shortCircuit\":\"TCP\"}],\"rules\":[]}}",
                "{\"version\":1,\"state\":{\"tenants\":[],\"rules\":[{\"name\":\"r\",\"match\":{},"
                        + "\"tenant\":\"nobody\"}]}}"
            })
    void policyThatContradictsItself_isNotUnderstood(String kept) {
        assertThatIllegalStateException()
                .isThrownBy(() -> Stored.read(PolicyConcern.POLICY, kept.getBytes(StandardCharsets.UTF_8)))
                .withMessageContaining("policy");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 101, Integer.MAX_VALUE})
    void priority_isOneToAHundred(int priority) {
        InvalidInput refused = catchThrowableOfType(InvalidInput.class, () -> TenantTerms.of(GOLD, priority));

        assertThat(refused.field()).isEqualTo("priority");
        assertThat(refused.value()).isEqualTo(Integer.toString(priority));
        assertThat(refused.permitted()).containsExactly("a whole number from 1 to 100, for example 8");
    }

    @ParameterizedTest
    @CsvSource({"2m,1m,reservationBytesPerSecond", "0,0,limitBytesPerSecond", "1,0,limitBytesPerSecond"})
    void rates_thatDoNotGoTogetherAreRefused(String reservation, String limit, String field) {
        assertThat(catchThrowableOfType(
                                InvalidInput.class,
                                () -> new TenantTerms(GOLD, 1, Rate.parse(reservation), Rate.parse(limit)))
                        .field())
                .isEqualTo(field);
    }

    @Test
    void systemTenants_areNotMadeUp() {
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> TenantTerms.of(Tenant.named("hdfs.mine"), 1))
                .withMessageContaining("hdfs.");
    }

    @Test
    void tenant_thatARuleNamesStays() {
        Policy policy = withGold().withRule(rule("etl", "etl-*"), ANYWHERE);

        assertThatExceptionOfType(InUse.class)
                .isThrownBy(() -> policy.without(GOLD))
                .withMessageContaining("rule etl");
        assertThat(policy.withoutRule("etl").without(GOLD)).isEqualTo(Policy.INITIAL);
    }

    @Test
    void rule_namesATenantThatIsThere() {
        InvalidInput refused =
                catchThrowableOfType(InvalidInput.class, () -> Policy.INITIAL.withRule(rule("etl", "etl-*"), ANYWHERE));

        assertThat(refused.field()).isEqualTo("tenant");
        assertThat(refused.permitted()).containsExactly(BUILT_IN);
    }

    @Test
    void rules_standWhereTheyArePut() {
        Policy policy = withGold()
                .withRule(rule("a", "a"), ANYWHERE)
                .withRule(rule("b", "b"), ANYWHERE)
                .withRule(rule("c", "c"), OptionalInt.of(1))
                .withRule(rule("a", "x"), ANYWHERE);

        assertThat(policy.rules().rules()).extracting(TenantRule::name).containsExactly("c", "a", "b");
        assertThat(policy.withRule(rule("c", "c"), OptionalInt.of(3)).rules().rules())
                .extracting(TenantRule::name)
                .containsExactly("a", "b", "c");
        assertThat(policy.rule("a").orElseThrow().match()).containsEntry(Fact.USER, "x");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 3})
    void position_isOneOfThoseThereAre(int position) {
        Policy policy = withGold().withRule(rule("a", "a"), ANYWHERE);

        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> policy.withRule(rule("b", "b"), OptionalInt.of(position)))
                .withMessageContaining("from 1 to 2");
    }

    @Test
    void firstMatchingRule_wins() {
        Policy policy = withGold()
                .withRule(rule("all", "*"), ANYWHERE)
                .withRule(RuleMatchTest.match("etl-*", null, null, null).to("etl", Tenant.DEFAULT), OptionalInt.of(1));

        assertThat(policy.rules().firstMatch(user("etl-1")).orElseThrow().tenant())
                .isEqualTo(Tenant.DEFAULT);
        assertThat(policy.rules().firstMatch(user("alice")).orElseThrow().tenant())
                .isEqualTo(GOLD);
    }

    private static Caller user(String name) {
        return Caller.UNKNOWN.ofApplication(null, name, false);
    }

    @Test
    void tenants_areBounded() {
        Policy policy = Policy.INITIAL;
        for (int i = policy.tenants().size(); i < Policy.MOST_TENANTS; i++) {
            policy = policy.with(TenantTerms.of(Tenant.named("t" + i), 1));
        }
        Policy full = policy;

        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> full.with(TenantTerms.of(Tenant.named("more"), 1)));
        assertThat(full.with(TenantTerms.of(Tenant.named("t5"), 2)).terms(Tenant.named("t5")))
                .isPresent();
    }

    @Test
    void anyPolicy_survivesBeingKept() {
        Random random = new Random(20_261_120);
        for (int world = 0; world < 300; world++) {
            Policy policy = anyPolicy(random);

            assertThat(Stored.read(PolicyConcern.POLICY, Stored.write(PolicyConcern.POLICY, policy)))
                    .isEqualTo(policy);
        }
    }

    private static Policy anyPolicy(Random random) {
        Policy policy = Policy.INITIAL;
        for (int change = random.nextInt(30); change > 0; change--) {
            Tenant tenant = Tenant.named("t" + random.nextInt(6));
            try {
                policy = switch (random.nextInt(4)) {
                    case 0 -> policy.without(tenant);
                    case 1 -> policy.withoutRule("r" + random.nextInt(5));
                    case 2 ->
                        policy.withRule(
                                RuleMatchTest.match(
                                                random.nextBoolean() ? "u" + random.nextInt(3) + "*" : null,
                                                random.nextBoolean() ? "app-?" : null,
                                                random.nextBoolean() ? "10.0.0.0/" + random.nextInt(33) : null,
                                                random.nextBoolean() ? "*" : null)
                                        .to("r" + random.nextInt(5), tenant),
                                random.nextBoolean() ? OptionalInt.of(1) : ANYWHERE);
                    default ->
                        policy.with(new TenantTerms(
                                tenant,
                                1 + random.nextInt(100),
                                Rate.ofBytesPerSecond(random.nextInt(1 << 20)),
                                random.nextBoolean()
                                        ? Rate.UNLIMITED
                                        : Rate.ofBytesPerSecond((1 << 20) + random.nextInt(1 << 30))));
                };
            } catch (InUse | InvalidInput refused) {
                assertThat(refused.getMessage()).isNotBlank();
            }
        }
        return policy;
    }
}
