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
import io.hdfsthrottle.testkit.cluster.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * From executors of a real Spark over the driver and the coordinator to the DataNode on the same machine, and what
 * people see of it.
 */
@Tag("alone")
@ParameterizedClass(name = "Spark {0}, Hadoop {1}")
@MethodSource(Versions.LAST_PAIR)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LocalIoIT {

    private static final String GREEDY = "greedy";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Parameter(0)
    private String sparkVersion;

    @Parameter(1)
    private String hadoopVersion;

    private Cluster cluster;
    private SparkSite spark;

    @BeforeParameterizedClassInvocation
    void start() throws IOException {
        cluster = Cluster.start(
                RigFolders.folder("local-io-" + sparkVersion),
                hadoopVersion,
                Map.of(
                        "hdfs.throttle.executors",
                        "charge",
                        "hdfs.throttle.executors.users",
                        System.getProperty("user.name")));
        cluster.coordinator().putTenant("gold", 4);
        spark = SparkSite.version(sparkVersion);
    }

    @AfterParameterizedClassInvocation
    void stop() {
        spark.close();
        cluster.close();
    }

    @SuppressWarnings("unchecked")
    private List<String> states(boolean greedy) throws IOException {
        List<String> states = new ArrayList<>();
        for (Map<String, Object> node : (List<Map<String, Object>>)
                cluster.coordinator().get("/v1/nodes").get("nodes")) {
            for (Map<String, Object> executor : (List<Map<String, Object>>) node.get("executors")) {
                if (greedy == GREEDY.equals(executor.get("application"))) {
                    states.add(executor.get("tenant") + " " + executor.get("state"));
                }
            }
        }
        return states;
    }

    @Test
    void executorsOnTheMachine_areChargedToTheirTenant_asLongAsTheyRun() throws Exception {
        Path until = spark.folder("until").resolve("end");
        SparkRun run = spark.submit(
                Placement.TWO_EXECUTORS,
                cluster.nameNode(),
                new Submission(
                        "steady",
                        "io.hdfsthrottle.jobs.SteadyReadJob",
                        Map.of(
                                "spark.hdfs.throttle.tenant",
                                "gold",
                                "spark.hdfs.throttle.coordinator",
                                cluster.coordinator().url().toString()),
                        spark.plugin(),
                        Map.of("file", "/steady", "bytes", "1024", "tasks", "2", "until", until.toString())));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(states(false)).containsExactly("gold charged", "gold charged"));
        Files.createFile(until);
        run.driver().awaitSuccess(PATIENCE);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(states(false)).isEmpty());
    }

    @Test
    void applicationThatClaimsTheDataNode_isRefused() throws Exception {
        long pid = cluster.dataNode().process().pid();
        String machine =
                Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).trim();
        try (HttpLink link =
                new HttpLink(List.of(cluster.coordinator().url()), Duration.ofSeconds(5), Credential.NONE)) {
            Lease lease = link.register(Registration.of(GREEDY, GREEDY, "alice", "gold"));
            assertThat(link.claim(lease, List.of(ExecutorClaim.of("1", machine, pid, 1, List.of()))))
                    .isTrue();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(states(true)).containsExactly("gold refused"));
            link.withdraw(lease);
        }
    }
}
