package io.hdfsthrottle.grant;

import static io.hdfsthrottle.fakes.Seeds.seeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.mode.Modes;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.rule.TenantRules;
import io.hdfsthrottle.unit.Rate;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GrantJsonTest {

    private static final String WRITTEN = GrantJson.write(Grants.of(7, 3));

    @Test
    void grant_isReadBackWhole() throws MalformedJsonException {
        Grant read = GrantJson.read(WRITTEN);
        Grant grant = Grants.of(7, 3);
        assertThat(read.cluster()).isEqualTo("default");
        assertThat(read.version()).isEqualTo(GrantVersion.of(7, 3));
        assertThat(read.defaultTenant()).isEqualTo(Tenant.DEFAULT);
        assertThat(read.terms()).isEqualTo(grant.terms());
        assertThat(read.rules()).isEqualTo(grant.rules());
        assertThat(read.applications()).isEqualTo(grant.applications());
        assertThat(read).hasToString(grant.toString());
        assertThat(GrantJson.write(read)).isEqualTo(WRITTEN);
    }

    @Test
    void modes_areReadBack_andAGrantThatTellsNoneIsToldFromOneThatTakesThemAway() throws MalformedJsonException {
        Modes modes = Modes.of(
                Optional.of(Mode.SHADOW),
                Map.of("dn1:9866", Mode.ENFORCE, "dn2:9866", Mode.OFF),
                Map.of(Grants.GOLD, Mode.SHADOW));
        Grant read = GrantJson.read(GrantJson.write(Grants.of(7, 3).withModes(modes)));
        assertThat(read.modes()).isEqualTo(modes);
        assertThat(GrantJson.read(GrantJson.write(Grants.of(7, 3).withModes(Modes.NONE)))
                        .tellsModes())
                .isTrue();
        assertThat(GrantJson.read(WRITTEN).tellsModes()).isFalse();
    }

    @Test
    void modeThatThereIsNot_isRefused() {
        String strange = GrantJson.write(Grants.of(7, 3).withModes(Modes.of(Optional.of(Mode.OFF), Map.of(), Map.of())))
                .replace("\"off\"", "\"asleep\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GrantJson.read(strange))
                .withMessageContaining("off, shadow or enforce");
    }

    @Test
    void weightsAndVersions_areReadBackToTheLastBit() {
        seeded(5_000, random -> {
            double weight = Terms.LEAST_WEIGHT + random.nextDouble() * Terms.LARGEST_WEIGHT / 2;
            Grant grant = Grant.of(
                    "c",
                    GrantVersion.of(random.nextLong() >>> 1, random.nextLong() >>> 1),
                    Tenant.DEFAULT,
                    Collections.singleton(Terms.ofWeight(Grants.GOLD, weight)),
                    Grant.NOBODY.rules(),
                    Collections.emptyList());
            Grant read = GrantJson.read(GrantJson.write(grant));
            assertThat(read.version()).isEqualTo(grant.version());
            assertThat(read.terms(Grants.GOLD).weight()).isEqualTo(weight);
        });
    }

    @Test
    void tenantsThatMayReadPastTheDataNode_areNamed_andOthersSayNothing() throws MalformedJsonException {
        Grant grant = Grant.of(
                "default",
                GrantVersion.of(1, 1),
                Tenant.DEFAULT,
                List.of(Terms.ofWeight(Grants.GOLD, 8).reading(ShortCircuit.FREE), Terms.ofWeight(Grants.BRONZE, 4)),
                Grant.NOBODY.rules(),
                List.of());
        String written = GrantJson.write(grant);

        assertThat(written).containsOnlyOnce("shortCircuit");
        assertThat(GrantJson.read(written).readingPast()).containsExactly(Grants.GOLD);
        assertThat(grant.withEqualWeights().readingPast()).containsExactly(Grants.GOLD);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GrantJson.read(written.replace("\"free\"", "\"perhaps\"")))
                .withMessageContaining("tcp or free");
    }

    @Test
    void leases_areReadBack_andEndWithAnExpiredGrant() throws MalformedJsonException {
        Grant leased = Grants.of(7, 3)
                .withLeases(Map.of("DS-1", Grants.GOLD, "DS-2", Grants.BRONZE), Set.of("DS-2"))
                .withFloor(0.05);
        Grant read = GrantJson.read(GrantJson.write(leased));

        assertThat(read.leases()).isEqualTo(leased.leases());
        assertThat(read.draining()).containsExactly("DS-2");
        assertThat(read.floor()).isEqualTo(0.05);
        assertThat(read.withEqualWeights().floor()).isZero();
        assertThat(read.withEqualWeights().draining()).isEmpty();
        assertThat(read.withEqualWeights().leases()).isEmpty();
        assertThat(Grants.of(7, 2).withPolicyOf(read).leases()).isEqualTo(leased.leases());
        assertThat(GrantJson.write(Grants.of(7, 3))).doesNotContain("leases");
        assertThat(GrantJson.read(GrantJson.write(Grants.of(7, 3))).leases()).isEmpty();
    }

    @Test
    void grantAsTheProtocolShowsIt_isUnderstood() throws MalformedJsonException {
        Grant read =
                GrantJson.read("{\"cluster\":\"default\",\"epoch\":1763,\"sequence\":3,\"defaultTenant\":\"default\","
                        + "\"tenants\":[{\"tenant\":\"gold\",\"weight\":8,\"reservation\":0,\"limit\":null}],"
                        + "\"rules\":[{\"rule\":\"etl\",\"match\":{\"user\":\"etl-*\",\"application\":null,\"address\":null,"
                        + "\"claims\":null},\"tenant\":\"bronze\"}],"
                        + "\"applications\":[{\"application\":\"app-1\",\"user\":\"alice\",\"tenant\":\"gold\","
                        + "\"notBefore\":1763600000}],\"addedByANewerCoordinator\":{\"x\":[1,2]}}");
        assertThat(read.terms(Grants.GOLD).limit()).isEqualTo(Rate.UNLIMITED);
        assertThat(read.rules().rules()).hasSize(1);
        assertThat(read.application("app-1")).isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\"cluster\":\"default\"' | '\"cluster\":7' | 'cluster'",
                "'\"cluster\":\"default\",' | '' | 'cluster'",
                "'\"epoch\":7' | '\"epoch\":-7' | 'epoch'",
                "'\"epoch\":7' | '\"epoch\":7.5' | 'epoch'",
                "'\"epoch\":7' | '\"epoch\":\"7\"' | 'epoch'",
                "'\"epoch\":7' | '\"epoch\":99999999999999999999' | 'epoch'",
                "'\"epoch\":7,' | '' | 'epoch'",
                "'\"sequence\":3' | '\"sequence\":null' | 'sequence'",
                "'\"defaultTenant\":\"default\"' | '\"defaultTenant\":null' | 'defaultTenant'",
                "'\"tenants\":[' | '\"tenants\":[null,' | 'tenants'",
                "'\"tenants\":[' | '\"tenants\":[7,' | 'tenants'",
                "'\"tenant\":\"gold\",\"weight\"' | '\"weight\"' | 'tenant'",
                "'\"weight\":8.0' | '\"weight\":\"8\"' | 'weight'",
                "'\"weight\":8.0' | '\"weight\":1e999' | 'weight'",
                "'\"weight\":8.0,' | '' | 'weight'",
                "'\"reservation\":20971520' | '\"reservation\":\"20m\"' | 'reservation'",
                "'\"limit\":104857600' | '\"limit\":-1' | 'limit'",
                "'\"limit\":104857600' | '\"limit\":true' | 'limit'",
                "'\"match\":{\"address\"' | '\"match\":null,\"mitch\":{\"address\"' | 'match'",
                "'\"rule\":\"etl\",' | '' | 'rule'",
                "'\"address\":\"10.1.0.0/16\"' | '\"address\":[]' | 'address'",
                "'\"user\":\"alice\",' | '' | 'user'",
                "'\"application\":\"app-1\",' | '' | 'application'",
                "'\"notBefore\":1763600000' | '\"notBefore\":\"now\"' | 'notBefore'"
            })
    void memberOfTheWrongType_isRefusedByName(String right, String wrong, String named) {
        assertThat(WRITTEN).contains(right);
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> GrantJson.read(WRITTEN.replace(right, wrong)))
                .withMessageContaining("'" + named + "'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\"weight\":8.0' | '\"weight\":0'",
                "'\"weight\":8.0' | '\"weight\":-8'",
                "'\"weight\":8.0' | '\"weight\":1000001'",
                "'\"weight\":8.0' | '\"weight\":1e-300'",
                "'\"limit\":104857600' | '\"limit\":0'",
                "'\"limit\":104857600' | '\"limit\":20971519'",
                "'\"tenant\":\"gold\"' | '\"tenant\":\"go ld\"'",
                "'\"defaultTenant\":\"default\"' | '\"defaultTenant\":\"\"'",
                "'\"address\":\"10.1.0.0/16\"' | '\"address\":\"somewhere\"'",
                "'\"user\":\"ops-*\"' | '\"user\":\"ops [a]\"'",
                "'\"application\":\"app-1\"' | '\"application\":\"app 1\"'"
            })
    void valueOutOfItsRange_isRefused(String right, String wrong) {
        assertThat(WRITTEN).contains(right);
        assertThatIllegalArgumentException().isThrownBy(() -> GrantJson.read(WRITTEN.replace(right, wrong)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\"limit\":104857600' | '\"limit\":-1'",
                "'\"limit\":104857600' | '\"limit\":9223372036854775808'",
                "'\"limit\":104857600' | '\"limit\":1e400'",
                "'\"limit\":104857600' | '\"limit\":NaN'",
                "'\"limit\":104857600' | '\"limit\":1.5'",
                "'\"reservation\":20971520' | '\"reservation\":-1'",
                "'\"reservation\":20971520' | '\"reservation\":9223372036854775807'",
                "'\"weight\":8.0' | '\"weight\":1e400'",
                "'\"weight\":8.0' | '\"weight\":-1e400'",
                "'\"weight\":8.0' | '\"weight\":NaN'",
                "'\"weight\":8.0' | '\"weight\":Infinity'"
            })
    void rateOrWeightThatNothingCanHave_isRefused(String right, String wrong) {
        assertThat(WRITTEN).contains(right);
        assertThatThrownBy(() -> GrantJson.read(WRITTEN.replace(right, wrong)))
                .isInstanceOfAny(MalformedJsonException.class, IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "null", "[]", "7", "\"grant\"", "{", "{\"cluster\":}", "nonsense", "{}{}", "{} x"})
    void whatIsNoJsonObject_isRefused(String text) {
        assertThatExceptionOfType(MalformedJsonException.class).isThrownBy(() -> GrantJson.read(text));
    }

    @Test
    void grantWithAnotherBehindIt_isRefused() {
        assertThatExceptionOfType(MalformedJsonException.class).isThrownBy(() -> GrantJson.read(WRITTEN + WRITTEN));
    }

    @Test
    void memberGivenTwice_isRefused() {
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> GrantJson.read(WRITTEN.replace("\"epoch\":7", "\"epoch\":9,\"epoch\":7")));
    }

    @Test
    void textThatWouldExhaustTheReader_isRefused() {
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> GrantJson.read("{\"tenants\":" + "[".repeat(1_000_000)));
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> GrantJson.read("{\"epoch\":" + "9".repeat(100_000) + "}"));
    }

    @Test
    void moreTenantsThanAnybodyHas_areRefused() {
        String tenant = "{\"tenant\":\"gold\",\"weight\":1},";
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> GrantJson.read(
                        WRITTEN.replace("\"tenants\":[", "\"tenants\":[" + tenant.repeat(GrantJson.MOST_ENTRIES))))
                .withMessageContaining("'tenants'");
    }

    @Test
    void anyPartCutOut_isRefusedOrAGrantButNothingElse() {
        seeded(5_000, random -> {
            int from = random.nextInt(WRITTEN.length());
            int to = random.nextInt(from, WRITTEN.length() + 1);
            try {
                assertThat(GrantJson.read(WRITTEN.substring(0, from) + WRITTEN.substring(to)))
                        .isNotNull();
            } catch (MalformedJsonException | IllegalArgumentException refused) {
                assertThat(refused.getMessage()).isNotEmpty();
            }
        });
    }

    @Test
    void everythingThatARuleLooksAt_andWhatIsLeftToTheNode_isReadBack() throws MalformedJsonException {
        Map<Fact, String> match = new EnumMap<>(Fact.class);
        for (Fact fact : Fact.values()) {
            match.put(fact, fact == Fact.ADDRESS ? "10.0.0.0/8" : fact == Fact.OPERATION ? "read" : "a*");
        }
        GrantedApplication application =
                GrantedApplication.of("app-1", "alice", Grants.GOLD, 1).by("rest", List.of("all"));
        Grant grant = Grant.of(
                "c",
                GrantVersion.of(1, 1),
                Tenant.DEFAULT,
                List.of(),
                TenantRules.of(List.of(TenantRule.of("all", match, Grants.GOLD))),
                List.of(application));
        Grant read = GrantJson.read(GrantJson.write(grant));
        assertThat(read.rules()).isEqualTo(grant.rules());
        assertThat(read.rules().named("all").orElseThrow().match()).isEqualTo(match);
        assertThat(read.application("app-1")).contains(application);
        assertThat(read.application("app-1").orElseThrow().undecided()).containsExactly("all");
    }

    /** A node that ignored the unknown pattern would match too many clients. */
    @Test
    void ruleThatLooksAtSomethingUnknown_isRefusedNamingIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GrantJson.read("{\"cluster\":\"c\",\"epoch\":1,\"sequence\":1,"
                        + "\"defaultTenant\":\"default\",\"rules\":[{\"rule\":\"etl\","
                        + "\"match\":{\"user\":\"etl\",\"queue\":\"nightly\"},\"tenant\":\"bronze\"}]}"))
                .withMessageContaining("'etl'")
                .withMessageContaining("'queue'");
    }
}
