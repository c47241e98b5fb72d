package io.hdfsthrottle.integration;

import static io.hdfsthrottle.integration.FailingControl.GOLD;
import static io.hdfsthrottle.integration.FailingControl.application;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import io.hdfsthrottle.testkit.control.Coordinator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * An application keeps its identity whatever happens to its driver and to what stands behind the tag: its executors go
 * on reading as its tenant, seen on the DataNode, under the same registration, and none of them is restarted. Times are
 * short; with {@code -Didentity.full=true} they are those of an installation. All that speak with coordinators and
 * ZooKeeper speak TLS.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class IdentitySurvivesIT {

    private static final boolean FULL = Boolean.getBoolean("identity.full");
    private static final Duration LEASE = FULL ? Duration.ofMinutes(10) : Duration.ofSeconds(20);
    private static final Duration SESSION = FULL ? Duration.ofSeconds(15) : Duration.ofSeconds(4);
    private static final Duration DRIVERS_PAUSE = FULL ? Duration.ofMinutes(5) : Duration.ofSeconds(10);
    private static final Duration ZOOKEEPERS_ABSENCE = FULL ? Duration.ofMinutes(3) : Duration.ofSeconds(12);
    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String ANOTHER_TAG = "the tag is now";

    @AutoClose
    private FailingControl control;

    private SparkSite spark;

    @BeforeAll
    void start() throws IOException {
        control = FailingControl.start("identity", LEASE, SESSION, "400m");
        spark = SparkSite.shared();
    }

    @BeforeEach
    void repair() {
        control.repair();
    }

    @Test
    @Tag("all")
    void driverThatIsPaused_comesBackToTheSameRegistration() throws IOException {
        try (Reading reading = new Reading("paused")) {
            reading.run.driver().freeze();
            letPass(DRIVERS_PAUSE);
            reading.run.driver().thaw();
            reading.seen.awaitMoreOfTheTenant();
            reading.assertIdentityWasKept();
        }
    }

    @Test
    @Tag("all")
    void driverThatIsPausedForLongerThanItsLease_getsTheSameTagAgain_whichClientsThatAreOpenStillCarry()
            throws IOException {
        try (Reading reading = new Reading("expired")) {
            reading.run.driver().freeze();
            await().atMost(LEASE.multipliedBy(2))
                    .until(() -> application(control.leader(), "expired").isEmpty());
            reading.seen.awaitMoreOfOthers();
            reading.run.driver().thaw();
            await().atMost(SOON)
                    .until(() -> application(control.leader(), "expired").isPresent());
            reading.seen.awaitTheTenantAlone();
            letPass(Duration.ofSeconds(10));
            reading.assertIdentityWasKept();
        }
    }

    @Test
    void leaderThatIsKilled_isSucceededByOneThatKnowsTheApplication() throws IOException {
        try (Reading reading = new Reading("killed")) {
            Coordinator former = control.leader();
            former.process().kill();
            Coordinator successor = control.leaderInsteadOf(former);
            letPass(LEASE.plusSeconds(5)); // an application not renewed by then has expired
            assertThat(successor.leads()).isTrue();
            reading.assertIdentityWasKept();
        }
    }

    @Test
    @Tag("all")
    void leaderThatIsFrozen_isSucceeded_andTakesNothingBackWhenItGoesOn() throws IOException {
        try (Reading reading = new Reading("frozen")) {
            Coordinator former = control.leader();
            former.process().freeze();
            try {
                Coordinator successor = control.leaderInsteadOf(former);
                letPass(LEASE.plusSeconds(5));
                assertThat(application(successor, "frozen")).hasValue(reading.listed);
            } finally {
                former.process().thaw();
            }
            await().atMost(SOON).until(() -> !former.leads());
            reading.seen.awaitMoreOfTheTenant();
            reading.assertIdentityWasKept();
        }
    }

    @Test
    @Tag("all")
    void keyThatIsRotated_givesTheDriverANewTag_andClientsThatAreOpenKeepTheOldOne() throws IOException {
        try (Reading reading = new Reading("rotated")) {
            control.rotateKey();
            await().atMost(LEASE)
                    .until(() -> reading.run.output().stream().anyMatch(line -> line.contains(ANOTHER_TAG)));
            reading.seen.awaitMoreOfTheTenant();
            assertThat(application(control.leader(), "rotated")).hasValue(reading.listed);
            reading.assertItReadAsItsTenant();
        }
    }

    @Test
    @Tag("all")
    void zooKeeperThatIsGoneForLongerThanASession_costsNobodyItsIdentity() throws IOException {
        try (Reading reading = new Reading("without-zookeeper")) {
            control.zooKeeper().kill();
            letPass(ZOOKEEPERS_ABSENCE);
            reading.seen.awaitMoreOfTheTenant();
            control.repair();
            letPass(LEASE.plusSeconds(5));
            reading.assertIdentityWasKept();
        }
    }

    /** Waits for that time, whatever happens meanwhile. */
    private static void letPass(Duration time) {
        long from = System.nanoTime();
        await().atMost(time.plusSeconds(30))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> System.nanoTime() - from >= time.toNanos());
    }

    /** An application of two executors that read one file again and again, watched on the DataNode. */
    private final class Reading implements AutoCloseable {

        private static final int FILE_BYTES = 256 << 10;
        private static final long FILES_READ = 20;

        private final String name;
        private final Path until;
        private final SparkRun run;
        private final ReadsSeen seen;
        private final Map<String, Object> listed;

        Reading(String name) throws IOException {
            this.name = name;
            this.until = spark.folder("gates").resolve(name);
            Files.deleteIfExists(until);
            Map<String, String> settings = new LinkedHashMap<>(control.applications());
            // Spark's own: a driver that was away for longer takes its executors for dead.
            Duration mostAway = DRIVERS_PAUSE.multipliedBy(2).plus(Duration.ofMinutes(2));
            settings.put("spark.network.timeout", mostAway.toSeconds() + "s");
            Map<String, String> job = Map.of(
                    "file", "/" + name, "bytes", Integer.toString(FILE_BYTES), "tasks", "2", "until", until.toString());
            this.run = spark.submit(
                    Placement.TWO_EXECUTORS,
                    control.nameNode(),
                    new Submission(name, "io.hdfsthrottle.jobs.SteadyReadJob", settings, spark.plugin(), job));
            this.seen = new ReadsSeen(control::figures, GOLD);
            this.listed = await().atMost(START)
                    .until(() -> application(control.leader(), name), Optional::isPresent)
                    .orElseThrow();
            seen.begin(FILES_READ * FILE_BYTES); // it is written once, so both executors read by then
            assertThat(listed).containsEntry("tenant", GOLD);
        }

        /** The same registration, the same tag, and every read seen as the tenant's. */
        void assertIdentityWasKept() throws IOException {
            assertThat(application(control.leader(), name)).hasValue(listed);
            assertThat(run.output()).noneMatch(line -> line.contains(ANOTHER_TAG));
            assertItReadAsItsTenant();
        }

        void assertItReadAsItsTenant() throws IOException {
            seen.close();
            Files.createFile(until);
            run.awaitSuccess();
            seen.assertAllIsTheTenants();
            List<String> verdicts = run.verdicts();
            assertThat(verdicts).singleElement().asString().endsWith("\"matches\":true}");
            assertThat(run.executors()).containsOnlyKeys("0", "1");
        }

        /** Whatever went wrong before, the next application has the Worker to itself. */
        @Override
        public void close() {
            seen.close();
            run.driver().thaw();
            run.driver().close();
        }
    }
}
