package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.queue.Account;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.rule.TenantRules;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.usage.UsageReportJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** More identities than any cluster has, of any kind: memory stays bounded and each finds an account. */
@Timeout(60)
@Tag("slow")
final class IdentityFloodTest {

    private static final Volume DISK = Volume.of("DS-1", null);
    private static final String ADDRESS = "192.168.0.1";
    private static final int MILLION = 1_000_000;

    @TempDir
    private Path directory;

    private final HandSetTicker ticker = new HandSetTicker();
    private ThrottleAgent agent;

    @BeforeEach
    void open() throws Exception {
        AgentSettings settings = AgentSettings.parse(Map.of("hdfs.throttle.volume.capacity", "100m"));
        agent = new ThrottleAgent("dn:9866", settings, ticker, Parker.system());
    }

    @AfterEach
    void close() {
        agent.close();
    }

    @Test
    void millionClientNamesAddressesAndForgedTags_takeOneTenantAndNoMemory() throws Exception {
        hold(Grants.of(7, 3));
        Account unused = flood(5000);
        long before = usedMemory();
        assertThat(flood(MILLION).tenant()).isEqualTo(Tenant.DEFAULT);
        assertThat(usedMemory() - before).isLessThan(8L << 20);
        await().until(() -> tenants().size() == 1 && tenants().get(0).bytes() == MILLION + 5000);
        assertThat(tenants().get(0).terms().tenant()).isEqualTo(Tenant.DEFAULT);
        assertThat(agent.state().refusedTags().total()).isGreaterThan(MILLION / 2);
    }

    private Account flood(int identities) {
        Account account = null;
        for (int i = 0; i < identities; i++) {
            String name = i % 2 == 0 ? "DFSClient_app-" + i + ".k1." + "0".repeat(86) + "_" + i + "_1" : "client-" + i;
            String address = "192.168." + (i >> 8 & 255) + "." + (i & 255);
            account = agent.client(name, address).account(DISK);
            account.pass(1);
        }
        return account;
    }

    @Test
    void applicationsBeyondTheBound_shareTheAccountOfTheTenantOfTheirUser() throws Exception {
        List<GrantedApplication> applications = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            applications.add(GrantedApplication.of(
                    "app-" + i, i % 2 == 0 ? "alice" : "bob", Tenant.named("tenant-" + i), 1_763_600_000));
        }
        hold(Grant.of(
                "default",
                GrantVersion.of(1, 1),
                Tenant.DEFAULT,
                List.of(),
                TenantRules.of(List.of(TenantRule.of("alices", "alice", null, null, null, Grants.GOLD))),
                applications));
        assertThat(accountOf(0).tenant()).isEqualTo(Tenant.named("tenant-0"));
        assertThat(agent.account(Grants.GOLD, DISK).tenant())
                .isEqualTo(Grants.GOLD); // alice reads without a tag, or as an application of gold
        for (int i = 0; i < 5000; i++) {
            accountOf(i).pass(1);
        }

        assertThat(accountOf(4998).tenant()).isEqualTo(Grants.GOLD);
        assertThat(accountOf(4999).tenant()).isEqualTo(Tenant.DEFAULT);
        assertThat(accountOf(1).tenant()).isEqualTo(Tenant.named("tenant-1"));
        await().until(() -> tenants().stream().mapToLong(TenantActivity::bytes).sum() == 5000);
        assertThat(tenants()).hasSize(UsageReportJson.MOST_TENANTS);
    }

    private Account accountOf(int application) {
        return agent.client("DFSClient_app-" + application + ".k1." + "0".repeat(86) + "_1_1", ADDRESS)
                .account(DISK);
    }

    private List<TenantActivity> tenants() {
        return agent.state().volumes().get(0).tenants();
    }

    private void hold(Grant grant) throws Exception {
        GrantFile file = new GrantFile(directory.resolve("grant"));
        file.write(grant);
        agent.start(Optional.empty(), file);
        assertThat(agent.state().grant()).isEqualTo(grant.version());
    }

    private static long usedMemory() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
