package io.hdfsthrottle.integration;

import static org.apache.hadoop.fs.StorageType.SSD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A tier of SSD on a real HDFS with a DataNode whose volumes say that they are SSD and DISK, and HDFS's own satisfier.
 * How busy disks are is told by a stand-in for DataNodes with the hook.
 */
@Tag("all")
@Timeout(180)
final class TiersIT {

    private static final String FOLDER = "/tiers/etl";
    private static final int FILES = 3;
    private static final int BLOCK = 1 << 20;
    private static final int FILE_BYTES = 2 * BLOCK + 4096;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Hadoop 3.4's WebHDFS on Java 17 takes it. */
    private static final List<String> WEB_HDFS = List.of("--add-opens=java.base/java.lang=ALL-UNNAMED");

    private static final Duration POLL = Duration.ofMillis(300);
    private static final Map<String, String> SMALL_BLOCKS = Map.of("dfs.blocksize", Integer.toString(BLOCK));

    private Cluster cluster;
    private Coordinator coordinator;

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private void start(HadoopHost host) {
        Path folder = RigFolders.folder("tiers").toAbsolutePath();
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("tiers", "on");
        settings.put("tiers.user", System.getProperty("user.name"));
        settings.put("tiers.quiet.for", "1s");
        settings.put("tiers.every", "1s");
        settings.put("node.expiry", "3s");
        cluster = Cluster.in(folder)
                .hadoop(host)
                .nameNode(Map.of("dfs.storage.policy.satisfier.mode", "external"))
                .coordinators(0)
                .withoutHook()
                .dataNode(Map.of("dfs.datanode.data.dir", volume(folder, "SSD") + "," + volume(folder, "DISK")))
                .start();
        settings.put("tiers.namenode", cluster.nameNode().http().toString());
        coordinator = Coordinator.start(cluster.rig(), "coordinator", ZooKeeper.start(cluster.rig()), settings);
    }

    private static String volume(Path folder, String type) {
        return "[" + type + "]" + folder.resolve("volumes").resolve(type).toUri();
    }

    /** Reports a DataNode with one disk, for which a tenant waits or not. */
    private void report(boolean busy) throws Exception {
        TenantUsage usage = TenantUsage.of(Tenant.DEFAULT, 1, 0, Rate.ZERO, Rate.ZERO, busy, Duration.ZERO);
        VolumeUsage volume = VolumeUsage.of("DS-1", Rate.ofBytesPerSecond(BLOCK), List.of(usage));
        try (HttpLink link = new HttpLink(List.of(coordinator.url()), Duration.ofSeconds(5), Credential.NONE)) {
            link.report(UsageReport.of("stand-in:9866", GrantVersion.NONE, true, List.of(volume)));
        }
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> tier() throws IOException {
        return ((List<Map<String, Object>>) coordinator.get("/v1/tiers").get("tiers")).get(0);
    }

    private void decide(Map<String, Object> temporary) throws IOException {
        coordinator.putTenant("etl", 2);
        coordinator.put("/v1/tenants/etl/tiers", Map.of("temporary", temporary));
    }

    @Test
    void files_areWrittenToSsd_stayWhileDisksAreBusy_andLieOnDiskWithTheSameBytesLater() throws Exception {
        start(HadoopHost.version(Repository.find(), Versions.ofHadoop()).withFlags(WEB_HDFS));
        try (Hdfs hdfs = Hdfs.tagged(cluster.nameNode(), "NONMAPREDUCE", SMALL_BLOCKS)) {
            hdfs.folder(FOLDER + "/day");
            decide(Map.of("path", FOLDER, "policy", "ALL_SSD", "quotaBytes", 16 << 20, "afterSeconds", 1));
            await().atMost(PATIENCE).pollInterval(POLL).until(() -> {
                report(true);
                return hdfs.storagePolicy(FOLDER).equals("ALL_SSD")
                        && hdfs.usage(FOLDER).getTypeQuota(SSD) == 16 << 20;
            });
            Map<String, String> digests = new LinkedHashMap<>();
            for (int i = 0; i < FILES; i++) {
                String path = FOLDER + "/day/file 100%+" + i;
                digests.put(path, hdfs.write(path, FILE_BYTES, i));
                assertThat(hdfs.storageTypes(path)).isEqualTo(Set.of("SSD"));
            }
            await().atMost(PATIENCE).pollInterval(POLL).untilAsserted(() -> {
                report(true);
                assertThat(tier())
                        .containsEntry("state", "waiting")
                        .containsEntry("waitingFiles", FILES)
                        .containsEntry("waitingBytes", FILES * FILE_BYTES);
            });
            assertThat(tier().get("why").toString()).contains("busy");
            assertThat(digests.keySet())
                    .allSatisfy(path -> assertThat(hdfs.storageTypes(path)).isEqualTo(Set.of("SSD")));

            cluster.nameNode().startSatisfier();
            await().atMost(PATIENCE).pollInterval(POLL).untilAsserted(() -> {
                report(false);
                assertThat(digests.keySet())
                        .allSatisfy(path -> assertThat(hdfs.storageTypes(path)).isEqualTo(Set.of("DISK")));
                assertThat(tier())
                        .containsEntry("state", "idle")
                        .containsEntry("movedBytes", FILES * FILE_BYTES)
                        .containsEntry("usedBytes", 0);
            });
            for (Map.Entry<String, String> file : digests.entrySet()) {
                assertThat(hdfs.read(file.getKey())).isEqualTo(file.getValue());
                assertThat(hdfs.storagePolicy(file.getKey())).isEqualTo("HOT");
            }
            assertThat(hdfs.storagePolicy(FOLDER)).isEqualTo("ALL_SSD");
            await("HDFS counting anew").atMost(PATIENCE).pollInterval(POLL).untilAsserted(() -> {
                assertThat(hdfs.usage(FOLDER).getTypeConsumed(SSD)).isZero();
                assertThat(hdfs.usage(FOLDER).getTypeQuota(SSD)).isEqualTo(16 << 20);
            });
        }
    }
}
