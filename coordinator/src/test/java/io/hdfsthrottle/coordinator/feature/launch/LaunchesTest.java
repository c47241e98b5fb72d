package io.hdfsthrottle.coordinator.feature.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Coordinator;
import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.coordinator.Wire;
import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.coordinator.feature.launch.local.ScriptedSpark;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.link.Addresses;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Lease;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.DiskFacts;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clusters over REST, on disks of this host, whose processes are scripts. */
@Timeout(120)
@Tag("slow")
final class LaunchesTest {
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final String PAD = "-0123456789abcdef";
    private static final String[] ALICE = {"Authorization", "Bearer alice" + PAD};
    private static final String[] BOB = {"Authorization", "Bearer bob" + PAD};
    private static final String[] ETL = {"Authorization", "Bearer etl" + PAD};
    private static final String[] ROOT = {"Authorization", "Bearer root" + PAD};
    private static final String DEPLOYMENTS = "/v1/deployments";
    private static final String WAITS =
            "{\"product\":\"wordcount\",\"disks\":2,\"forSeconds\":3600,\"arguments\":{\"input\":\"hdfs:///wait\"}}";

    @TempDir
    private Path folder;

    private TestCluster house;
    private Wire wire;

    @BeforeEach
    void build() throws Exception {
        house = new TestCluster(folder);
        ScriptedSpark.in(folder.resolve("spark"));
        Files.createDirectories(folder.resolve("disk1"));
        Files.createDirectories(folder.resolve("disk2"));
        Path file = Files.write(
                folder.resolve("access"),
                List.of(
                        "alice view,register token=alice" + PAD,
                        "bob register token=bob" + PAD,
                        "etl register tenant=etl token=etl" + PAD,
                        "root admin token=root" + PAD,
                        "here node token=node" + PAD));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @AfterEach
    void tearDown() throws Exception {
        house.close();
    }

    private Coordinator coordinator(String... more) throws Exception {
        Coordinator leader = TestCluster.leading(candidate("launch", more));
        wire = new Wire(leader);
        report(leader, List.of());
        return leader;
    }

    private Coordinator candidate(String launchFolder, String... more) throws Exception {
        List<String> settings = new ArrayList<>(List.of(
                "access.file",
                folder.resolve("access").toString(),
                "lease",
                "on",
                "node.expiry",
                "60s",
                "launch",
                "on",
                "launch.as",
                "coordinator",
                "launch.spark.home",
                folder.resolve("spark").toString(),
                "launch.disks",
                "DS-1=" + folder.resolve("disk1") + ",DS-2=" + folder.resolve("disk2"),
                "launch.folder",
                folder.resolve(launchFolder).toString()));
        settings.addAll(List.of(more));
        return house.coordinator(settings.toArray(String[]::new));
    }

    /** A node with three disks, where those tenants move bytes. */
    private void report(Coordinator leader, List<TenantUsage> usages) throws Exception {
        Path token = Files.writeString(folder.resolve("node.token"), "node" + PAD);
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        List<VolumeUsage> volumes = new ArrayList<>();
        for (int disk = 1; disk <= 3; disk++) {
            volumes.add(VolumeUsage.of("DS-" + disk, Rate.parse("150m"), usages)
                    .on(DiskFacts.of("8:" + 16 * disk, Optional.of(true), OptionalLong.of(4L << 40))));
        }
        try (HttpLink link = new HttpLink(List.of(leader.url()), Duration.ofSeconds(5), Credential.bearer(token))) {
            link.report(UsageReport.of("here:9866", GrantVersion.NONE, true, volumes));
        }
    }

    private String launched(String body, String... who) throws Exception {
        Answer answer = wire.send("POST", DEPLOYMENTS, body, who);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.header("Location");
    }

    private Answer end(String path, String... who) throws Exception {
        return wire.send("POST", path, null, who);
    }

    private JsonObject get(String path) throws Exception {
        Answer answer = wire.send("GET", path, null, ROOT);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private void awaitState(String cluster, String state) {
        await().atMost(MINUTE).until(() -> get(cluster).text("state").equals(state));
    }

    private List<Path> files() throws Exception {
        List<Path> files = new ArrayList<>();
        for (String each : List.of("disk1", "disk2")) {
            try (Stream<Path> all = Files.list(folder.resolve(each))) {
                all.forEach(files::add);
            }
        }
        return files;
    }

    @Test
    void cluster_runsOnLeasedDisks_isShownWithItsLog_andDestroyedWithNothingLeft() throws Exception {
        coordinator();
        JsonObject products = get("/v1/products");
        assertThat(products.flag("on")).isTrue();
        assertThat(products.objects("products", 9)).hasSize(5);

        String cluster = launched(WAITS, ALICE);
        awaitState(cluster, "running");
        await().atMost(MINUTE)
                .until(() -> get(cluster).texts("log", 99).stream().anyMatch("waits"::equals));
        JsonObject shown = get(cluster + "?lines=1");
        assertThat(shown.texts("log", 99)).containsExactly("waits");
        assertThat(shown.object("progress").count("done")).isEqualTo(1);
        assertThat(shown.text("user")).isEqualTo("alice");
        assertThat(files()).hasSize(2);
        JsonObject lease = get("/v1/leases/" + shown.text("lease"));
        assertThat(lease.objects("holds", 9)).hasSize(2);
        assertThat(wire.delete("/v1/leases/" + shown.text("lease"), ALICE).status())
                .isEqualTo(403);

        assertThat(wire.delete(cluster, ALICE).status()).as("it is not over").isEqualTo(409);
        assertThat(end(cluster + "/end?dryrun=true", ALICE).status()).isEqualTo(202);
        assertThat(get(cluster).text("state")).isEqualTo("running");
        Answer destroyed = end(cluster + "/end", ALICE);
        assertThat(destroyed.status()).isEqualTo(202);
        assertThat(destroyed.json().text("state")).isEqualTo("ending");
        awaitState(cluster, "destroyed");
        assertThat(files()).isEmpty();
        assertThat(get("/v1/leases").objects("leases", 9)).isEmpty();
        assertThat(end(cluster + "/end", ALICE).status())
                .as("nothing is left to end")
                .isEqualTo(200);
        assertThat(wire.delete(cluster + "?dryrun=true", ALICE).status()).isEqualTo(204);
        assertThat(wire.delete(cluster, ALICE).status()).isEqualTo(204);
        assertThat(wire.send("GET", cluster, null, ALICE).status()).isEqualTo(404);
        assertThat(wire.send("GET", "/v1/events", null, ROOT).body())
                .contains("\"deployment.started\"", "\"deployment.destroyed\"", "\"deployment.ended\"");
    }

    /** As the Spark plugin of a launched driver does. */
    private Lease registered(String cluster, String application) throws Exception {
        await().atMost(MINUTE)
                .until(() -> get(cluster).texts("log", 99).stream().anyMatch("waits"::equals));
        Map<String, String> settings = new HashMap<>();
        for (String line : get(cluster).texts("log", 99)) {
            if (line.startsWith("spark.")) {
                settings.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
            }
        }
        assertThat(settings).containsEntry("spark.plugins", "io.hdfsthrottle.spark.ThrottlePlugin");
        try (HttpLink link = new HttpLink(
                Addresses.all("coordinators", settings.get("spark.hdfs.throttle.coordinator")),
                Duration.ofSeconds(5),
                Credential.bearer(Path.of(settings.get("spark.hdfs.throttle.token.file"))))) {
            return link.register(Registration.of(
                    application, "wordcount", get(cluster).text("user"), settings.get("spark.hdfs.throttle.tenant")));
        }
    }

    @Test
    void launchedApplication_isTheLeaseholders_alsoWhereClaimsDoNotCount() throws Exception {
        Coordinator leader = coordinator("claims.unverified", "refuse");
        assertThat(wire.send("PUT", "/v1/tenants/etl", "{\"priority\":8}", ROOT).status())
                .isEqualTo(201);
        String cluster = launched(WAITS, ETL);
        JsonObject lease = get("/v1/leases/" + get(cluster).text("lease"));
        assertThat(lease.text("tenant")).isEqualTo("etl");

        assertThat(registered(cluster, "local-1").tenant()).isEqualTo(Tenant.named("etl"));
        assertThat(moving(leader, "etl")).as("the leaseholder on its own disk").isEqualTo("leased");
        assertThat(moving(leader, "default")).as("a stranger").isEqualTo("draining");

        String[] own = token();
        assertThat(wire.send(
                                "POST",
                                "/v1/applications",
                                "{\"application\":\"x\",\"user\":\"u\",\"tenant\":\"gold\"}",
                                own)
                        .status())
                .as("for no other tenant")
                .isEqualTo(403);
        assertThat(wire.send("PUT", "/v1/tenants/etl/yield", "{\"level\":\"low\",\"yieldSeconds\":3600}", own)
                        .status())
                .as("it does not speak for all of its tenant")
                .isEqualTo(403);
        assertThat(wire.delete("/v1/leases/" + lease.text("lease"), own).status())
                .as("its lease is the coordinator's")
                .isEqualTo(403);
        assertThat(end(cluster + "/end", ROOT).status()).isEqualTo(202);
        awaitState(cluster, "destroyed");
        assertThat(wire.send("POST", "/v1/applications", "{\"application\":\"x\",\"user\":\"u\"}", own)
                        .status())
                .as("its token has ended with it")
                .isEqualTo(401);
    }

    /** The credential of the applications of the one deployment. */
    private String[] token() throws Exception {
        return token("");
    }

    private String[] token(String cluster) throws Exception {
        String name = cluster.substring(cluster.lastIndexOf('/') + 1);
        Path token = files().stream()
                .filter(directory -> directory.endsWith(name) || name.isEmpty())
                .map(directory -> directory.resolve("register.token"))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        return new String[] {"Authorization", "Bearer " + Files.readString(token)};
    }

    @Test
    void deployment_outlivesTheLeadOfItsCoordinator_andIsEndedAtTheNextLeader() throws Exception {
        Coordinator first = coordinator();
        assertThat(wire.send("PUT", "/v1/tenants/etl", "{\"priority\":8}", ROOT).status())
                .isEqualTo(201);
        String cluster = launched(WAITS, ETL);
        awaitState(cluster, "running");
        String[] own = token();
        Coordinator second = candidate("launch2");

        house.depose();
        wire = new Wire(TestCluster.leading(second));

        await().atMost(MINUTE).until(() -> wire.send("GET", cluster, null, ETL).status() == 200);
        JsonObject shown = get(cluster);
        assertThat(shown.text("coordinator")).isEqualTo(first.url().toString());
        assertThat(shown.text("state")).isEqualTo("running");
        assertThat(get(DEPLOYMENTS).objects("deployments", 9)).hasSize(1);
        assertThat(wire.send("GET", cluster, null, BOB).status())
                .as("another user's")
                .isEqualTo(404);
        assertThat(wire.send("POST", "/v1/applications", "{\"application\":\"x\",\"user\":\"u\"}", own)
                        .json()
                        .text("tenant"))
                .isEqualTo("etl");

        assertThat(end(cluster + "/end?dryrun=true", ETL).json().text("state")).isEqualTo("running");
        assertThat(end(cluster + "/end", ETL).json().text("state")).isEqualTo("ending");
        await().atMost(MINUTE)
                .until(() -> get("/v1/leases").objects("leases", 9).isEmpty());
        assertThat(files()).as("what it left, when its disks are free").isEmpty();
        awaitState(cluster, "failed");
        assertThat(new Wire(first).send("GET", cluster, null, ETL).json().texts("log", 99))
                .as("its coordinator answers for it")
                .contains("waits");
        assertThat(wire.send("POST", "/v1/applications", "{\"application\":\"y\",\"user\":\"u\"}", own)
                        .status())
                .as("its token has ended with it")
                .isEqualTo(401);
    }

    @Test
    void deploymentThatFinishesAfterItsCoordinatorLostTheLead_givesItsDisksBack() throws Exception {
        coordinator();
        String cluster = launched(WAITS, ALICE);
        awaitState(cluster, "running");
        Coordinator second = candidate("launch2");
        house.depose();
        wire = new Wire(TestCluster.leading(second));
        await().atMost(MINUTE)
                .until(() -> wire.send("GET", cluster, null, ALICE).status() == 200);

        ScriptedSpark.complete(folder.resolve("spark"));

        await().atMost(Duration.ofSeconds(15))
                .until(() -> get("/v1/leases").objects("leases", 9).isEmpty());
        awaitState(cluster, "finished");
        assertThat(end(cluster + "/end", ALICE).status())
                .as("nothing is left to end")
                .isEqualTo(200);
        assertThat(wire.delete(cluster, ALICE).status()).isEqualTo(409);
    }

    /** The state of the first leased disk while that tenant moves bytes there. */
    private String moving(Coordinator leader, String tenant) throws Exception {
        List<TenantUsage> usages = List.of(
                TenantUsage.of(Tenant.named(tenant), 1, 0, Rate.parse("50m"), Rate.parse("50m"), false, Duration.ZERO));
        report(leader, usages);
        return get("/v1/disks").objects("disks", 9).get(0).text("state");
    }

    @Test
    void applicationThatEnds_isFinished_orFailed() throws Exception {
        coordinator();
        String well = launched("{\"product\":\"wordcount\",\"arguments\":{\"input\":\"hdfs:///end\"}}", ALICE);
        String badly = launched("{\"product\":\"wordcount\",\"arguments\":{\"input\":\"hdfs:///fail\"}}", BOB);
        awaitState(well, "finished");
        awaitState(badly, "failed");
        assertThat(get(badly).text("why")).contains("exit code 3");
        assertThat(get(badly).texts("log", 99)).anyMatch(line -> line.contains("as bob on"));
        assertThat(files()).isEmpty();
    }

    @Test
    void cluster_isItsUsersAndAdministrators() throws Exception {
        coordinator();
        String cluster = launched(WAITS, ALICE);
        assertThat(wire.send("GET", cluster, null, BOB).status()).isEqualTo(404);
        assertThat(wire.delete(cluster, BOB).status()).isEqualTo(404);
        assertThat(end(cluster + "/end", BOB).status()).isEqualTo(404);
        assertThat(wire.send("GET", "/v1/deployments", null, BOB).json().objects("deployments", 9))
                .isEmpty();
        assertThat(wire.send("GET", "/v1/deployments", null, ALICE).json().objects("deployments", 9))
                .hasSize(1);
        assertThat(get("/v1/deployments").objects("deployments", 9)).hasSize(1);
        assertThat(wire.send("POST", DEPLOYMENTS, WAITS.replace("\"disks", "\"user\":\"bob\",\"disks"), ALICE)
                        .status())
                .isEqualTo(403);
        assertThat(wire.send("POST", DEPLOYMENTS, "{\"product\":\"jar\"}", ALICE)
                        .status())
                .isEqualTo(403);
        Answer noDisks = wire.send("POST", DEPLOYMENTS, WAITS, BOB);
        assertThat(noDisks.status()).isEqualTo(409);
        assertThat(noDisks.json().text("reason")).isEqualTo("no_disks");
        assertThat(noDisks.json().count("freeDisks")).isZero();
        assertThat(end(cluster + "/end", ROOT).status()).isEqualTo(202);
    }

    @Test
    void wrongRequest_isRefusedByName() throws Exception {
        coordinator();
        Map<String, String> wrong = new HashMap<>();
        wrong.put("{}", "product");
        wrong.put("{\"product\":\"none\"}", "product");
        wrong.put("{\"product\":\"wordcount\",\"version\":\"2\"}", "arguments.input");
        wrong.put("{\"product\":\"wordcount\",\"arguments\":{\"input\":\"file:///etc/passwd\"}}", "arguments.input");
        wrong.put("{\"product\":\"wordcount\",\"arguments\":{\"input\":7}}", "arguments.input");
        wrong.put("{\"product\":\"wordcount\",\"arguments\":[]}", "arguments");
        wrong.put("{\"product\":\"wordcount\",\"arguments\":{\"output\":\"x\"}}", "arguments");
        String input = "\"arguments\":{\"input\":\"hdfs:///wait\"}";
        wrong.put("{\"product\":\"wordcount\",\"disks\":5," + input + "}", "disks");
        wrong.put("{\"product\":\"wordcount\",\"nodes\":2," + input + "}", "nodes");
        wrong.put("{\"product\":\"wordcount\",\"cores\":\"many\"," + input + "}", "cores");
        wrong.put("{\"product\":\"wordcount\",\"memory\":\"1\"," + input + "}", "memory");
        wrong.put("{\"product\":\"wordcount\",\"forSeconds\":90000," + input + "}", "forSeconds");
        wrong.put("{\"product\":\"wordcount\",\"kind\":\"tape\"," + input + "}", "kind");
        wrong.put("{\"product\":\"wordcount\",\"tenant\":\"nobody\"," + input + "}", "tenant");
        wrong.put("{\"product\":\"wordcount\",\"version\":\"2\"," + input + "}", "version");
        wrong.put("{\"product\":\"wordcount\",\"jar\":\"x\"," + input + "}", "jar");
        for (Map.Entry<String, String> each : wrong.entrySet()) {
            Answer refused = wire.send("POST", DEPLOYMENTS, each.getKey(), ROOT);
            assertThat(refused.status())
                    .as("%s: %s", each.getKey(), refused.body())
                    .isEqualTo(422);
            assertThat(refused.json().text("field")).isEqualTo(each.getValue());
        }
        assertThat(wire.send("GET", "/v1/deployments/none?lines=501", null, ROOT)
                        .status())
                .isEqualTo(422);
        assertThat(get("/v1/deployments").objects("deployments", 9)).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void coordinatorThatIsStopped_endsNothing_andTheNextOneOnItsHostFollowsIt() throws Exception {
        Coordinator first = coordinator();
        String cluster = launched(WAITS, ALICE);
        awaitState(cluster, "running");
        first.close();
        coordinator();
        awaitState(cluster, "running");
        await().atMost(MINUTE)
                .until(() -> get(cluster).texts("log", 99).stream().anyMatch("waits"::equals));
        assertThat(get("/v1/leases").objects("leases", 9)).hasSize(1);
        assertThat(wire.send("POST", "/v1/applications", "{\"application\":\"x\",\"user\":\"u\"}", token())
                        .status())
                .as("its token is good")
                .isEqualTo(201);
        assertThat(end(cluster + "/end", ALICE).status()).isEqualTo(202);
        awaitState(cluster, "destroyed");
        assertThat(files()).isEmpty();
        assertThat(get("/v1/leases").objects("leases", 9)).isEmpty();
    }

    @Test
    void deploymentOfAHostWithoutItsCoordinator_isUnknown_keepsItsLeaseItself_andIsEndedWithIt() throws Exception {
        String[] renewedSoon = {"lease.longest", "46s"};
        Coordinator second = coordinator(renewedSoon);
        String seconds = launched(WAITS.replace("\"disks\":2", "\"disks\":1"), BOB);
        Coordinator first = candidate("launch2", renewedSoon);
        house.depose();
        wire = new Wire(TestCluster.leading(first));
        await().atMost(MINUTE).until(() -> wire.send("GET", seconds, null, BOB).status() == 200);
        report(first, List.of());
        String cluster = launched(WAITS.replace("\"disks\":2", "\"disks\":1"), ALICE);
        awaitState(cluster, "running");
        String[] own = token(cluster);
        await("the other one has heard of it and its token")
                .atMost(MINUTE)
                .until(() -> new Wire(second)
                                .send("POST", cluster + "/renewal", null, own)
                                .status()
                        != 401);
        String url = first.url().toString();
        first.close();
        wire = new Wire(TestCluster.leading(second));
        awaitState(cluster, "unknown");
        assertThat(get(cluster).text("why")).contains(url, "is gone");
        String lease = "/v1/leases/" + get(cluster).text("lease");
        long until = get(lease).count("until");
        await("its agent asks").atMost(MINUTE).until(() -> get(lease).count("until") > until);
        assertThat(wire.send("POST", cluster + "/renewal", null, own).json().count("leaseSeconds"))
                .isBetween(1L, 46L);
        assertThat(wire.send("POST", cluster + "/renewal", null, ALICE).status())
                .as("by itself alone")
                .isEqualTo(404);
        assertThat(get("/v1/leases").objects("leases", 9)).hasSize(2);
        assertThat(end(cluster + "/end", ALICE).status()).isEqualTo(202);
        assertThat(wire.send("POST", cluster + "/renewal", null, own).status())
                .as("it is to end")
                .isEqualTo(404);
        assertThat(end(seconds + "/end", BOB).status()).isEqualTo(202);
        await().atMost(MINUTE)
                .until(() -> get("/v1/leases").objects("leases", 9).isEmpty() && files().isEmpty());
    }

    @Test
    void byDefault_nothingIsLaunched() throws Exception {
        wire = new Wire(house.leader());
        assertThat(wire.get("/v1/products").json().flag("on")).isFalse();
        assertThat(wire.get("/v1/deployments").json().objects("deployments", 9)).isEmpty();
        Answer refused = wire.post(DEPLOYMENTS, "{}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.json().text("detail")).contains("launch = on");
    }
}
