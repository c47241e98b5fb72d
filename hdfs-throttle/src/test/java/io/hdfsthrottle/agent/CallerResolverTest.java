package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TenantRule;
import io.hdfsthrottle.identity.TenantRules;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
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
    private static final String FORGED = client("app-1.k1.0123456789abcdef0123456789abcdef");

    @TempDir
    private static Path folder;

    private static NodeKeys checked;

    private final CallerResolver checking = new CallerResolver(checked);
    private final CallerResolver believing = new CallerResolver(NodeKeys.of(Optional.empty(), Ticker.system()));

    @BeforeAll
    static void writeKeys() throws IOException {
        Path file = Files.writeString(folder.resolve("keys"), LINE);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        checked = NodeKeys.of(Optional.of(file), Ticker.system());
    }

    @Test
    void livingApplicationWithARightTag_paysAsItsTenantWhereverItIs() {
        assertThat(checking.resolve(RIGHT, ELSEWHERE, GRANT).tenant()).isEqualTo(Grants.GOLD);
        assertThat(checking.resolve(RIGHT, "10.1.2.3", GRANT).tenant()).isEqualTo(Grants.GOLD);
        assertThat(checking.refusedTags()).isZero();
    }

    @Test
    void forgedTag_doesNotCountWhereTheKeysAreKnown() {
        assertThat(checking.resolve(FORGED, ELSEWHERE, GRANT).tenant()).isEqualTo(Tenant.DEFAULT);
        assertThat(checking.resolve(FORGED, "10.1.2.3", GRANT).tenant()).isEqualTo(Grants.BRONZE);
        assertThat(checking.refusedTags()).isEqualTo(2);
    }

    @Test
    void tag_isAClaimThatIsBelievedWhereNoKeysAreKnown() {
        assertThat(believing.resolve(FORGED, ELSEWHERE, GRANT).tenant()).isEqualTo(Grants.GOLD);
        assertThat(believing.refusedTags()).isZero();
    }

    @Test
    void tagOfAnApplicationThatIsNotAlive_doesNotCount() {
        String dead =
                client(KEYS.sign("default", "app-2", "alice", 1_763_600_000).toString());
        assertThat(checking.resolve(dead, ELSEWHERE, GRANT).tenant()).isEqualTo(Tenant.DEFAULT);
        assertThat(believing.resolve(dead, ELSEWHERE, GRANT).tenant()).isEqualTo(Tenant.DEFAULT);
        assertThat(checking.refusedTags()).isEqualTo(1);
    }

    @Test
    void tagSignedForAnotherClusterUserOrTime_doesNotCount() {
        for (String tag : List.of(
                KEYS.sign("prod", "app-1", "alice", 1_763_600_000).toString(),
                KEYS.sign("default", "app-1", "bob", 1_763_600_000).toString(),
                KEYS.sign("default", "app-1", "alice", 1_763_600_001).toString())) {
            assertThat(checking.resolve(client(tag), ELSEWHERE, GRANT).tenant()).isEqualTo(Tenant.DEFAULT);
        }
        assertThat(checking.refusedTags()).isEqualTo(3);
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
        assertThat(checking.resolve(RIGHT, ELSEWHERE, grant).tenant()).isEqualTo(Grants.GOLD);
        assertThat(checking.tenantOfUser(RIGHT, ELSEWHERE, grant)).isEqualTo(Grants.BRONZE);
        assertThat(believing.tenantOfUser(FORGED, ELSEWHERE, grant)).isEqualTo(Grants.BRONZE);
        assertThat(checking.tenantOfUser(FORGED, ELSEWHERE, grant)).isEqualTo(Tenant.DEFAULT);
        assertThat(checking.tenantOfUser(RIGHT, ELSEWHERE, GRANT)).isEqualTo(Tenant.DEFAULT);
        assertThat(checking.tenantOfUser(RIGHT, "10.1.2.3", GRANT)).isEqualTo(Grants.BRONZE);
        assertThat(checking.tenantOfUser("", ELSEWHERE, GRANT)).isEqualTo(Tenant.DEFAULT);
    }

    @Test
    void callerWithoutAName_isAnotherDataNode() {
        assertThat(checking.resolve("", "10.1.2.3", GRANT).tenant()).isEqualTo(Tenant.REPLICATION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DFSClient_NONMAPREDUCE_-1_1", "gold", "hdfs.replication", " ", "DFSClient_gold_1_1"})
    void callerWithoutATag_isWhomItsAddressSays(String clientName) {
        assertThat(checking.resolve(clientName, "10.1.2.3", GRANT).tenant()).isEqualTo(Grants.BRONZE);
        assertThat(checking.resolve(clientName, "10.2.2.3", GRANT).tenant()).isEqualTo(Tenant.DEFAULT);
        assertThat(checking.resolve(clientName, "", GRANT).tenant()).isEqualTo(Tenant.DEFAULT);
        assertThat(checking.refusedTags()).isZero();
    }

    @Test
    void nodeThatNeverHeardOfACoordinator_knowsOnlyTheDefaultTenant() {
        assertThat(checking.resolve(RIGHT, "10.1.2.3", Grant.NOBODY).tenant()).isEqualTo(Tenant.DEFAULT);
    }

    private static String client(String tag) {
        return "DFSClient_" + tag + "_-1938471_42";
    }
}
