package io.hdfsthrottle.integration;

import static io.hdfsthrottle.integration.FailingControl.GOLD;
import static io.hdfsthrottle.integration.FailingControl.application;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Executors come and go and are killed, as is their driver: reads are correct and counted for the tenant, others get
 * the bandwidth that is no longer wanted, and of an application that is gone nothing is left at the coordinator or on
 * the DataNode.
 */
@Tag("all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SparkKillsIT {

    private static final Duration LEASE = Duration.ofSeconds(20);
    private static final Duration SESSION = Duration.ofSeconds(4);
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final Duration SHARES_MOVE_ON = Duration.ofSeconds(20); // 10 on a quiet machine, besides the window.
    private static final Duration WINDOW = Duration.ofSeconds(2);
    private static final double CAPACITY = 20 << 20;
    private static final int FILE_BYTES = 4 << 20;

    private static final int RIVALS_BYTES = 24 << 20;
    private static final double MOST_OF_IT = 0.8;

    @AutoClose
    private FailingControl control;

    @AutoClose
    private SparkSite spark;

    @BeforeAll
    void start() throws IOException {
        control = FailingControl.start("kills", LEASE, SESSION, "20m");
        spark = SparkSite.version(Versions.ofSpark(), "spark-kills");
    }

    @BeforeEach
    void awaitTheEndOfOthers() {
        await().atMost(SOON).until(() -> Executors.running().isEmpty());
        // What was written is charged when it reaches the disk.
        await().during(WINDOW).atMost(SOON).until(new Unchanged(this::others)::isIt);
    }

    /** Whether a figure is what it was when it was asked for last. */
    private static final class Unchanged {
        private final LongSupplier figure;
        private long last = -1;

        Unchanged(LongSupplier figure) {
            this.figure = figure;
        }

        boolean isIt() {
            long before = last;
            last = figure.getAsLong();
            return last == before;
        }
    }

    @Test
    void executorThatIsKilled_isReplacedByOneThatReadsAsTheTenant() throws IOException {
        Path until = gate("killed-until");
        SparkRun run = submit("killed", Map.of(), Map.of("until", until.toString()));
        ReadsSeen seen = new ReadsSeen(control::figures, GOLD);
        try {
            seen.begin(2 * FILE_BYTES);
            await().atMost(SOON).until(() -> Executors.running().size() == 2);

            Executors.running().get("0").destroyForcibly();

            await().atMost(SOON).until(() -> run.executors().containsKey("2"));
            seen.awaitMoreOfTheTenant();
            seen.awaitMoreOfTheTenant();
            seen.close();
            Files.createFile(until);
            run.awaitSuccess();
            seen.assertAllIsTheTenants();
        } finally {
            seen.close();
            run.driver().close();
        }
        assertThatItReadWhatItWrote(run);
        assertThat(run.executors()).containsKeys("0", "1", "2");
        assertThat(application(control.leader(), "killed")).isEmpty();
    }

    /** {@code -Dkills.executors=200} kills as many, one after the other. */
    @Test
    void executorsThatAreKilledAgainAndAgain_leaveNothingBehind_andTheResultIsRight() throws IOException {
        int kills = Integer.getInteger("kills.executors", 3);
        Path until = gate("again-until");
        SparkRun run = submit(
                "again",
                Map.of("spark.task.maxFailures", Integer.toString(2 * kills + 4)),
                Map.of("until", until.toString()));
        ReadsSeen seen = new ReadsSeen(control::figures, GOLD);
        try {
            seen.begin(FILE_BYTES);
            for (int kill = 0; kill < kills; kill++) {
                await().atMost(SOON).until(() -> Executors.running().size() == 2);
                String victim = Executors.running().keySet().iterator().next();
                Executors.running().get(victim).destroyForcibly();
                await().atMost(SOON).until(() -> !Executors.running().containsKey(victim));
                seen.awaitMoreOfTheTenant();
            }
            await().atMost(SOON).until(() -> Executors.running().size() == 2);
            seen.close();
            Files.createFile(until);
            run.awaitSuccess();
        } finally {
            seen.close();
            run.driver().close();
        }
        seen.assertNothingIsOfOthers();
        assertThatItReadWhatItWrote(run);
        assertThat(run.executors()).hasSizeGreaterThan(kills);
        assertThat(application(control.leader(), "again")).isEmpty();
        await().atMost(SOON).until(() -> control.figures().tenant(GOLD, "slots") == 0);
    }

    @Test
    void executorsThatDynamicAllocationStarts_readAsTheTenant() throws IOException {
        long others = others();
        Path until = gate("dynamic-until");
        Path resume = gate("dynamic-resume");
        SparkRun run = submit(
                "dynamic",
                Map.of(
                        "spark.dynamicAllocation.enabled", "true",
                        "spark.dynamicAllocation.shuffleTracking.enabled", "true",
                        "spark.dynamicAllocation.minExecutors", "0",
                        "spark.dynamicAllocation.maxExecutors", "2",
                        "spark.dynamicAllocation.executorIdleTimeout", "1s",
                        "spark.scheduler.minRegisteredResourcesRatio", "0"),
                Map.of("until", until.toString(), "resume", resume.toString()));
        try {
            await().atMost(SOON).until(() -> Executors.running().size() == 2);
            Files.createFile(until);
            await().atMost(SOON).until(() -> Executors.running().isEmpty());
            assertThat(application(control.leader(), "dynamic")).isPresent();
            Files.createFile(resume);
            run.awaitSuccess();
        } finally {
            run.driver().close();
        }
        assertThatItReadWhatItWrote(run);
        assertThat(run.executors()).hasSizeGreaterThan(2);
        assertThat(others()).isEqualTo(others);
        assertThat(application(control.leader(), "dynamic")).isEmpty();
    }

    /** {@code -Dkills.drivers=20} kills as many, one after the other. */
    @Test
    void driverThatIsKilled_leavesItsShareToOthers_andNothingBehind() throws IOException {
        try (Hdfs rival = Hdfs.untagged(control.nameNode())) {
            rival.write("/rival", RIVALS_BYTES, 1);
            for (int kill = 0; kill < Integer.getInteger("kills.drivers", 1); kill++) {
                killDriver("orphan-" + kill, rival);
            }
        }
    }

    private void killDriver(String name, Hdfs rival) throws IOException {
        SparkRun run =
                submit(name, Map.of(), Map.of("until", gate(name + "-until").toString()));
        try (Streams streams = Streams.reading(rival, "/rival", 1)) {
            await("the application takes its share").atMost(SOON).until(() -> rate(streams) < CAPACITY / 2);

            run.driver().kill();

            await().atMost(SHARES_MOVE_ON).until(() -> rate(streams) > MOST_OF_IT * CAPACITY);
            assertThat(streams.errors()).isEmpty();
        } finally {
            run.driver().close();
        }
        await().atMost(SOON).until(() -> Executors.running().isEmpty());
        await().atMost(SOON).until(() -> application(control.leader(), name), Optional::isEmpty);
        await().atMost(SOON).until(() -> control.figures().tenant(GOLD, "slots") == 0);
        assertThat(control.figures().tenant(GOLD, "sleeping")).isZero();
    }

    private static double rate(Streams streams) {
        return Rates.over(WINDOW, List.of(streams)).get(0);
    }

    private long others() {
        return control.figures().rows("Tenants").stream()
                .filter(each -> !GOLD.equals(each.get("tenant")))
                .mapToLong(each -> ((Number) each.get("bytes")).longValue())
                .sum();
    }

    private Path gate(String name) throws IOException {
        Path file = spark.folder("gates").resolve(name);
        Files.deleteIfExists(file);
        return file;
    }

    private SparkRun submit(String name, Map<String, String> more, Map<String, String> gates) {
        Map<String, String> settings = new HashMap<>(more);
        settings.putAll(control.applications());
        Map<String, String> arguments = new HashMap<>(gates);
        arguments.putAll(Map.of("file", "/" + name, "bytes", Integer.toString(FILE_BYTES), "tasks", "2"));
        return spark.submit(
                Placement.TWO_EXECUTORS,
                control.nameNode(),
                new Submission(
                        name, "io.hdfsthrottle.jobs.SteadyReadJob", settings, spark.plugin(), Map.copyOf(arguments)));
    }

    private static void assertThatItReadWhatItWrote(SparkRun run) {
        assertThat(run.verdicts()).singleElement().asString().endsWith("\"matches\":true}");
    }
}
