package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.usage.DiskFacts;
import io.hdfsthrottle.usage.DrainFacts;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * A DataNode with three volumes, one of which a tenant leases. All three lie on one disk here, so a stand-in reports
 * them as those of three disks: what a coordinator grants names volumes, and the DataNode obeys it for its own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
final class LeasedDisksIT {

    private static final int FILE_BYTES = 1 << 20;
    private static final int FILES = 6;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A folder of each volume's name below the DataNode's data, and one for Spark. */
    private static final List<String> NAMES = List.of("one", "two", "three");

    private Path folder;
    private Cluster cluster;
    private int written;

    @BeforeAll
    void start() throws Exception {
        folder = RigFolders.folder("leased-disks").toAbsolutePath();
        String volumes = NAMES.stream()
                .map(name -> folder.resolve("volumes").resolve(name).toUri().toString())
                .collect(Collectors.joining(","));
        cluster = Cluster.in(folder)
                .hadoop(Versions.ofHadoop())
                .dataNode(Map.of(
                        "hdfs.throttle.volume.capacity",
                        "400m",
                        "dfs.datanode.data.dir",
                        volumes,
                        "dfs.datanode.fsdataset.volume.choosing.policy",
                        "io.hdfsthrottle.datanode.LeasedVolumeChoosingPolicy"))
                .coordinator(Map.of("lease", "on"))
                .start();
        cluster.coordinator().putTenant("gold", 8);
    }

    @AfterAll
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @SuppressWarnings("unchecked")
    private List<String> volumes() throws IOException {
        TreeSet<String> ids = new TreeSet<>();
        for (Map<String, Object> node : (List<Map<String, Object>>)
                cluster.coordinator().get("/v1/nodes").get("nodes")) {
            for (Map<String, Object> volume : (List<Map<String, Object>>) node.get("volumes")) {
                ids.add(String.valueOf(volume.get("volume")));
            }
        }
        ids.removeIf(id -> !id.startsWith("DS-"));
        return List.copyOf(ids);
    }

    private void reportAsThreeDisks(List<String> ids) throws Exception {
        reportAsThreeDisks(ids, Map.of());
    }

    private void reportAsThreeDisks(List<String> ids, Map<String, DrainFacts> drains) throws Exception {
        List<VolumeUsage> volumes = new ArrayList<>();
        for (String id : ids) {
            DiskFacts disk = DiskFacts.of("8:" + 16 * volumes.size(), Optional.of(true), OptionalLong.of(1L << 40));
            volumes.add(VolumeUsage.of(id, null, List.of()).on(disk).drained(drains.get(id)));
        }
        try (HttpLink link =
                new HttpLink(List.of(cluster.coordinator().url()), Duration.ofSeconds(5), Credential.NONE)) {
            link.report(UsageReport.of("stand-in:9866", GrantVersion.NONE, true, volumes));
        }
    }

    private JsonObject send(String method, String path, String body, int status) throws Exception {
        return HttpAnswer.of(cluster.coordinator().url().resolve(path), method, body, status);
    }

    private Hdfs client(String tag) {
        return Hdfs.tagged(cluster.nameNode(), tag, Hdfs.CLOSING_SOON);
    }

    /** The volume that a new file of one block lies on. */
    private String placed(Hdfs writer) throws IOException {
        written++;
        String path = "/file-" + written;
        writer.write(path, FILE_BYTES, written);
        return writer.storage(path);
    }

    @Test
    void newBlocksOfTheLeaseholder_goToItsVolume_andNobodyElsesDo_untilTheLeaseEnds() throws Exception {
        await().atMost(PATIENCE).until(() -> volumes().size() == 3);
        reportAsThreeDisks(volumes());
        JsonObject lease = send(
                "POST",
                "/v1/leases",
                "{\"forSeconds\":3600,\"kind\":\"hdd\",\"tenant\":\"gold\",\"user\":\"alice\"}",
                201);
        String leased = lease.objects("holds", 2).get(0).texts("volumes", 2).get(0);

        try (Hdfs gold = client(cluster.register("app-gold", "gold", "alice"));
                Hdfs others = client("NONMAPREDUCE")) {
            await().atMost(PATIENCE)
                    .until(() -> placed(gold).equals(leased) && figures().number("BlocksOnOwnLeases") > 0);
            for (int i = 0; i < FILES; i++) {
                assertThat(placed(gold)).isEqualTo(leased);
                assertThat(placed(others)).isNotEqualTo(leased);
            }
            assertThat(figures().number("BlocksOnOthersLeases")).isZero();

            send("DELETE", "/v1/leases/" + lease.text("lease"), "", 204);
            await().atMost(PATIENCE).until(() -> placed(others).equals(leased));
        }
    }

    private static List<String> held(JsonObject lease) throws Exception {
        List<String> volumes = new ArrayList<>();
        for (JsonObject disk : lease.objects("holds", 3)) {
            volumes.add(disk.texts("volumes", 2).get(0));
        }
        return volumes;
    }

    @Test
    void newBlocks_followALeaseThatGrowsAndShrinks_andItsFilesAreThereWhenItsDiskIsLeasedAgain() throws Exception {
        await().atMost(PATIENCE).until(() -> volumes().size() == 3);
        List<String> ids = volumes();
        String ask = "{\"forSeconds\":3600,\"tenant\":\"gold\",\"user\":\"alice\"";
        reportAsThreeDisks(ids);
        JsonObject lease = send("POST", "/v1/leases", ask + "}", 201);
        String path = "/v1/leases/" + lease.text("lease");
        String first = held(lease).get(0);
        try (Hdfs gold = client(cluster.register("app-sizes", "gold", "alice"));
                Hdfs others = client("NONMAPREDUCE")) {
            reportAsThreeDisks(ids);
            List<String> both = held(send("PUT", path, "{\"disks\":2}", 200));
            assertThat(both).hasSize(2).startsWith(first);
            String second = both.get(1);
            await().atMost(PATIENCE).until(() -> placed(gold).equals(second));
            for (int i = 0; i < FILES; i++) {
                assertThat(placed(gold)).isIn(both);
                assertThat(placed(others)).isNotIn(both);
            }
            await().atMost(PATIENCE).until(() -> placed(gold).equals(first));
            String file = "/file-" + written;

            assertThat(held(send("PUT", path, "{\"disks\":1}", 200))).containsExactly(first);
            await().atMost(PATIENCE).until(() -> placed(others).equals(second));
            assertThat(placed(gold)).isEqualTo(first);
            send("DELETE", path, "", 204);
            await().atMost(PATIENCE).until(() -> placed(others).equals(first));

            reportAsThreeDisks(ids);
            String named = ",\"holds\":[{\"node\":\"stand-in:9866\",\"volumes\":[\"" + first + "\"]}]}";
            JsonObject again = send("POST", "/v1/leases", ask + named, 201);
            assertThat(held(again)).containsExactly(first);
            await().atMost(PATIENCE)
                    .until(() -> !placed(others).equals(first) && placed(gold).equals(first));
            for (int i = 0; i < FILES; i++) {
                assertThat(placed(gold)).isEqualTo(first);
                assertThat(placed(others)).isNotEqualTo(first);
            }
            assertThat(gold.storage(file)).as("where what it wrote before lies").isEqualTo(first);
            send("DELETE", "/v1/leases/" + again.text("lease"), "", 204);
        }
    }

    /** What the DataNode says of volumes that it drains. */
    private Map<String, DrainFacts> drains() {
        return figures().rows("Drains").stream()
                .collect(Collectors.toMap(
                        each -> String.valueOf(each.get("volume")),
                        each -> DrainFacts.of(
                                ((Number) each.get("replicas")).longValue(),
                                ((Number) each.get("bytes")).longValue(),
                                String.valueOf(each.get("trouble")))));
    }

    @Test
    void leaseOfADrainedDisk_beginsWhenItsReplicasHaveMovedToTheOthers_andEveryFileIsAsItWas() throws Exception {
        await().atMost(PATIENCE).until(() -> volumes().size() == 3);
        List<String> ids = volumes();
        try (Hdfs gold = client(cluster.register("app-drain", "gold", "alice"));
                Hdfs others = client("NONMAPREDUCE")) {
            Map<String, String> before = new TreeMap<>();
            for (int i = 0; i < 3 * FILES; i++) {
                before.put("/before-" + i, others.write("/before-" + i, FILE_BYTES, i));
            }
            reportAsThreeDisks(ids);
            JsonObject lease = send(
                    "POST",
                    "/v1/leases",
                    "{\"forSeconds\":3600,\"kind\":\"hdd\",\"tenant\":\"gold\",\"user\":\"alice\",\"drain\":true}",
                    201);
            assertThat(lease.text("state")).isEqualTo("draining");
            String path = "/v1/leases/" + lease.text("lease");
            String leased = lease.objects("holds", 2).get(0).texts("volumes", 2).get(0);
            List<String> lying = new ArrayList<>();
            for (String file : before.keySet()) {
                if (others.storage(file).equals(leased)) {
                    lying.add(file);
                }
            }
            assertThat(lying).isNotEmpty();

            await().atMost(PATIENCE).until(() -> drains().containsKey(leased));
            assertThat(placed(gold)).isNotEqualTo(leased);
            await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
                reportAsThreeDisks(ids, drains());
                return send("GET", path, "", 200).text("state").equals("granted");
            });

            assertThat(send("GET", path, "", 200).count("leftBytes")).isZero();
            for (Map.Entry<String, String> file : before.entrySet()) {
                assertThat(others.read(file.getKey())).isEqualTo(file.getValue());
                await().atMost(PATIENCE)
                        .until(() -> !others.storage(file.getKey()).equals(leased));
            }
            await().atMost(PATIENCE).until(() -> placed(gold).equals(leased));
            for (int i = 0; i < FILES; i++) {
                assertThat(placed(gold)).isEqualTo(leased);
                assertThat(placed(others)).isNotEqualTo(leased);
            }
            assertThat(drains()).isEmpty();
            send("DELETE", path, "", 204);
            await().atMost(PATIENCE).until(() -> placed(others).equals(leased));
        }
    }

    /** What docs/disks.md says to write as the Worker's discovery script. */
    private Path discoveryScript() throws IOException {
        String folders = NAMES.stream()
                .map(name -> " --folder " + folder + "/volumes/" + name + "=" + folder + "/spark/" + name)
                .collect(Collectors.joining());
        Path script = Files.writeString(
                folder.resolve("leased-disks"),
                "#!/usr/bin/env bash\nHDFS_THROTTLE_COORDINATOR="
                        + cluster.coordinator().url() + " exec "
                        + Repository.find().root().resolve("bin/hdfs-throttle") + " disks list --tenant gold" + folders
                        + " --spark-resource disk\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** The folder for Spark on the disk of that volume. */
    private String sparkFolder(String storage) throws IOException {
        for (String name : NAMES) {
            Path version = folder.resolve("volumes").resolve(name).resolve("current/VERSION");
            if (Files.readString(version).contains("storageID=" + storage)) {
                return folder + "/spark/" + name;
            }
        }
        throw new IllegalStateException("no directory of the DataNode is volume " + storage);
    }

    private SparkRun submit(SparkSite spark, String name, int processors, Path until) {
        Map<String, String> settings = Map.of(
                "spark.cores.max", String.valueOf(processors),
                "spark.scheduler.minRegisteredResourcesRatio", "0.5",
                "spark.executor.resource.disk.amount", "1",
                "spark.task.resource.disk.amount", "1",
                "spark.hdfs.throttle.coordinator", cluster.coordinator().url().toString());
        return spark.submit(
                Placement.TWO_EXECUTORS,
                cluster.nameNode(),
                new Submission(
                        name,
                        "io.hdfsthrottle.jobs.SteadyReadJob",
                        settings,
                        spark.plugin(),
                        Map.of("file", "/" + name, "bytes", "65536", "tasks", "4", "until", until.toString())));
    }

    /** Four processors and the memory of four executors: nothing but the disks bounds their number. */
    @Test
    @Tag("all")
    @Timeout(300)
    void executorsOfSpark_areGivenALeasedDiskEach_andThereAreNeverMoreThanDisks() throws Exception {
        await().atMost(PATIENCE).until(() -> volumes().size() == 3);
        reportAsThreeDisks(volumes());
        JsonObject lease = send(
                "POST",
                "/v1/leases",
                "{\"disks\":2,\"forSeconds\":3600,\"kind\":\"hdd\",\"tenant\":\"gold\",\"user\":\"alice\"}",
                201);
        List<String> leased = new ArrayList<>();
        for (String volume : held(lease)) {
            leased.add(sparkFolder(volume));
        }
        Map<String, String> offering = Map.of(
                "spark.worker.resource.disk.amount",
                "2",
                "spark.worker.resource.disk.discoveryScript",
                discoveryScript().toString());
        try (SparkSite spark = SparkSite.withWorker(Versions.ofSpark(), "on-leased-disks", 4, offering)) {
            Path over = spark.folder("signals").resolve("over");
            SparkRun greedy = submit(spark, "greedy", 4, over);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(given(greedy)).containsExactlyInAnyOrderElementsOf(leased));

            SparkRun late = submit(spark, "late", 1, over);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(spark.cluster().applications())
                            .containsEntry("greedy", "RUNNING")
                            .containsEntry("late", "WAITING"));
            Files.createFile(over);
            greedy.awaitSuccess();
            late.awaitSuccess();
            assertThat(greedy.resources("disk"))
                    .as("executors that the Master started in all, of the four that were asked for")
                    .hasSize(2);
            assertThat(given(late)).hasSize(1).isSubsetOf(leased);
        } finally {
            send("DELETE", "/v1/leases/" + lease.text("lease"), "", 204);
        }
    }

    private static List<String> given(SparkRun run) {
        return run.resources("disk").values().stream().flatMap(List::stream).toList();
    }

    private HookFigures figures() {
        return HookFigures.of(cluster.dataNode());
    }
}
