package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.Realm;
import io.hdfsthrottle.testkit.cluster.Realm.Protection;
import io.hdfsthrottle.testkit.hdfs.BlockReads;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * With Kerberos and block tokens, at each level of protection: a tag counts for its user and no other, and every read
 * goes on.
 */
@ParameterizedClass
@MethodSource("protections")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
final class TokenBindingIT {

    private static final int FILE_BYTES = 1 << 20;
    private static final Duration COPY = Duration.ofSeconds(60);

    @Parameter
    private Protection protection;

    private Realm realm;
    private Cluster cluster;
    private Map<String, String> settings;
    private String tag;
    private String written;

    /** The strongest; the others with everything. */
    static List<Protection> protections() {
        return Needs.isEverything() ? List.of(Protection.values()) : List.of(Protection.PRIVACY);
    }

    @BeforeParameterizedClassInvocation(injectArguments = false)
    void startEverything() throws Exception {
        Path folder = RigFolders.folder("kerberos");
        realm = Realm.open(folder.resolve("realm"), "alice", "bob");
        cluster = Cluster.in(folder)
                .hadoop(Versions.ofHadoop())
                .kerberos(realm, protection)
                .dataNode(Map.of("hdfs.throttle.volume.capacity", "400m"))
                .start();
        settings = realm.settings(protection);
        cluster.coordinator().putTenant("gold", 8);
        cluster.coordinator().putTenant("bobs", 1);
        cluster.coordinator().put("/v1/rules/bobs", Map.of("match", Map.of("user", "bob"), "tenant", "bobs"));
        tag = cluster.register("app-alice", "gold", "alice");
        cluster.awaitGrants();
        try (Hdfs alice = Hdfs.tagged(cluster.nameNode(), realm.user("alice"), tag, settings)) {
            // A node that has not heard of an application after 100 ms takes its first bytes for the default tenant's.
            await().until(() -> {
                alice.write("/met", 1, 1);
                return bytes("gold") > 0;
            });
            written = alice.write("/data", FILE_BYTES, 1);
        }
        await().until(() -> bytes("gold") >= FILE_BYTES);
    }

    @AfterParameterizedClassInvocation(injectArguments = false)
    void stopEverything() {
        if (cluster != null) {
            cluster.close();
        }
        if (realm != null) {
            realm.close();
        }
    }

    @Test
    void tagOfTheTokensUser_paysAsItsTenant() throws Exception {
        double gold = bytes("gold");
        long refused = refused("RefusedTags");
        try (Hdfs alice = Hdfs.tagged(cluster.nameNode(), realm.user("alice"), tag, settings)) {
            assertThat(alice.read("/data")).isEqualTo(written);
        }
        await().until(() -> bytes("gold") >= gold + FILE_BYTES);
        assertThat(refused("RefusedTags")).isEqualTo(refused);
    }

    /** Without sendfile, which no protected connection has, a read is not announced to the queue. */
    @Test
    void longRead_isCharged() throws Exception {
        double charged = HookFigures.of(cluster.dataNode()).tenant("gold", "chargedBytes");
        try (Hdfs alice = Hdfs.tagged(cluster.nameNode(), realm.user("alice"), tag, settings)) {
            alice.read("/data");
        }
        await().until(() ->
                HookFigures.of(cluster.dataNode()).tenant("gold", "chargedBytes") >= charged + 0.9 * FILE_BYTES);
    }

    @Test
    void copiedTag_paysAsTheTenantOfWhoeverCopiedIt_andTheReadGoesOn() throws Exception {
        double gold = bytes("gold");
        double bobs = bytes("bobs");
        long crossUser = refused("CrossUserTags");
        try (Hdfs bob = Hdfs.tagged(cluster.nameNode(), realm.user("bob"), tag, settings)) {
            assertThat(bob.read("/data")).isEqualTo(written);
        }
        await().until(() -> bytes("bobs") >= bobs + FILE_BYTES);
        assertThat(bytes("gold")).isEqualTo(gold);
        assertThat(refused("CrossUserTags")).isGreaterThan(crossUser);
        assertThat(refused("Errors")).isZero();
    }

    @Test
    void clientThatLeavesOutItsName_isNoDataNode() throws Exception {
        double bobs = bytes("bobs");
        try (BlockReads bob = BlockReads.of(cluster.nameNode(), realm.user("bob"), settings, "/data")) {
            assertThat(bob.read("")).hasSize(FILE_BYTES);
        }
        await().until(() -> bytes("bobs") >= bobs + FILE_BYTES);
        assertThat(bytes("hdfs.reconstruction")).isZero();
    }

    @Test
    void copyBetweenDataNodes_isHdfssOwnWork() throws Exception {
        try (Hdfs alice = Hdfs.tagged(cluster.nameNode(), realm.user("alice"), tag, settings)) {
            alice.write("/copied", FILE_BYTES, 2);
            try (DataNode second = cluster.addDataNode("second", Map.of())) {
                alice.replicas("/copied", 2);
                await().atMost(COPY)
                        .until(() -> HookFigures.of(second).tenant("hdfs.replication", "bytes") >= FILE_BYTES);
                assertThat(HookFigures.of(second).tenant("default", "bytes")).isZero();
            }
        }
    }

    /** The writer's token goes down the pipeline with its block. */
    @Test
    void writeOfAUserWithoutATag_isItsTenants_onEveryReplica() throws Exception {
        double bobs = bytes("bobs");
        Map<String, String> two = new LinkedHashMap<>(settings);
        two.put("dfs.replication", "2");
        try (DataNode second = cluster.addDataNode("another", Map.of());
                Hdfs bob = Hdfs.tagged(cluster.nameNode(), realm.user("bob"), "NONMAPREDUCE", two)) {
            await().until(() -> HookFigures.of(second).text("GrantFreshness").equals("FRESH"));
            bob.write("/bobs", FILE_BYTES, 3);
            await().until(() -> bytes("bobs") >= bobs + FILE_BYTES);
            await().until(() -> HookFigures.of(second).tenant("bobs", "bytes") >= FILE_BYTES);
        }
    }

    private double bytes(String tenant) {
        return HookFigures.of(cluster.dataNode()).tenant(tenant, "bytes");
    }

    private long refused(String figure) {
        return HookFigures.of(cluster.dataNode()).number(figure);
    }
}
