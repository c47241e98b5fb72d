package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.coordinator.feature.launch.local.ScriptedSpark;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.DiskFacts;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Under two coordinators, a launched job, nodes that report, and clients that lease, three servers of ZooKeeper are
 * restarted one after the other, the quorum's leader among them; or the clock of the leader becomes wrong.
 */
@Timeout(240)
@Tag("slow")
final class DisturbanceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> NODES = List.of("dn1:9866", "dn2:9866", "dn3:9866");

    private static final Duration SILENT = Duration.ofSeconds(5);

    private final MovableClock clock = new MovableClock();
    private final TestingCluster zookeepers = new TestingCluster(3);
    private final ScheduledExecutorService clients = Executors.newScheduledThreadPool(4);
    private final Map<String, AtomicLong> longest = new HashMap<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    /** By disk, the lease that its client was told to have; of one client, so for one thread. */
    private final Map<String, String> held = new HashMap<>();

    @TempDir
    private Path folder;

    private TestCluster house;
    private List<Coordinator> coordinators;

    @BeforeEach
    void start() throws Exception {
        zookeepers.start();
        house = new TestCluster(folder);
        ScriptedSpark.in(folder.resolve("spark"));
        Files.createDirectories(folder.resolve("disk1"));
        Coordinator first = TestCluster.leading(coordinator("one", clock));
        coordinators = List.of(first, coordinator("two", Clock.systemUTC()));
        for (String node : NODES) {
            longest.put(node, new AtomicLong());
            Reporting reporting = new Reporting(node);
            Object unusedTask = clients.scheduleWithFixedDelay(reporting, 0, 1, TimeUnit.SECONDS);
        }
    }

    @AfterEach
    void stop() throws Exception {
        clients.shutdownNow();
        house.close();
        zookeepers.close();
    }

    private Coordinator coordinator(String name, Clock itsClock) throws IOException {
        return house.coordinator(
                itsClock,
                "zookeeper.connect",
                zookeepers.getConnectString(),
                "lease",
                "on",
                "launch",
                "on",
                "launch.as",
                "coordinator",
                "launch.spark.home",
                folder.resolve("spark").toString(),
                "launch.disks",
                "DS-dn1-1=" + folder.resolve("disk1"),
                "launch.folder",
                folder.resolve(name).toString());
    }

    private HttpLink link() {
        return new HttpLink(
                coordinators.stream().map(Coordinator::url).toList(), Duration.ofSeconds(5), Credential.NONE);
    }

    /** A host's clock, which somebody sets. */
    private static final class MovableClock extends Clock {
        private volatile Duration isAheadBy = Duration.ZERO;

        @Override
        public Instant instant() {
            return Instant.now().plus(isAheadBy);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }

    /** A node that reports once a second to whoever leads, as the hook does. */
    private final class Reporting implements Runnable {
        private final String node;
        private final HttpLink link = link();
        private long heard = System.nanoTime();

        Reporting(String node) {
            this.node = node;
        }

        @Override
        public void run() {
            List<VolumeUsage> volumes = new ArrayList<>();
            for (int disk = 1; disk <= 4; disk++) {
                volumes.add(
                        VolumeUsage.of("DS-" + node.replace(":9866", "") + "-" + disk, Rate.parse("150m"), List.of())
                                .on(DiskFacts.of("8:" + 16 * disk, Optional.of(true), OptionalLong.of(4L << 40))));
            }
            try {
                Object unused = link.report(UsageReport.of(node, GrantVersion.NONE, true, volumes));
                long now = System.nanoTime();
                longest.get(node).accumulateAndGet(now - heard, Math::max);
                heard = now;
            } catch (LinkException notNow) {
                // the next report comes in a second
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | Error wrong) {
                failures.add(wrong);
            }
        }
    }

    private Optional<Coordinator> leader() {
        return coordinators.stream()
                .filter(each -> each.leadership().term().isPresent())
                .findFirst();
    }

    /** Leases a disk for a minute, or ends a lease; who got no answer believes nothing. */
    private void lease(int turn) throws Exception {
        Optional<Coordinator> leader = leader();
        if (leader.isEmpty()) {
            return;
        }
        Wire wire = new Wire(leader.get());
        if (turn % 3 == 2 && !held.isEmpty()) {
            String lease = held.values().iterator().next();
            held.values().removeIf(lease::equals);
            int unused = wire.delete("/v1/leases/" + lease).status();
            return;
        }
        Answer answer = wire.post("/v1/leases", "{\"user\":\"user-" + turn + "\",\"disks\":1,\"forSeconds\":3600}");
        if (answer.status() == 201) {
            JsonObject granted = answer.json();
            for (JsonObject disk : granted.objects("holds", 9)) {
                String name = disk.text("node") + " " + disk.texts("volumes", 9);
                assertThat(held.put(name, granted.text("lease")))
                        .as("who else holds %s", name)
                        .isNull();
            }
        }
    }

    private JsonObject get(String path) throws Exception {
        Coordinator leading = await().atMost(PATIENCE)
                .until(this::leader, Optional::isPresent)
                .orElseThrow();
        Answer answer = new Wire(leading).get(path);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    @Test
    void rollingRestartOfZooKeeper_endsNoJob_makesNoNodeSilent_andLeasesNothingTwice() throws Exception {
        String job = launched();

        int turn = 0;
        for (InstanceSpec server : List.copyOf(zookeepers.getInstances())) {
            assertThat(zookeepers.killServer(server)).isTrue();
            for (int i = 0; i < 8; i++) {
                lease(turn++);
                TimeUnit.MILLISECONDS.sleep(250);
            }
            assertThat(zookeepers.restartServer(server)).isTrue();
            await().atMost(PATIENCE).until(() -> leader().isPresent());
            for (int i = 0; i < 16; i++) {
                lease(turn++);
                TimeUnit.MILLISECONDS.sleep(250);
            }
        }

        assertNothingWasLost(job);
    }

    @Test
    void leaderWhoseClockBecomesWrong_leavesTheLead_andEndsNoJob_makesNoNodeSilent_andLeasesNothingTwice()
            throws Exception {
        String job = launched();

        clock.isAheadBy = Duration.ofMinutes(10);
        int turn = 0;
        long leftNanos = 0;
        // Longer than a lease after the lead was left: it has been renewed by the other one.
        while (leftNanos == 0
                || System.nanoTime() - leftNanos < Duration.ofSeconds(25).toNanos()) {
            lease(turn++);
            TimeUnit.MILLISECONDS.sleep(250);
            if (leftNanos == 0 && coordinators.get(1).leadership().term().isPresent()) {
                leftNanos = System.nanoTime();
            }
        }

        assertThat(get(job).text("coordinator"))
                .isEqualTo(coordinators.get(0).url().toString());
        assertNothingWasLost(job);
    }

    private String launched() throws Exception {
        await().atMost(PATIENCE)
                .until(() -> get("/v1/disks").objects("disks", 99).size() == 12);
        Answer launched = new Wire(leader().orElseThrow())
                .post(
                        "/v1/deployments",
                        "{\"product\":\"wordcount\",\"disks\":1,\"forSeconds\":3600,\"arguments\":{\"input\":\"hdfs:///wait\"}}");
        assertThat(launched.status()).as(launched.body()).isEqualTo(201);
        String job = "/v1/deployments/" + launched.json().text("deployment");
        await().atMost(PATIENCE).until(() -> get(job).text("state").equals("running"));
        longest.values().forEach(each -> each.set(0));
        return job;
    }

    private void assertNothingWasLost(String job) throws Exception {
        assertThat(get(job).text("state")).isEqualTo("running");
        assertThat(failures).isEmpty();
        longest.forEach((node, nanos) -> {
            System.out.println(node + ": unheard for at most "
                    + Duration.ofNanos(nanos.get()).toMillis() + " ms");
            assertThat(Duration.ofNanos(nanos.get())).as("unheard: %s", node).isLessThan(SILENT);
        });
        assertThat(held).isNotEmpty();
        Map<String, String> holders = new HashMap<>();
        for (JsonObject lease : get("/v1/leases").objects("leases", 99)) {
            for (JsonObject disk : lease.objects("holds", 9)) {
                String name = disk.text("node") + " " + disk.texts("volumes", 9);
                assertThat(holders.put(name, lease.text("lease")))
                        .as("who else has %s", name)
                        .isNull();
            }
        }
        assertThat(holders).as("who was told to hold a disk does").containsAllEntriesOf(held);
    }
}
