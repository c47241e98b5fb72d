package io.hdfsthrottle.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Coordinator;
import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.coordinator.Wire;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
final class MainTest {
    @TempDir
    private static Path folder;

    private static TestCluster cluster;
    private static Coordinator leader;

    private record Result(int code, String out, String err) {}

    @BeforeAll
    static void build() throws Exception {
        cluster = new TestCluster(folder);
        leader = cluster.leader();
    }

    @AfterAll
    static void tearDown() throws Exception {
        cluster.close();
    }

    private static Result run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err, true), arguments);
        return new Result(code, out.toString(), err.toString());
    }

    private static Result runOnLeader(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--coordinator");
        all.add(leader.url().toString());
        return run(all.toArray(String[]::new));
    }

    @Test
    void tenant_isSetListedAndDeleted() {
        assertThat(runOnLeader("tenants", "set", "gold", "--priority", "8", "--reservation", "20m"))
                .isEqualTo(new Result(0, "tenant gold: priority 8, reservation 20m, limit none\n", ""));
        assertThat(runOnLeader("tenants", "set", "gold", "--limit", "100m").out())
                .isEqualTo("tenant gold: priority 8, reservation 20m, limit 100m\n");
        assertThat(runOnLeader("tenants", "set", "gold", "--limit", "none").out())
                .isEqualTo("tenant gold: priority 8, reservation 20m, limit none\n");
        assertThat(runOnLeader("tenants", "set", "gold", "--short-circuit", "free")
                        .out())
                .isEqualTo("tenant gold: priority 8, reservation 20m, limit none, short circuit free\n");
        assertThat(runOnLeader("tenants", "set", "gold", "--priority", "8").out())
                .as("what is not named stays")
                .isEqualTo("tenant gold: priority 8, reservation 20m, limit none, short circuit free\n");
        assertThat(runOnLeader("tenants", "list").out()).isEqualTo("""
                        TENANT               PRIORITY  RESERVATION  LIMIT  SHORT CIRCUIT
                        default              1         0            none   tcp
                        gold                 8         20m          none   free
                        hdfs.balancer        1         0            none   tcp
                        hdfs.reconstruction  10        0            none   tcp
                        hdfs.recovery        10        0            none   tcp
                        hdfs.replication     10        0            none   tcp
                        """);
        assertThat(runOnLeader("tenants")).isEqualTo(runOnLeader("tenants", "list"));
        assertThat(runOnLeader("tenants", "delete", "gold")).isEqualTo(new Result(0, "tenant gold deleted\n", ""));
    }

    @Test
    void rule_isSetListedAndDeleted() {
        assertThat(runOnLeader("rules", "set", "etl", "--tenant", "default", "--user", "etl-*", "--position", "1"))
                .isEqualTo(new Result(0, "rule etl at position 1: default\n", ""));
        assertThat(runOnLeader("rules", "list").out()).isEqualTo("""
                        POSITION  RULE  MATCH       TENANT   HITS  LAST
                        1         etl   user=etl-*  default  0     never
                        """);
        assertThat(runOnLeader("rules", "delete", "etl").code()).isZero();
    }

    @Test
    void ruleThatIsChanged_keepsWhatIsNotNamed() {
        runOnLeader("rules", "set", "first", "--tenant", "default", "--user", "zoe");
        runOnLeader("rules", "set", "etl", "--tenant", "default", "--user", "etl-*", "--claims", "gold");

        assertThat(runOnLeader("rules", "set", "etl", "--application", "app-*").out())
                .isEqualTo("rule etl at position 2: default\n");
        assertThat(runOnLeader("rules", "list").out())
                .contains("2         etl    user=etl-* application=app-* claims=gold  default  0     never");
        assertThat(runOnLeader("rules", "set", "etl", "--claims", "none").code())
                .isZero();
        assertThat(runOnLeader("rules", "list").out())
                .contains("2         etl    user=etl-* application=app-*  default  0     never");

        assertThat(runOnLeader("rules", "set", "another", "--user", "x").err()).contains("needs --tenant");
        runOnLeader("rules", "delete", "etl");
        runOnLeader("rules", "delete", "first");
    }

    @Test
    void json_isTheCoordinatorsOwnAnswer() throws Exception {
        Wire wire = new Wire(leader);

        assertThat(runOnLeader("tenants", "list", "--json").out().strip())
                .isEqualTo(wire.get("/v1/tenants").body());
        assertThat(runOnLeader("rules", "list", "--json").out().strip())
                .isEqualTo(wire.get("/v1/rules").body());
        assertThat(runOnLeader("applications", "--json").out().strip())
                .isEqualTo(wire.get("/v1/applications").body());
        assertThat(runOnLeader("nodes", "--json").out().strip())
                .isEqualTo(wire.get("/v1/nodes").body());
        assertThat(runOnLeader("status", "--json").out()).contains("\"leading\":true");
    }

    @Test
    void dryRun_changesNothing() {
        assertThat(runOnLeader("tenants", "set", "silver", "--priority", "8", "--dry-run")
                        .out())
                .endsWith("(dry run: nothing was changed)\n");
        assertThat(runOnLeader("tenants", "list").out()).doesNotContain("silver");
    }

    @Test
    void follower_isFollowedToTheLeader_ifThatAddressWasGiven() throws Exception {
        Coordinator follower = cluster.coordinator();
        await().until(() -> follower.leadership().leader().isPresent());

        Result listed = run("tenants", "list", "--coordinator", follower.url() + "," + leader.url());
        assertThat(listed.code()).isZero();

        Result stranger = run("tenants", "list", "--coordinator", follower.url().toString());
        assertThat(stranger.code()).isEqualTo(1);
        assertThat(stranger.err()).contains(leader.url() + " leads and is not among the addresses given");
        assertThat(run("status", "--coordinator", follower.url().toString()).out())
                .contains(leader.url().toString());
    }

    @Test
    void addressThatIsNone_isLeftOutIfAnotherIsGood() {
        Result listed = run("tenants", "list", "--coordinator", "http://my_host:9880," + leader.url());
        assertThat(listed.code()).isZero();
        assertThat(listed.err().lines()).hasSize(1);
        assertThat(listed.err()).contains("--coordinator: 'http://my_host:9880' is no address", "left out");
        assertThat(run("tenants", "list", "--coordinator", "http://my_host:9880")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void refusal_isOneLine() {
        Result refused = runOnLeader("tenants", "set", "gold\u001b[2J", "--priority", "800");

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err().lines()).hasSize(1);
        assertThat(refused.err()).startsWith("hdfs-throttle: ").doesNotContain("\u001b");
        assertThat(runOnLeader("tenants", "set", "new").err()).contains("needs --priority");
        assertThat(runOnLeader("tenants", "delete", "default").err()).contains("built in");
    }

    @Test
    void coordinatorThatIsNotThere_isNamed() {
        Result refused = run("status", "--coordinator", "http://127.0.0.1:1");

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .isEqualTo("hdfs-throttle: no coordinator answers at [http://127.0.0.1:1];"
                        + " start one, or say where with --coordinator\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tenant", "tenants set", "rules set", "zookeeper", "status --what", "coordinator x"})
    void wrongUsage_isTold(String arguments) {
        Result refused = run(arguments.split(" ", -1));

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err().lines()).hasSize(1);
        assertThat(refused.err()).startsWith("hdfs-throttle: ");
    }

    @Test
    void badSettings_areRefusedInOneLine() throws Exception {
        Path file = Files.writeString(folder.resolve("bad.properties"), "listen.port = 9880\nlisten.prot = 1\n");

        Result unknown = run("coordinator", "--config", file.toString());
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("unknown key listen.prot", file.toString());
        assertThat(unknown.err().lines()).hasSize(1);
        assertThat(run("coordinator", "--config", "nowhere.properties").err()).contains("nowhere.properties");
        assertThat(run("coordinator", "--set", "listen.port=x").code()).isEqualTo(2);
        assertThat(run("coordinator", "--embedded-zookeeper", folder.toString(), "--set", "zookeeper.connect=zk1:2181")
                        .err())
                .contains("zk1:2181", "127.0.0.1:2181");
    }

    @Test
    void takenPort_isToldInOneLine() {
        Result refused = run(
                "coordinator",
                "--set",
                "listen.port=" + leader.url().getPort(),
                "--set",
                "signing.keys.file=" + folder.resolve("signing.keys"));

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .contains("cannot listen on 127.0.0.1:" + leader.url().getPort());
        assertThat(refused.err().lines()).hasSize(1);
    }

    @Test
    void help_namesTheCommands() {
        Result help = run("--help");

        assertThat(help.code()).isZero();
        assertThat(help.out())
                .contains("coordinator", "zookeeper", "tenants", "rules", "applications", "nodes", "status");
    }
}
