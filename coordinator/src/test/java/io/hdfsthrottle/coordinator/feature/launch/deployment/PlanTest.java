package io.hdfsthrottle.coordinator.feature.launch.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan.Place;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan.Program;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PlanTest {
    private static final Identity IDENTITY = new Identity(
            List.of(URI.create("https://c1:9880")), Optional.of(Path.of("/etc/c1.pem")), "secret-of-c-1", "hash");

    private static Place place(int disks) {
        return place(disks, Map.of());
    }

    private static Place place(int disks, Map<String, String> registering) {
        List<String> directories = List.of("/d/1/c-1", "/d/2/c-1").subList(0, disks);
        return new Place("c-1", "/spark", "/spark/a.jar", directories, "10.0.0.7", 7077, "s", registering);
    }

    private static Map<String, String> registering(Order order, String plugin) {
        return IDENTITY.settings(order, Path.of("/spark"), Path.of(plugin), Path.of("/d/1/c-1/register.token"));
    }

    @Test
    void launchedApplication_registersAsTheLeaseholders_onThisHostAndOnYarn() {
        Order order = Orders.application("alice", 1);
        Place place = place(1, registering(order, "/opt/lib/spark/hdfs-throttle-spark-1.jar"));
        Yarn yarn = new Yarn(Path.of("/y"), Optional.empty(), Map.of("DS-1", "left"));
        for (Plan plan : List.of(Plan.of(order, place), Plan.onYarn(order, place, yarn, List.of("DS-1")))) {
            assertThat(plan.programs()).singleElement().satisfies(program -> assertThat(program.words())
                    .contains(
                            "spark.plugins=io.hdfsthrottle.spark.ThrottlePlugin",
                            "spark.jars=/opt/lib/spark/hdfs-throttle-spark-1.jar",
                            "spark.hdfs.throttle.coordinator=https://c1:9880",
                            "spark.hdfs.throttle.coordinator.tls.trust=/etc/c1.pem",
                            "spark.hdfs.throttle.start.wait=5s",
                            "spark.hdfs.throttle.tenant=default",
                            "spark.hdfs.throttle.token.file=/d/1/c-1/register.token")
                    .noneMatch(word -> word.contains("secret-of-c-1")));
        }
        assertThat(IDENTITY.toString()).doesNotContain("secret-of-c-1");
    }

    @Test
    void pluginAmongSparksOwnJars_isNotAddedAgain() {
        assertThat(registering(Orders.application("alice", 1), "/spark/jars/hdfs-throttle-spark-1.jar"))
                .containsKey("spark.plugins")
                .doesNotContainKey("spark.jars");
    }

    @Test
    void application_isOneSparkSubmit_onItsDisks() {
        Program program =
                Plan.of(Orders.application("alice", 2), place(2)).programs().get(0);
        assertThat(program.words())
                .startsWith("/spark/bin/spark-submit", "--master", "local[2]", "--name", "count-c-1")
                .containsSubsequence("--driver-memory", "1024m")
                .containsSubsequence("--conf", "spark.local.dir=/d/1/c-1,/d/2/c-1")
                .endsWith("--class", "org.Count", "/spark/a.jar", "hdfs:/in", "-v", "a", "b");
        assertThat(program.environment())
                .containsEntry("SPARK_LOCAL_DIRS", "/d/1/c-1,/d/2/c-1")
                .containsEntry("HADOOP_USER_NAME", "alice")
                .containsEntry("SPARK_LOCAL_IP", "10.0.0.7")
                .containsEntry("SPARK_LAUNCHER_OPTS", "-XX:-UsePerfData");
    }

    @Test
    void applicationOnYarn_isADriverHere_andExecutorsWithTheLabelOfItsDisks() {
        Yarn yarn = new Yarn(Path.of("/y"), Optional.of("etl"), Map.of("DS-1", "left", "DS-2", "right"));
        List<Program> programs = Plan.onYarn(Orders.application("alice", 1), place(1), yarn, List.of("DS-2"))
                .programs();
        assertThat(programs).hasSize(1);
        Program driver = programs.get(0);
        assertThat(driver.words())
                .startsWith("/spark/bin/spark-submit", "--master", "yarn", "--deploy-mode", "client")
                .containsSubsequence("--name", "count-c-1")
                .contains(
                        "spark.local.dir=/d/1/c-1",
                        "spark.driver.host=10.0.0.7",
                        "spark.executor.instances=1",
                        "spark.executor.cores=2",
                        "spark.executor.memory=1024m",
                        "spark.yarn.am.nodeLabelExpression=right",
                        "spark.yarn.executor.nodeLabelExpression=right",
                        "spark.yarn.jars=local:/spark/jars/*",
                        "spark.yarn.maxAppAttempts=1",
                        "spark.yarn.queue=etl",
                        "spark.yarn.tags=hdfs-throttle,c-1")
                .endsWith("--class", "org.Count", "/spark/a.jar", "hdfs:/in", "-v", "a", "b");
        assertThat(driver.environment())
                .containsEntry("HADOOP_CONF_DIR", "/y")
                .containsEntry("YARN_CONF_DIR", "/y")
                .containsEntry("HADOOP_USER_NAME", "alice")
                .containsEntry("SPARK_LOCAL_DIRS", "/d/1/c-1");
    }

    @Test
    void standaloneMaster_isAMasterAndWorkers_eachOnItsOwnDisks_forThoseWithTheSecret() {
        List<Program> programs = Plan.of(Orders.standalone(2, 1), place(2)).programs();
        assertThat(programs).hasSize(3);
        assertThat(programs.get(0).words())
                .containsSubsequence("org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "7077");
        assertThat(programs.get(1).environment()).containsEntry("SPARK_LOCAL_DIRS", "/d/1/c-1");
        assertThat(programs.get(2).environment()).containsEntry("SPARK_LOCAL_DIRS", "/d/2/c-1");
        assertThat(programs.get(2).words())
                .containsSubsequence("--cores", "2", "--memory", "1024m")
                .endsWith("spark://127.0.0.1:7077");
        assertThat(programs).allSatisfy(program -> {
            assertThat(program.environment()).containsEntry("_SPARK_AUTH_SECRET", "s");
            assertThat(program.environment().get("SPARK_DAEMON_JAVA_OPTS")).contains("-Dspark.authenticate=true");
            assertThat(program.words()).doesNotContain("s");
        });
    }

    @Test
    void progress_isWhatTheLogSaysLast() {
        assertThat(Progress.of("nothing")).isEmpty();
        assertThat(Progress.of("[Stage 1:====>      (3 + 2) / 10]\n[Stage 2:>  (0 + 2) / 7]"))
                .contains(new Progress(2, 0, 7));
        assertThat(Progress.of("25/11/25 13:00:00 INFO TaskSetManager: Finished task 1.0 in stage 3.0 (TID 9) in 5 ms"
                        + " on host (executor driver) (2/4)\nlater"))
                .contains(new Progress(3, 2, 4));
    }
}
