package io.hdfsthrottle.integration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.spark.SparkHost;
import io.hdfsthrottle.testkit.yarn.Yarn;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Real Spark on real YARN, launched by the coordinator: executors on the NodeManager of the leased disk alone; it
 * outlives the coordinator's process, and nothing is left of what has ended. The disks are a stand-in's.
 */
@Tag("all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
final class LaunchOnYarnIT {

    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final Set<String> OVER = Set.of("FINISHED", "FAILED", "KILLED");
    private static final Set<String> RUNS = Set.of("starting", "running");
    private static final int FILES = 8;
    private static final int LINES = 500;

    private static final String PRODUCTS = """
            {"format": 1, "products": [
              {"name": "wordcount", "title": "counts", "kind": "application", "role": "register",
               "versions": [{"version": "spark", "jar": "examples/jars/spark-examples_*.jar",
                 "class": "io.hdfsthrottle.jobs.WordCountJob", "arguments": ["{words*}"]}], "form": FORM},
              {"name": "steady", "title": "reads", "kind": "application", "role": "register",
               "versions": [{"version": "spark", "jar": "examples/jars/spark-examples_*.jar",
                 "class": "io.hdfsthrottle.jobs.SteadyReadJob", "arguments": ["{words*}"]}], "form": FORM},
              {"name": "spark", "title": "a cluster", "kind": "standalone", "role": "admin",
               "versions": [{"version": "spark"}], "form": FORM}]}
            """.replace("FORM", """
            {"disks": {"least": 1, "most": 4, "default": 1}, "nodes": {"least": 1, "most": 4, "default": 1},
             "cores": {"least": 1, "most": 8, "default": 2}, "memory": {"least": "512m", "most": "2g", "default": "512m"},
             "arguments": [{"name": "words", "title": "words", "pattern": ".*", "default": "", "example": "a b"}]}""");

    private final Path folder = RigFolders.folder("launch-on-yarn").toAbsolutePath();
    private final Path left;
    private final Path right;
    private Rig sparks;
    private Cluster cluster;
    private Yarn yarn;
    private int files;

    LaunchOnYarnIT() throws Exception {
        left = disk("left");
        right = disk("right");
    }

    private Path disk(String name) throws IOException {
        Files.createDirectories(folder.resolve(name).resolve("spark"));
        Files.createDirectories(folder.resolve(name).resolve("yarn"));
        return folder.resolve(name);
    }

    @BeforeAll
    void start() throws Exception {
        Repository repository = Repository.find();
        sparks = Rig.in(repository, folder.resolve("sparks"), Rig.Lifetime.OURS);
        Path home = SparkHost.version(sparks, "3.5").withPrograms(repository.jobs());
        Path plugin = repository.sparkPlugin();
        Files.createSymbolicLink(home.resolve("jars").resolve(plugin.getFileName()), plugin);
        Path products = Files.writeString(folder.resolve("products.json"), PRODUCTS);
        Path conf = Files.createDirectories(folder.resolve("hdfs/yarn/conf"));
        // The coordinator starts before the NameNode that is named there, and looks whether there is one.
        Files.writeString(conf.resolve("yarn-site.xml"), "<configuration/>");
        cluster = Cluster.in(folder.resolve("hdfs"))
                .dataNode(Map.of("hdfs.throttle.volume.capacity", "400m"))
                .coordinator(Map.ofEntries(
                        Map.entry("lease", "on"),
                        Map.entry("node.expiry", "1h"),
                        Map.entry("launch", "on"),
                        Map.entry("launch.as", "coordinator"),
                        Map.entry("launch.spark.home", home.toString()),
                        Map.entry("launch.where", "yarn"),
                        Map.entry("launch.yarn.conf", conf.toString()),
                        Map.entry("launch.yarn.labels", "DS-1=left,DS-2=right"),
                        Map.entry("launch.disks", "DS-1=" + left.resolve("spark") + ",DS-2=" + right.resolve("spark")),
                        Map.entry("launch.folder", folder.resolve("launched").toString()),
                        Map.entry("launch.products.file", products.toString())))
                .start();
        yarn = Yarn.start(
                cluster.rig(),
                HadoopHost.version(repository, "3.4-yarn"),
                cluster.nameNode(),
                List.of(new Yarn.Node("left", left.resolve("yarn")), new Yarn.Node("right", right.resolve("yarn"))));
        reportDisks();
        try (Hdfs hdfs = Hdfs.untagged(cluster.nameNode())) {
            for (int i = 0; i < FILES; i++) {
                try (OutputStream out = hdfs.create("/text/part-" + i)) {
                    out.write("to be or not to be\n".repeat(LINES).getBytes(UTF_8));
                }
            }
        }
    }

    private void reportDisks() throws Exception {
        StandInNode.report(cluster.coordinator().url(), Credential.NONE, "stand-in:9866", 3);
    }

    /** Destroys what a failed test left. */
    @AfterEach
    void destroy() throws Exception {
        for (JsonObject each : send("GET", "/v1/deployments", "", 200).objects("deployments", 99)) {
            if (RUNS.contains(each.text("state"))) {
                send("POST", "/v1/deployments/" + each.text("deployment") + "/end", "", 202);
            }
        }
    }

    @AfterAll
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
        if (sparks != null) {
            sparks.close();
        }
    }

    private JsonObject send(String method, String path, String body, int status) throws Exception {
        return HttpAnswer.of(cluster.coordinator().url().resolve(path), method, body, status);
    }

    private JsonObject shown(String name) throws Exception {
        return send("GET", "/v1/deployments/" + name + "?lines=500", "", 200);
    }

    private String launched(String product, String words) throws Exception {
        return send(
                        "POST",
                        "/v1/deployments",
                        "{\"product\":\"" + product + "\",\"arguments\":{\"words\":\"" + words + "\"}}",
                        201)
                .text("deployment");
    }

    /** Reads until it is ended. */
    private String launchedForEver() throws Exception {
        files++;
        return launched(
                "steady",
                "file=" + cluster.nameNode().fileSystem() + "/steady-" + files + " bytes=100000 tasks=1 until="
                        + folder.resolve("never"));
    }

    private void awaitState(String name, String state) {
        await().atMost(START).until(() -> shown(name).text("state"), state::equals);
    }

    /** What executors wrote, and other processes of applications. */
    private static List<Path> filesOfApplications(Path disk) throws IOException {
        Path caches = disk.resolve("yarn/usercache");
        if (!Files.exists(caches)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(caches)) {
            return all.filter(each -> caches.relativize(each).getNameCount() > 2)
                    .toList();
        }
    }

    private String awaitExecutor(String name) throws Exception {
        await().atMost(START).ignoreExceptions().untilAsserted(() -> {
            assertThat(filesOfApplications(left))
                    .anyMatch(each -> each.getFileName().toString().startsWith("blockmgr-"));
            assertThat(shown(name).object("contact").text("application")).startsWith("application_");
        });
        String application = shown(name).object("contact").text("application");
        assertThat(yarn.applications(name)).isEqualTo(Map.of(application, "RUNNING"));
        assertThat(runningWith(application)).isNotEmpty();
        assertThat(filesOfApplications(right)).isEmpty();
        assertThat(right.resolve("spark")).isEmptyDirectory();
        assertThat(left.resolve("spark/" + name)).isDirectory();
        return application;
    }

    private void awaitNothingLeft(String name, String application) {
        await().atMost(MINUTE).ignoreExceptions().untilAsserted(() -> {
            assertThat(OVER).containsAll(yarn.applications(name).values());
            assertThat(runningWith(application)).isEmpty();
            assertThat(runningWith("-" + name)).isEmpty();
            for (Path disk : List.of(left, right)) {
                assertThat(disk.resolve("spark")).isEmptyDirectory();
                assertThat(filesOfApplications(disk)).isEmpty();
            }
            assertThat(send("GET", "/v1/leases", "", 200).objects("leases", 9)).isEmpty();
            assertThat(staged()).noneMatch(each -> each.contains(application));
        });
    }

    /** What Spark put into HDFS for applications. */
    private Set<String> staged() throws IOException {
        try (Hdfs hdfs = Hdfs.untagged(cluster.nameNode())) {
            return hdfs.files("/user/anonymous/.sparkStaging");
        }
    }

    /** The processes that have a word in their command line with that in it. */
    private static List<ProcessHandle> runningWith(String part) {
        return ProcessHandle.allProcesses()
                .filter(process -> Stream.of(words(process)).anyMatch(each -> each.contains(part)))
                .toList();
    }

    private static String[] words(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"), UTF_8)
                    .split("\0", -1);
        } catch (IOException ended) {
            return new String[0];
        }
    }

    @Test
    void wordCount_isCountedOnTheLeasedDiskAlone() throws Exception {
        String name = launched("wordcount", cluster.nameNode().fileSystem() + "/text");
        awaitState(name, "finished");
        assertThat(shown(name).texts("log", 999))
                .contains("to: " + 2 * FILES * LINES, "be: " + 2 * FILES * LINES, "not: " + FILES * LINES)
                .anyMatch(line -> line.contains("HDFS I/O of this application is for tenant default, tagged"));
        String application = shown(name).object("contact").text("application");
        assertThat(yarn.applications(name)).isEqualTo(Map.of(application, "FINISHED"));
        awaitNothingLeft(name, application);
    }

    @Test
    void clusterThatIsDestroyed_leavesNothing() throws Exception {
        String name = launchedForEver();
        String application = awaitExecutor(name);
        send("POST", "/v1/deployments/" + name + "/end", "", 202);
        awaitNothingLeft(name, application);
        assertThat(shown(name).text("state")).isEqualTo("destroyed");
    }

    @Test
    void driverThatIsKilled_leavesNothing() throws Exception {
        String name = launchedForEver();
        String application = awaitExecutor(name);
        runningWith("-" + name).forEach(ProcessHandle::destroyForcibly);
        awaitNothingLeft(name, application);
        assertThat(shown(name).text("state")).isEqualTo("failed");
    }

    @Test
    void applicationThatWaits_isKilledWithItsDriver() throws Exception {
        yarn.nodeManager("left").freeze();
        try {
            String name = launchedForEver();
            await().atMost(START)
                    .until(() ->
                            yarn.applications(name).values().stream().toList().equals(List.of("ACCEPTED")));
            String application = yarn.applications(name).keySet().iterator().next();
            assertThat(staged()).anyMatch(each -> each.contains(application));
            runningWith("-" + name).forEach(ProcessHandle::destroyForcibly);
            awaitNothingLeft(name, application);
            assertThat(yarn.applications(name)).isEqualTo(Map.of(application, "KILLED"));
        } finally {
            yarn.nodeManager("left").thaw();
        }
    }

    private void killCoordinator() throws Exception {
        ProcessHandle killed =
                ProcessHandle.of(cluster.coordinator().process().pid()).orElseThrow();
        killed.destroyForcibly();
        await().atMost(MINUTE).until(() -> !killed.isAlive());
        cluster.repairControl();
        reportDisks();
    }

    @Test
    void jobGoesOnWhenItsCoordinatorIsKilled_keepsItsLeaseAndTenant_andFinishesWell() throws Exception {
        Path enough = folder.resolve("enough");
        String name = launched(
                "steady", "file=" + cluster.nameNode().fileSystem() + "/goes-on bytes=100000 tasks=1 until=" + enough);
        String application = awaitExecutor(name);
        List<Long> driver =
                runningWith("-" + name).stream().map(ProcessHandle::pid).toList();
        String lease = shown(name).text("lease");
        double bytes = HookFigures.of(cluster.dataNode()).tenant("default", "bytes");
        await("its driver registers when its executors do")
                .atMost(MINUTE)
                .until(() -> cluster.coordinator().application("steady-" + name).isPresent());

        killCoordinator();
        awaitState(name, "running");
        assertThat(runningWith("-" + name).stream().map(ProcessHandle::pid)).isEqualTo(driver);
        JsonObject after = shown(name);
        assertThat(after.text("lease")).isEqualTo(lease);
        assertThat(after.object("contact").text("application")).isEqualTo(application);
        assertThat(after.texts("log", 999)).anyMatch(line -> line.contains("Submitted application " + application));
        // Longer than the lease lasted when its coordinator was killed, and than the agent's patience.
        await().pollDelay(Duration.ofSeconds(65)).atMost(START).untilAsserted(() -> {
            assertThat(send("GET", "/v1/leases", "", 200).objects("leases", 9))
                    .extracting(each -> each.text("lease"))
                    .containsExactly(lease);
            assertThat(cluster.coordinator().application("steady-" + name))
                    .hasValueSatisfying(each -> assertThat(each).containsEntry("tenant", "default"));
        });
        assertThat(HookFigures.of(cluster.dataNode()).tenant("default", "bytes"))
                .isGreaterThan(bytes);

        Files.createFile(enough);
        awaitState(name, "finished");
        assertThat(shown(name).texts("log", 999)).anyMatch(line -> line.contains("steady-read"));
        assertThat(yarn.applications(name)).isEqualTo(Map.of(application, "FINISHED"));
        awaitNothingLeft(name, application);
    }

    @Test
    void jobThatOutlivesItsCoordinator_isDestroyedByTheNext() throws Exception {
        String name = launchedForEver();
        String application = awaitExecutor(name);
        killCoordinator();
        awaitState(name, "running");
        send("POST", "/v1/deployments/" + name + "/end", "", 202);
        awaitNothingLeft(name, application);
        assertThat(shown(name).text("state")).isEqualTo("destroyed");
    }

    @Test
    void whatDoesNotRunOnYarn_isRefused() throws Exception {
        assertThat(send("POST", "/v1/deployments", "{\"product\":\"spark\"}", 409)
                        .text("detail"))
                .contains("launch.where = yarn");
        assertThat(send("POST", "/v1/deployments", "{\"product\":\"wordcount\",\"disks\":2}", 422)
                        .text("field"))
                .isEqualTo("disks");
        assertThat(send("GET", "/v1/leases", "", 200).objects("leases", 9)).isEmpty();
    }
}
