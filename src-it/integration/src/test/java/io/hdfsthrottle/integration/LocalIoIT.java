package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Lease;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.localio.ExecutorClaim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * From executors of a real Spark over the driver and the coordinator to the DataNode on the same machine, and what
 * people see of it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LocalIoIT {

    private static final String GREEDY = "greedy";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    static final SharedCluster HDFS = new SharedCluster();

    private SparkSite spark;

    @BeforeAll
    void start() {
        spark = SparkSite.shared();
    }

    @SuppressWarnings("unchecked")
    private List<String> states(boolean greedy) throws IOException {
        List<String> states = new ArrayList<>();
        for (Map<String, Object> node :
                (List<Map<String, Object>>) HDFS.coordinator().get("/v1/nodes").get("nodes")) {
            for (Map<String, Object> executor : (List<Map<String, Object>>) node.get("executors")) {
                if (greedy == GREEDY.equals(executor.get("application"))) {
                    states.add(executor.get("tenant") + " " + executor.get("state"));
                }
            }
        }
        return states;
    }

    @SuppressWarnings("unchecked")
    private static List<Long> readOnHdfs(Object application) throws IOException {
        List<Map<String, Object>> executors = (List<Map<String, Object>>) HDFS.coordinator()
                .get("/v1/applications/" + application + "/executors")
                .get("executors");
        return executors.stream()
                .map(each -> (Map<String, Object>) each.get("hdfs"))
                .map(hdfs -> ((Number) hdfs.get("readBytes")).longValue())
                .collect(Collectors.toList());
    }

    @Test
    void executorsOnTheMachine_areChargedToTheirTenant_asLongAsTheyRun() throws Exception {
        Path until = spark.folder("until").resolve("end");
        SparkRun run = spark.submit(
                Placement.TWO_EXECUTORS,
                HDFS.nameNode(),
                new Submission(
                        "steady",
                        "io.hdfsthrottle.jobs.SteadyReadJob",
                        Map.of(
                                "spark.hdfs.throttle.tenant",
                                "gold",
                                "spark.hdfs.throttle.coordinator",
                                HDFS.url().toString()),
                        spark.plugin(),
                        Map.of("file", HDFS.path("steady"), "bytes", "1024", "tasks", "2", "until", until.toString())));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(states(false)).containsExactly("gold charged", "gold charged"));
        await("what the application and each of its executors moved on HDFS")
                .atMost(PATIENCE)
                .untilAsserted(() -> {
                    Map<String, Object> application = HDFS.application("steady").orElseThrow();
                    assertThat(((Number) application.get("bytes")).longValue()).isPositive();
                    assertThat(((Number) application.get("bytesPerSecond")).longValue())
                            .isPositive();
                    assertThat(readOnHdfs(application.get("application")))
                            .hasSize(2)
                            .allMatch(bytes -> bytes > 0);
                });
        Files.createFile(until);
        run.driver().awaitSuccess(PATIENCE);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(states(false)).isEmpty());
    }

    @Test
    void applicationThatClaimsTheDataNode_isRefused() throws Exception {
        long pid = HDFS.cluster().dataNode().process().pid();
        String machine =
                Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).trim();
        try (HttpLink link = new HttpLink(List.of(HDFS.url()), Duration.ofSeconds(5), Credential.NONE)) {
            Lease lease = link.register(Registration.of(GREEDY, GREEDY, "alice", "gold"));
            assertThat(link.claim(lease, List.of(ExecutorClaim.of("1", machine, pid, 1, List.of()))))
                    .isTrue();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(states(true)).containsExactly("gold refused"));
            link.withdraw(lease);
        }
    }
}
