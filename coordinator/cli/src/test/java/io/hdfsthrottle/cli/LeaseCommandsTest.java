package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.gson.JsonParser;
import io.hdfsthrottle.json.JsonObject;
import io.kubernetes.client.openapi.models.V1Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeaseCommandsTest {
    private static final String GRANTED =
            "{\"lease\":\"lease-1\",\"state\":\"granted\",\"tenant\":\"etl\",\"user\":\"alice\",\"disks\":2,\"nodes\":1,"
                    + "\"kind\":\"hdd\",\"forSeconds\":60,\"asked\":0,\"since\":0,\"until\":60,\"drain\":true,"
                    + "\"holds\":[{\"node\":\"dn1:9866\",\"volumes\":[\"DS-1\",\"DS-2\"]},"
                    + "{\"node\":\"dn1:9866\",\"volumes\":[\"DS-3\"]}]}";
    private static final String WAITING =
            "{\"lease\":\"lease-2\",\"state\":\"waiting\",\"tenant\":\"etl\",\"user\":\"bob\",\"disks\":1,\"nodes\":3,"
                    + "\"kind\":null,\"forSeconds\":60,\"asked\":0,\"since\":0,\"until\":7200,\"holds\":[],"
                    + "\"outlook\":{\"freeDisks\":1,\"nodesWithEnough\":1,\"ahead\":2,\"notBefore\":90,"
                    + "\"unavailable\":{\"DS-7\":\"lease-1 has it\"}}}";

    private ScriptedCoordinator coordinator;

    @BeforeEach
    void start() throws Exception {
        coordinator = new ScriptedCoordinator();
    }

    @AfterEach
    void stop() {
        coordinator.close();
    }

    @Test
    void disks_areALineEach_withWhoseTheyAre() {
        coordinator.then(
                200,
                "",
                "{\"on\":true,\"disks\":[{\"node\":\"dn1:9866\",\"volumes\":[\"DS-1\"],\"device\":\"8:0\",\"kind\":\"hdd\","
                        + "\"bytes\":4000000000000,\"bytesPerSecond\":150000000,\"state\":\"draining\",\"lease\":\"lease-1\","
                        + "\"tenant\":\"etl\",\"user\":\"alice\",\"since\":0,\"until\":60,\"othersBytesPerSecond\":7,\"leftBytes\":4096},"
                        + "{\"node\":\"dn2:9866\",\"volumes\":[\"DS-9\"],\"kind\":\"unknown\",\"state\":\"broken\","
                        + "\"trouble\":\"its node is silent\",\"othersBytesPerSecond\":0}]}");
        assertThat(coordinator.run("disks"))
                .containsPattern(
                        "dn1:9866 +DS-1 +hdd +4000 +150000000 +draining +4096 +lease-1 +alice +1970-01-01T00:01:00Z +7\n")
                .containsPattern(
                        "dn2:9866 +DS-9 +unknown +- +unknown +broken \\(its node is silent\\) +- +- +- +- +0\n");
    }

    private static final String DISKS =
            "{\"on\":true,\"disks\":[{\"node\":\"dn1:9866\",\"volumes\":[\"DS-1\"],\"kind\":\"hdd\",\"state\":\"leased\","
                    + "\"lease\":\"lease-1\",\"tenant\":\"etl\",\"user\":\"alice\",\"since\":0,\"until\":60,\"othersBytesPerSecond\":0},"
                    + "{\"node\":\"dn1:9866\",\"volumes\":[\"DS-2\"],\"kind\":\"hdd\",\"state\":\"shared\",\"othersBytesPerSecond\":0}]}";

    @TempDir
    private Path data;

    private String folder(String disk, String storage) throws IOException {
        Path current = Files.createDirectories(data.resolve(disk).resolve("dfs/current"));
        Files.writeString(current.resolve("VERSION"), "storageID=" + storage + "\nlayoutVersion=-57\n");
        return data.resolve(disk).resolve("dfs") + "=" + data.resolve(disk).resolve("spark");
    }

    @Test
    void foldersOnLeasedDisks_areOfferedToSpark_andNoOthers() throws IOException {
        String first = folder("1", "DS-1");
        String second = folder("2", "DS-2");
        coordinator.then(200, "", DISKS).then(200, "", DISKS).then(200, "", DISKS);
        String[] ask = {"disks", "--tenant", "etl", "--folder", first, "--folder", second};
        assertThat(coordinator.run(with(ask, "--spark-resource", "disk")))
                .isEqualTo("0 {\"name\":\"disk\",\"addresses\":[\"" + data.resolve("1/spark") + "\"]}\n");
        assertThat(coordinator.run(with(ask, "--spark-local-dirs"))).isEqualTo("0 " + data.resolve("1/spark") + "\n");
        ask[2] = "other";
        assertThat(coordinator.run(with(ask, "--spark-local-dirs")))
                .startsWith("1 ")
                .contains("tenant other has leased none of the disks of");
    }

    @Test
    void foldersOnLeasedDisks_areVolumesOfAPod_onTheirHost() throws Exception {
        JsonObject pod = JsonObject.parse(pod());
        assertThat(pod.text("apiVersion") + " " + pod.text("kind")).isEqualTo("v1 Pod");
        JsonObject spec = pod.object("spec");
        assertThat(spec.object("nodeSelector").text("kubernetes.io/hostname")).isEqualTo("dn1.example.com");
        JsonObject volume = spec.objects("volumes", 9).get(0);
        JsonObject container = spec.objects("containers", 9).get(0);
        JsonObject mount = container.objects("volumeMounts", 9).get(0);
        String path = data.resolve("1/spark").toString();
        assertThat(volume.object("hostPath").text("path")).isEqualTo(path);
        assertThat(volume.object("hostPath").text("type")).isEqualTo("Directory");
        assertThat(mount.text("mountPath")).isEqualTo(path);
        assertThat(mount.text("name")).isEqualTo(volume.text("name")).startsWith("spark-local-dir-");
        assertThat(container.text("name")).isNotEmpty();
    }

    private String pod() throws IOException {
        coordinator.then(200, "", DISKS);
        String printed = coordinator.run(
                "disks", "--tenant", "etl", "--folder", folder("1", "DS-1"), "--kubernetes-pod", "dn1.example.com");
        assertThat(printed).startsWith("0 ");
        return printed.substring(2);
    }

    @Test
    void pod_isOneOfKubernetesSchema_andIsNotWithAnyMemberWronglyNamedOrLeftOut() throws Exception {
        String pod = pod();
        V1Pod.validateJsonElement(JsonParser.parseString(pod));
        for (String member : new String[] {
            "spec", "nodeSelector", "containers", "volumeMounts", "mountPath", "volumes", "name", "hostPath", "path"
        }) {
            String wrong = pod.replace("\"" + member + "\":", "\"" + member + "s\":");
            assertThat(wrong).isNotEqualTo(pod);
            assertThatIllegalArgumentException()
                    .as(member)
                    .isThrownBy(() -> V1Pod.validateJsonElement(JsonParser.parseString(wrong)));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> V1Pod.validateJsonElement(JsonParser.parseString(
                        pod.replaceFirst("\"mountPath\":\"[^\"]*\",?", "").replace(",}", "}"))));
    }

    @Test
    void directoryThatIsNoDataNodes_isNamed() {
        coordinator.then(200, "", DISKS);
        String strange = data + "/none=" + data + "/spark";
        assertThat(coordinator.run("disks", "--tenant", "etl", "--folder", strange, "--spark-local-dirs"))
                .startsWith("2 ")
                .contains(data + "/none/current/VERSION cannot be read");
    }

    private static String[] with(String[] ask, String... more) {
        return Stream.concat(Stream.of(ask), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void request_saysWhatItGot_orHowLongItWaits() {
        coordinator.then(201, "", GRANTED).then(202, "", WAITING);
        assertThat(coordinator.run(
                        "leases", "request", "--disks", "2", "--kind", "hdd", "--for", "60s", "--tenant", "etl"))
                .isEqualTo("""
                        0 lease-1: 2 disks on each of 1 nodes, for alice, until 1970-01-01T00:01:00Z
                          dn1:9866 DS-1, DS-2
                          dn1:9866 DS-3
                        """);
        assertThat(coordinator.run("leases", "request", "--nodes", "3", "--for", "60s", "--wait", "2h"))
                .isEqualTo("0 lease-2: 1 disks on each of 3 nodes, for bob, waits until 1970-01-01T02:00:00Z;"
                        + " 2 requests come first, 1 nodes have enough free, not before 1970-01-01T00:01:30Z;"
                        + " DS-7: lease-1 has it\n");
        assertThat(coordinator.requests().get(0))
                .startsWith("POST /v1/leases ")
                .endsWith("{\"disks\":2,\"forSeconds\":60,\"kind\":\"hdd\",\"tenant\":\"etl\"}");
    }

    @Test
    void requestForDrainedDisks_saysThatItsTimeBeginsLater_andWhatWasLeft() {
        String draining = GRANTED.replace("granted", "draining").replace("\"since\":0", "\"since\":3600");
        coordinator
                .then(201, "", draining)
                .then(
                        200,
                        "",
                        "{\"on\":true,\"leases\":["
                                + GRANTED.replace("}]}", "}],\"leftBytes\":7,\"othersBytes\":9,\"othersSince\":30}")
                                + "]}");
        assertThat(coordinator.run("leases", "request", "--for", "60s", "--drain"))
                .startsWith("0 lease-1: 2 disks on each of 1 nodes, for alice, begins when drained,"
                        + " at 1970-01-01T01:00:00Z at the latest\n");
        assertThat(coordinator.requests().get(0)).endsWith("\"forSeconds\":60,\"drain\":true}");
        assertThat(coordinator.run("leases"))
                .contains("until 1970-01-01T00:01:00Z; began with 7 bytes of others on its disks;"
                        + " others moved 9 bytes there since 1970-01-01T00:00:30Z\n");
    }

    @Test
    void disksThatAreNotDrained_keepWhatOthersStored_asIsSaid() {
        coordinator.then(
                201, "", GRANTED.replace("\"drain\":true", "\"drain\":false,\"othersFloor\":0.05,\"othersBytes\":0"));
        assertThat(coordinator.run("leases", "request", "--for", "60s"))
                .contains("until 1970-01-01T00:01:00Z; what others stored there stays, and they get up to 5 %"
                        + " while its tenant wants all\n");
    }

    @Test
    void disksOfAnEarlierLease_areAskedForByTheirNames() {
        coordinator.then(201, "", GRANTED);
        String[] ask = {"leases", "request", "--for", "60s", "--disk", "dn1:9866=DS-1", "--disk", "dn1:9866=DS-3"};
        assertThat(coordinator.run(ask)).startsWith("0 lease-1: 2 disks");
        assertThat(coordinator.requests().get(0))
                .endsWith("{\"holds\":[{\"node\":\"dn1:9866\",\"volumes\":[\"DS-1\"]},"
                        + "{\"node\":\"dn1:9866\",\"volumes\":[\"DS-3\"]}],\"forSeconds\":60}");
        assertThat(coordinator.run("leases", "request", "--for", "60s", "--disk", "DS-1"))
                .startsWith("2 ")
                .contains("--disk: DS-1 names no disk; a good value is dn1.example.com:9866=DS-5f0c");
    }

    @Test
    void leaseThatIsResized_saysWhatItHasAndWhatItGaveBack_andOnlyIfNobodyWasFaster() {
        String after = GRANTED.replace(
                "{\"node\":\"dn1:9866\",\"volumes\":[\"DS-3\"]}]",
                "{\"node\":\"dn1:9866\",\"volumes\":[\"DS-4\"]}],\"draining\":[{\"node\":\"dn1:9866\",\"volumes\":[\"DS-4\"]}]");
        coordinator
                .then(200, "\"tag\"", GRANTED)
                .then(200, "\"new\"", after)
                .then(200, "\"tag\"", GRANTED)
                .then(412, "", "{\"detail\":\"this lease is now \\\"new\\\"\"}");
        assertThat(coordinator.run("leases", "resize", "lease-1", "--nodes", "2", "--dry-run"))
                .isEqualTo("""
                        0 lease-1: 2 disks on each of 1 nodes, for alice, until 1970-01-01T00:01:00Z (dry run: nothing was changed)
                          dn1:9866 DS-1, DS-2
                          dn1:9866 DS-4 (draining)
                          given back: dn1:9866 DS-3
                        """);
        assertThat(coordinator.requests().get(1))
                .startsWith("PUT /v1/leases/lease-1?dryrun=true [\"tag\"] ")
                .endsWith("{\"nodes\":2}");
        assertThat(coordinator.run("leases", "resize", "lease-1", "--disk", "dn1:9866=DS-1"))
                .startsWith("1 hdfs-throttle: somebody else was faster, and nothing was changed");
    }

    @Test
    void requestThatIsRefused_saysWhy() {
        coordinator.then(409, "", "{\"detail\":\"0 of 1 nodes have 1 such disks free\"}");
        assertThat(coordinator.run("leases", "request", "--for", "8h"))
                .startsWith("1 ")
                .contains("0 of 1 nodes have 1 such disks free");
        assertThat(coordinator.run("leases", "request")).startsWith("2 ").contains("--for");
    }

    @Test
    void leases_areListed_renewedAndReleased() {
        coordinator
                .then(200, "", "{\"on\":true,\"leases\":[" + GRANTED + "," + WAITING + "]}")
                .then(200, "", GRANTED)
                .then(204, "", "")
                .then(200, "", "{\"on\":false,\"leases\":[]}");
        assertThat(coordinator.run("leases", "list"))
                .contains("lease-1: 2 disks", "  dn1:9866 DS-3", "lease-2: 1 disks");
        assertThat(coordinator.run("leases", "renew", "lease-1", "--for", "8h")).contains("until 1970-01-01T00:01:00Z");
        assertThat(coordinator.run("leases", "release", "lease-1")).isEqualTo("0 lease lease-1 ended\n");
        assertThat(coordinator.run("leases")).contains("lease = on");
        assertThat(coordinator.requests().get(1))
                .startsWith("POST /v1/leases/lease-1/renewal ")
                .endsWith("{\"forSeconds\":28800}");
        assertThat(coordinator.requests().get(2)).startsWith("DELETE /v1/leases/lease-1 ");
    }
}
