package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantStore;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.identity.OperationKind;
import io.hdfsthrottle.identity.RefusedTags;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TokenUser;
import io.hdfsthrottle.identity.UserGroups;
import io.hdfsthrottle.part.Part;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.rule.TenantRules;
import io.hdfsthrottle.slots.Slots;
import io.hdfsthrottle.unit.Ticker;
import io.hdfsthrottle.usage.RuleUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CallerResolverTest {

    private static final Grant GRANT = Grants.of(7, 3);
    private static final String LINE = SigningKeys.line("k1", new byte[32]);
    private static final SigningKeys KEYS = SigningKeys.parse(List.of(LINE));
    private static final String ELSEWHERE = "192.168.0.1";
    private static final String RIGHT =
            client(KEYS.sign("default", "app-1", "alice", 1_763_600_000).toString());
    private static final String OTHER_DATA_NODE = "10.1.9.9";
    private static final String REGION_SERVER = "DFSClient_hb_rs_rs1.example.com,16020,1690000000000_-12_42";
    private static final TokenUser NONE = TokenUser.NOT_ISSUED;
    private static final TokenUser ALICE = TokenUser.of("alice");
    private static final String FORGED =
            client("app-1.k1.0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef-_0123");

    @TempDir
    private static Path folder;

    private static NodeKeys checked;

    private final AtomicLong now = new AtomicLong();
    private final KnownHost host = new KnownHost();
    private final CallerResolver checking = resolver(checked);
    private final CallerResolver believing = resolver(NodeKeys.of(Optional.empty(), Ticker.system()));

    @BeforeAll
    static void writeKeys() throws IOException {
        Path file = Files.write(
                folder.resolve("keys"), KEYS.nodeKey("default", "dn", 7).lines());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        checked = NodeKeys.of(Optional.of(file), Ticker.system());
    }

    @Test
    void livingApplicationWithARightTag_paysAsItsTenantWhereverItIs() {
        assertThat(checking.resolve(RIGHT, ELSEWHERE, NONE, OperationKind.READ, GRANT)
                        .tenant())
                .isEqualTo(Grants.GOLD);
        assertThat(checking.resolve(RIGHT, "10.1.2.3", NONE, OperationKind.READ, GRANT)
                        .tenant())
                .isEqualTo(Grants.GOLD);
        assertThat(checking.refusedTags().total()).isZero();
    }

    @Test
    void forgedTag_doesNotCountWhereTheKeysAreKnown() {
        assertThat(checking.resolve(FORGED, ELSEWHERE, NONE, OperationKind.READ, GRANT)
                        .tenant())
                .isEqualTo(Tenant.DEFAULT);
        assertThat(checking.resolve(FORGED, "10.1.2.3", NONE, OperationKind.READ, GRANT)
                        .tenant())
                .isEqualTo(Grants.BRONZE);
        assertThat(checking.refusedTags().total()).isEqualTo(2);
    }

    @Test
    void tag_isAClaimThatIsBelievedWhereNoKeysAreKnown() {
        assertThat(believing
                        .resolve(FORGED, ELSEWHERE, NONE, OperationKind.READ, GRANT)
                        .tenant())
                .isEqualTo(Grants.GOLD);
        assertThat(believing.refusedTags().total()).isZero();
    }

    @Test
    void tagOfAnApplicationThatIsNotAlive_doesNotCount() {
        String dead =
                client(KEYS.sign("default", "app-2", "alice", 1_763_600_000).toString());
        assertThat(checking.resolve(dead, ELSEWHERE, NONE, OperationKind.READ, GRANT)
                        .tenant())
                .isEqualTo(Tenant.DEFAULT);
        assertThat(believing
                        .resolve(dead, ELSEWHERE, NONE, OperationKind.READ, GRANT)
                        .tenant())
                .isEqualTo(Tenant.DEFAULT);
        assertThat(checking.refusedTags().total()).isEqualTo(1);
    }

    @Test
    void tagSignedForAnotherClusterUserOrTime_doesNotCount() {
        for (String tag : List.of(
                KEYS.sign("prod", "app-1", "alice", 1_763_600_000).toString(),
                KEYS.sign("default", "app-1", "bob", 1_763_600_000).toString(),
                KEYS.sign("default", "app-1", "alice", 1_763_600_001).toString())) {
            assertThat(checking.resolve(client(tag), ELSEWHERE, NONE, OperationKind.READ, GRANT)
                            .tenant())
                    .isEqualTo(Tenant.DEFAULT);
        }
        assertThat(checking.refusedTags().total()).isEqualTo(3);
    }

    @Test
    void userOfAnApplication_isWhomTheRulesSayWhateverTheApplicationBelongsTo() {
        Grant grant = Grant.of(
                "default",
                GRANT.version(),
                Tenant.DEFAULT,
                List.of(),
                TenantRules.of(List.of(
                        TenantRule.of("claims", null, "app-*", null, null, Grants.GOLD),
                        TenantRule.of("alice", "alice", null, null, null, Grants.BRONZE))),
                GRANT.applications());
        assertThat(checking.resolve(RIGHT, ELSEWHERE, NONE, OperationKind.READ, grant)
                        .tenant())
                .isEqualTo(Grants.GOLD);
        assertThat(checking.tenantOfUser(RIGHT, ELSEWHERE, NONE, OperationKind.READ, grant))
                .isEqualTo(Grants.BRONZE);
        assertThat(believing.tenantOfUser(FORGED, ELSEWHERE, NONE, OperationKind.READ, grant))
                .isEqualTo(Grants.BRONZE);
        assertThat(checking.tenantOfUser(FORGED, ELSEWHERE, NONE, OperationKind.READ, grant))
                .isEqualTo(Tenant.DEFAULT);
        assertThat(checking.tenantOfUser(RIGHT, ELSEWHERE, NONE, OperationKind.READ, GRANT))
                .isEqualTo(Tenant.DEFAULT);
        assertThat(checking.tenantOfUser(RIGHT, "10.1.2.3", NONE, OperationKind.READ, GRANT))
                .isEqualTo(Grants.BRONZE);
        assertThat(checking.tenantOfUser("", ELSEWHERE, NONE, OperationKind.READ, GRANT))
                .isEqualTo(Tenant.DEFAULT);
    }

    @Test
    void whatIsKnownAlready_isWhoPays_andIsNotCounted() {
        for (String name : List.of(RIGHT, FORGED, REGION_SERVER, "")) {
            for (TokenUser user : List.of(NONE, ALICE, TokenUser.of("bob"), TokenUser.UNKNOWN)) {
                for (String address : List.of(ELSEWHERE, "10.1.2.3")) {
                    CallerResolver fresh = resolver(checked);
                    Tenant known = fresh.known(name, address, user, OperationKind.WRITE, GRANT);
                    assertThat(fresh.refusedTags().total()).isZero();
                    assertThat(known)
                            .as("%s at %s with the token of %s", name, address, user)
                            .isEqualTo(fresh.resolve(name, address, user, OperationKind.WRITE, GRANT)
                                    .tenant());
                }
            }
        }
    }

    @Test
    void callerWithoutAName_isNobodyMoreThanItsAddressSays() {
        assertThat(checking.resolve("", "10.1.2.3", NONE, OperationKind.READ, GRANT)
                        .tenant())
                .isEqualTo(Grants.BRONZE);
        assertThat(checking.resolve("", ELSEWHERE, NONE, OperationKind.READ, GRANT)
                        .tenant())
                .isEqualTo(Tenant.DEFAULT);
    }

    @Test
    void tagOfTheTokensUser_paysAsItsTenant() {
        assertThat(checking.resolve(RIGHT, ELSEWHERE, ALICE, OperationKind.READ, GRANT)
                        .tenant())
                .isEqualTo(Grants.GOLD);
        assertThat(checking.refusedTags().total()).isZero();
    }

    @Test
    void copiedTag_paysAsTheTenantOfTheUserWhoseTokenItIs() {
        Grant grant = ruled(TenantRule.of("bobs", "bob", null, null, null, Tenant.named("bobs")));
        Payer bob = checking.resolve(RIGHT, ELSEWHERE, TokenUser.of("bob"), OperationKind.READ, grant);
        assertThat(bob.tenant()).isEqualTo(Tenant.named("bobs"));
        assertThat(bob.share().key()).isEqualTo("user:bob");
        assertThat(checking.resolve(RIGHT, ELSEWHERE, TokenUser.of("eve"), OperationKind.READ, grant)
                        .tenant())
                .isEqualTo(Tenant.DEFAULT);
        assertThat(checking.tenantOfUser(RIGHT, ELSEWHERE, TokenUser.of("bob"), OperationKind.READ, grant))
                .isEqualTo(Tenant.named("bobs"));
        assertThat(checking.refusedTags().of(RefusedTags.Kind.CROSS_USER)).isEqualTo(2);
        assertThat(checking.refusedTags().total()).isEqualTo(2);
    }

    /** Without keys a tag is an unverified claim; one of another user's application is always false. */
    @Test
    void copiedTag_doesNotCountWithoutKeysEither() {
        assertThat(believing
                        .resolve(RIGHT, ELSEWHERE, TokenUser.of("bob"), OperationKind.READ, GRANT)
                        .tenant())
                .isEqualTo(Tenant.DEFAULT);
        assertThat(believing.refusedTags().of(RefusedTags.Kind.CROSS_USER)).isEqualTo(1);
    }

    @Test
    void tagWithATokenThatNobodySaw_doesNotCount() {
        assertThat(checking.resolve(RIGHT, ELSEWHERE, TokenUser.UNKNOWN, OperationKind.READ, GRANT)
                        .tenant())
                .isEqualTo(Tenant.DEFAULT);
        assertThat(checking.refusedTags().of(RefusedTags.Kind.CROSS_USER)).isEqualTo(1);
    }

    @Test
    void userOfAToken_isWhomRulesForUsersMatch_withoutAnyTag() {
        Grant grant = ruled(TenantRule.of("alices", "alice", null, null, null, Grants.GOLD));
        assertThat(checking.resolve("DFSClient_NONMAPREDUCE_-1_1", ELSEWHERE, ALICE, OperationKind.READ, grant)
                        .tenant())
                .isEqualTo(Grants.GOLD);
        assertThat(checking.resolve("DFSClient_NONMAPREDUCE_-1_1", ELSEWHERE, NONE, OperationKind.READ, grant)
                        .tenant())
                .isEqualTo(Tenant.DEFAULT);
    }

    @Test
    void everyRefusedTag_isCountedUnderItsKindAlone() {
        String right = KEYS.sign("default", "app-1", "alice", 1_763_600_000).toString();
        Map<String, RefusedTags.Kind> kinds = Map.of(
                FORGED,
                RefusedTags.Kind.FORGED,
                client("app-2" + right.substring(5)),
                RefusedTags.Kind.DEAD,
                client(right.replace(".k1.", ".k-1.")),
                RefusedTags.Kind.MALFORMED,
                client(right + "0"),
                RefusedTags.Kind.MALFORMED,
                client(right.substring(0, right.length() - 1)),
                RefusedTags.Kind.MALFORMED,
                client("a b" + right),
                RefusedTags.Kind.MALFORMED,
                client("x".repeat(300) + right),
                RefusedTags.Kind.OVERSIZE,
                RIGHT,
                RefusedTags.Kind.CROSS_USER);
        kinds.forEach((name, kind) -> {
            CallerResolver fresh = resolver(checked);
            assertThat(fresh.resolve(name, ELSEWHERE, TokenUser.of("eve"), OperationKind.READ, GRANT)
                            .tenant())
                    .as(name)
                    .isEqualTo(Tenant.DEFAULT);
            assertThat(fresh.refusedTags().of(kind)).as(name).isEqualTo(1);
            assertThat(fresh.refusedTags().total()).as(name).isEqualTo(1);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DFSClient_hb_rs_ip-10-0-0-1.eu-west-1.compute.internal,16020,1690000000000_-12_42",
                "DFSClient_attempt_1690000000000_0001_m_000000_0_-12_42",
                "DFSClient_a.b.averylonglabelwithoutdigits_1_1",
                "a.k1.0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef-_0123"
            })
    void nameOfOtherSoftware_isNoRefusedTag(String clientName) {
        checking.resolve(clientName, ELSEWHERE, ALICE, OperationKind.READ, GRANT);
        assertThat(checking.refusedTags().total()).isZero();
    }

    private CallerResolver resolver(NodeKeys keys) {
        GrantStore none = new GrantStore(now::get, Duration.ofSeconds(30), Duration.ofMinutes(10));
        return new CallerResolver(keys, host, new ApplicationFinder("dn", none, () -> true, now::get), now::get);
    }

    /** A host that knows alice's groups, and one address from which another DataNode passes on what clients write. */
    private static final class KnownHost implements Host, UserGroups {
        private int changes;

        @Override
        public boolean readsAhead() {
            return false;
        }

        @Override
        public Slots slots() {
            return Slots.UNKNOWN;
        }

        @Override
        public UserGroups groups() {
            return this;
        }

        @Override
        public boolean isRelay(String address) {
            return address.equals(OTHER_DATA_NODE);
        }

        @Override
        public Optional<Set<String>> of(String user) {
            return user.equals("alice") ? Optional.of(Set.of("staff", "analysts")) : Optional.empty();
        }

        @Override
        public int changes() {
            return changes;
        }
    }

    private static Grant ruled(TenantRule... rules) {
        return Grant.of(
                "default",
                GRANT.version(),
                Tenant.DEFAULT,
                List.of(),
                TenantRules.of(List.of(rules)),
                GRANT.applications());
    }

    @ParameterizedTest
    @ValueSource(strings = {"DFSClient_NONMAPREDUCE_-1_1", "gold", "hdfs.replication", " ", "DFSClient_gold_1_1"})
    void callerWithoutATag_isWhomItsAddressSays(String clientName) {
        assertThat(checking.resolve(clientName, "10.1.2.3", NONE, OperationKind.READ, GRANT)
                        .tenant())
                .isEqualTo(Grants.BRONZE);
        assertThat(checking.resolve(clientName, "10.2.2.3", NONE, OperationKind.READ, GRANT)
                        .tenant())
                .isEqualTo(Tenant.DEFAULT);
        assertThat(checking.resolve(clientName, "", NONE, OperationKind.READ, GRANT)
                        .tenant())
                .isEqualTo(Tenant.DEFAULT);
        assertThat(checking.refusedTags().total()).isZero();
    }

    @Test
    void clientWithoutATag_isWhomItsNameSays() {
        Grant grant = ruled(TenantRule.of("hbase", Map.of(Fact.CLIENT_NAME, "DFSClient_hb_rs_*"), Grants.GOLD));
        for (OperationKind operation : OperationKind.values()) {
            assertThat(checking.resolve(REGION_SERVER, ELSEWHERE, NONE, operation, grant)
                            .tenant())
                    .isEqualTo(Grants.GOLD);
            assertThat(checking.tenantOfUser(REGION_SERVER, ELSEWHERE, NONE, operation, grant))
                    .isEqualTo(Grants.GOLD);
        }
        assertThat(tenant("DFSClient_NONMAPREDUCE_-1_1", OperationKind.READ, grant))
                .isEqualTo(Tenant.DEFAULT);
        assertThat(tenant("", OperationKind.READ, grant)).isEqualTo(Tenant.DEFAULT);
        assertThat(tenant("DFSClient_hb_rs_" + "x".repeat(320), OperationKind.READ, grant))
                .isEqualTo(Tenant.DEFAULT);
    }

    /** A tag is verified; a client name is only a claim. */
    @Test
    void clientName_neverCountsBesideATagThatDoes() {
        Grant grant = ruled(TenantRule.of("all", Map.of(Fact.CLIENT_NAME, "DFSClient_*"), Grants.BRONZE));
        assertThat(tenant(RIGHT, OperationKind.READ, grant)).isEqualTo(Grants.GOLD);
        assertThat(tenant(FORGED, OperationKind.READ, grant)).isEqualTo(Grants.BRONZE);
    }

    @Test
    void rule_forAnOperation_holdsForThatAlone() {
        Grant grant = ruled(
                TenantRule.of("loads", Map.of(Fact.OPERATION, "write", Fact.ADDRESS, ELSEWHERE), Grants.BRONZE),
                TenantRule.of("rest", Map.of(Fact.ADDRESS, ELSEWHERE), Grants.GOLD));
        assertThat(tenant("a-client", OperationKind.WRITE, grant)).isEqualTo(Grants.BRONZE);
        assertThat(tenant("a-client", OperationKind.READ, grant)).isEqualTo(Grants.GOLD);
    }

    @Test
    void userThatATokenProves_isInItsGroups_andOthersAreInNone() {
        Grant grant = ruled(TenantRule.of("analysts", Map.of(Fact.GROUP, "analyst?"), Grants.GOLD));
        for (TokenUser user : List.of(ALICE, TokenUser.of("bob"), NONE, TokenUser.UNKNOWN)) {
            assertThat(checking.resolve("a-client", ELSEWHERE, user, OperationKind.READ, grant)
                            .tenant())
                    .as(user.toString())
                    .isEqualTo(user.equals(ALICE) ? Grants.GOLD : Tenant.DEFAULT);
        }
    }

    @Test
    void ruleThatTheCoordinatorLeftOpen_comesBeforeItsWord_ifTheNodeFindsItToHold() {
        TenantRule loads = TenantRule.of(
                "loads", Map.of(Fact.GROUP, "analysts", Fact.OPERATION, "write", Fact.CLAIMS, "gold"), Grants.BRONZE);
        TenantRule alices = TenantRule.of("alices", "alice", null, null, null, Grants.GOLD);
        GrantedApplication alice = GRANT.application("app-1").orElseThrow().by("alices", List.of("gone", "loads"));
        Grant grant = Grant.of(
                "default",
                GRANT.version(),
                Tenant.DEFAULT,
                List.of(),
                TenantRules.of(List.of(loads, alices)),
                List.of(alice));
        assertThat(tenant(RIGHT, OperationKind.WRITE, grant)).isEqualTo(Grants.BRONZE);
        assertThat(tenant(RIGHT, OperationKind.READ, grant)).isEqualTo(Grants.GOLD);
        assertThat(tenant(RIGHT, OperationKind.READ, grant)).isEqualTo(Grants.GOLD);
        now.addAndGet(5_000_000);
        List<RuleUsage> hits = checking.hits(grant.rules());
        assertThat(hits).extracting(RuleUsage::rule).containsExactly("loads", "alices");
        assertThat(hits).extracting(RuleUsage::hits).containsExactly(1L, 2L);
        assertThat(hits).extracting(RuleUsage::ago).containsOnly(Duration.ofMillis(5));
    }

    @Test
    void poolThatARuleNames_isThatRulesTenant_andAPartOfTheApplicationOtherwise() {
        TenantRule loads = TenantRule.of("loads", Map.of(Fact.POOL, "etl*"), Grants.BRONZE);
        GrantedApplication alice = GRANT.application("app-1").orElseThrow().by(null, List.of("loads"));
        Grant grant = Grant.of(
                "default", GRANT.version(), Tenant.DEFAULT, List.of(), TenantRules.of(List.of(loads)), List.of(alice));
        assertThat(tenant(inPool("etl-nightly"), OperationKind.READ, grant)).isEqualTo(Grants.BRONZE);
        assertThat(tenant(inPool("adhoc"), OperationKind.READ, grant)).isEqualTo(Grants.GOLD);
        assertThat(tenant(RIGHT, OperationKind.READ, grant)).isEqualTo(Grants.GOLD);
        Payer adhoc = checking.resolve(inPool("adhoc"), ELSEWHERE, NONE, OperationKind.READ, grant);
        assertThat(adhoc.share()).hasToString("app:app-1/p:adhoc");
    }

    private static String inPool(String pool) {
        int end = RIGHT.lastIndexOf('_', RIGHT.lastIndexOf('_') - 1);
        return RIGHT.substring(0, end) + Part.of("1", pool) + RIGHT.substring(end);
    }

    @Test
    void writeThatAnotherDataNodePassesOn_isWhomItsClientIs_andNeverWhomTheDataNodesAddressSays() {
        Grant grant = ruled(
                TenantRule.of("network", Map.of(Fact.ADDRESS, "10.1.0.0/16"), Grants.BRONZE),
                TenantRule.of("hbase", Map.of(Fact.CLIENT_NAME, "DFSClient_hb_rs_*"), Grants.GOLD));
        assertThat(checking.resolve(REGION_SERVER, "10.1.2.3", NONE, OperationKind.WRITE, grant)
                        .tenant())
                .isEqualTo(Grants.BRONZE);
        assertThat(checking.resolve(REGION_SERVER, OTHER_DATA_NODE, NONE, OperationKind.WRITE, grant)
                        .tenant())
                .isEqualTo(Grants.GOLD);
        assertThat(checking.resolve("a-client", OTHER_DATA_NODE, NONE, OperationKind.WRITE, grant)
                        .tenant())
                .isEqualTo(Tenant.DEFAULT);
        assertThat(checking.resolve(REGION_SERVER, OTHER_DATA_NODE, NONE, OperationKind.READ, grant)
                        .tenant())
                .as("nobody reads for another")
                .isEqualTo(Grants.BRONZE);
    }

    @Test
    void newsOfGroups_makeCallersBeAskedForAgain() {
        assertThat(checking.changes()).isZero();
        host.changes++;
        assertThat(checking.changes()).isEqualTo(1);
    }

    private Tenant tenant(String clientName, OperationKind operation, Grant grant) {
        return checking.resolve(clientName, ELSEWHERE, NONE, operation, grant).tenant();
    }

    @Test
    void nodeThatNeverHeardOfACoordinator_knowsOnlyTheDefaultTenant() {
        assertThat(checking.resolve(RIGHT, "10.1.2.3", NONE, OperationKind.READ, Grant.NOBODY)
                        .tenant())
                .isEqualTo(Tenant.DEFAULT);
    }

    private static String client(String tag) {
        return "DFSClient_" + tag + "_-1938471_42";
    }
}
