package io.hdfsthrottle.integration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * A person before the page launches WordCount of real Spark on leased disks of this host, from a text in real HDFS. The
 * disks are a stand-in's.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("all")
@Timeout(400)
final class LaunchByPageIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FILES = 40;
    private static final int LINES = 500;
    private static final String HOSTILE = "<img/src=x/onerror=document.title=3>";
    private static final String FORM = "form[aria-labelledby=product-wordcount] ";
    private static final String CARD = "#deployments li ";

    private final List<Path> disks;
    private final Path folder = RigFolders.folder("launch-by-page").toAbsolutePath();
    private Rig sparks;
    private Cluster cluster;

    LaunchByPageIT() throws Exception {
        disks = List.of(
                Files.createDirectories(folder.resolve("disk1")), Files.createDirectories(folder.resolve("disk2")));
    }

    @BeforeAll
    void start() throws Exception {
        Needs.browser();
        Repository repository = Repository.find();
        sparks = Rig.in(repository, folder.resolve("sparks"), Rig.Lifetime.OURS);
        Path home = SparkHost.version(sparks, Versions.ofSpark()).withPrograms(repository.jobs());
        String shipped = Files.readString(repository.root().resolve("conf/products.json"));
        String ours = shipped.replace("org.apache.spark.examples.JavaWordCount", "io.hdfsthrottle.jobs.WordCountJob");
        assertThat(ours).isNotEqualTo(shipped);
        Path products = Files.writeString(folder.resolve("products.json"), ours);
        cluster = Cluster.in(folder.resolve("hdfs"))
                .hadoop(Versions.ofHadoop())
                .dataNode(Map.of("hdfs.throttle.volume.capacity", "400m"))
                .coordinator(Map.of(
                        "lease",
                        "on",
                        "node.expiry",
                        "1h",
                        "launch",
                        "on",
                        "launch.as",
                        "coordinator",
                        "launch.spark.home",
                        home.toString(),
                        "launch.disks",
                        "DS-1=" + disks.get(0) + ",DS-2=" + disks.get(1),
                        "launch.folder",
                        folder.resolve("launched").toString(),
                        "launch.products.file",
                        products.toString()))
                .start();
        StandInNode.report(cluster.coordinator().url(), Credential.NONE, "stand-in:9866", 3);
        try (Hdfs hdfs = Hdfs.untagged(cluster.nameNode())) {
            for (int i = 0; i < FILES; i++) {
                try (OutputStream out = hdfs.create("/text/part-" + i)) {
                    out.write(("to be or not to be " + HOSTILE + "\n")
                            .repeat(LINES)
                            .getBytes(UTF_8));
                }
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

    /** Opens the page, fills in the form and presses the button. */
    private Browser launched(String name, int ofDisks) {
        Browser browser = Browser.open(sparks.folder(name));
        browser.visit(cluster.coordinator().url());
        browser.type(FORM + "[name='arguments.input']", cluster.nameNode().fileSystem() + "/text");
        browser.type(FORM + "[name=disks]", Integer.toString(ofDisks));
        browser.type(FORM + "[name=memory]", "512m");
        browser.click(FORM + "button");
        browser.seeText(FORM + ".answer", "Launched as c-");
        return browser;
    }

    private void awaitNothingLeft(String name) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            for (Path disk : disks) {
                assertThat(disk).isEmptyDirectory();
            }
            assertThat(runningWith(name)).isEmpty();
            assertThat((List<?>) cluster.coordinator().get("/v1/leases").get("leases"))
                    .isEmpty();
        });
    }

    /** The processes that have a word in their command line that ends so. */
    private static List<Long> runningWith(String word) {
        return ProcessHandle.allProcesses()
                .filter(process -> Stream.of(words(process)).anyMatch(each -> each.endsWith(word)))
                .map(ProcessHandle::pid)
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
    void wordCount_isLaunchedByTheForm_andFollowedToItsResult() {
        try (Browser browser = launched("finishes", 2)) {
            String name = browser.text(FORM + ".answer a");
            browser.seeText(CARD + ".state", "running");
            assertThat(runningWith("wordcount-" + name)).isNotEmpty();
            browser.seeText("#disks .disk.leased", "anonymous");
            browser.seeText(CARD, "of " + FILES + " tasks");
            browser.seeText(CARD + ".log", "to: " + 2 * FILES * LINES);
            browser.seeText(CARD + ".log", HOSTILE + ": " + FILES * LINES);
            browser.seeText(CARD + ".state", "finished");
            await().atMost(PATIENCE)
                    .until(
                            () -> browser.evaluated("document.getElementById('announce').textContent"),
                            said -> said.equals("wordcount " + name + " is finished."));
            assertThat(browser.all("img")).isEmpty();

            browser.click(CARD + "button[aria-label='Forget " + name + "']");
            browser.click("#yes");
            browser.seeText("#deployments", "You have launched nothing.");
            browser.seeText("#leases", "Nobody has leased a disk.");
            awaitNothingLeft("wordcount-" + name);
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void clusterThatIsDestroyed_isAskedForFirst_andLeavesNothing() {
        try (Browser browser = launched("destroyed", 1)) {
            String name = browser.text(FORM + ".answer a");
            await().atMost(PATIENCE)
                    .until(() -> !runningWith("wordcount-" + name).isEmpty());
            browser.click(CARD + "button[aria-label='End " + name + "']");
            browser.seeText("#question", "End " + name);
            browser.click("#no");
            assertThat(runningWith("wordcount-" + name)).isNotEmpty();
            browser.click(CARD + "button[aria-label='End " + name + "']");
            browser.click("#yes");
            browser.seeText(CARD + ".state", "destroyed");
            browser.seeText("#leases", "Nobody has leased a disk.");
            awaitNothingLeft("wordcount-" + name);
            browser.click(CARD + "button[aria-label='Forget " + name + "']");
            browser.click("#yes");
            browser.seeText("#deployments", "You have launched nothing.");
        }
    }
}
