package io.hdfsthrottle.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.Coordinator;
import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.coordinator.Wire;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class NodesCommandTest {

    private static final String REPORT = """
            {"node":"dn1:9866","epoch":1,"sequence":0,"state":"pacing","volumes":[
              {"volume":"DS-1","tenants":[],"coverage":[
                {"path":"reads","coveredBy":["pacing","blkio backstop"],"reason":""},
                {"path":"shortCircuit","coveredBy":[],"reason":"pacing: not asked"}]},
              {"volume":"DS-2","tenants":[]}]}
            """;

    @TempDir
    private Path folder;

    @Test
    void node_isShownWithWhatCoversItsVolumes() throws Exception {
        try (TestCluster cluster = new TestCluster(folder)) {
            Coordinator leader = cluster.leader();
            assertThat(new Wire(leader).post("/v1/nodes/dn1:9866/usage", REPORT).status())
                    .isEqualTo(204);
            assertThat(run(leader, "nodes")).contains("READS HELD BY").contains("pacing, blkio backstop");
            assertThat(run(leader, "nodes", "show", "dn1:9866")).isEqualTo("""
                    VOLUME  PATH          HELD BY                 WHY NOT MORE
                    DS-1    reads         pacing, blkio backstop
                    DS-1    shortCircuit  nobody                  pacing: not asked
                    """);
            assertThat(run(leader, "nodes", "show", "dn9")).contains("No report of node dn9");
        }
    }

    @Test
    void nodesThatAreWaitedFor_areCountedWhenTheyPace() throws Exception {
        try (TestCluster cluster = new TestCluster(folder)) {
            Coordinator leader = cluster.leader();
            assertThat(code(leader, "nodes", "--at-least", "1")).isEqualTo(1);
            CompletableFuture<Integer> waiting =
                    CompletableFuture.supplyAsync(() -> code(leader, "nodes", "--at-least", "1", "--wait", "30"));
            assertThat(new Wire(leader)
                            .post(
                                    "/v1/nodes/dn1:9866/usage",
                                    REPORT.replace("\"state\":\"pacing\"", "\"state\":\"passing\""))
                            .status())
                    .isEqualTo(204);
            assertThat(code(leader, "nodes", "--at-least", "1")).isEqualTo(1);
            assertThat(waiting).isNotDone();
            assertThat(new Wire(leader).post("/v1/nodes/dn1:9866/usage", REPORT).status())
                    .isEqualTo(204);
            assertThat(waiting.get(40, TimeUnit.SECONDS)).isZero();
            String inShadow = REPORT.replace("dn1:9866", "dn2:9866")
                    .replace("\"state\":\"pacing\"", "\"state\":\"passing\",\"mode\":\"shadow\"");
            assertThat(new Wire(leader)
                            .post("/v1/nodes/dn2:9866/usage", inShadow)
                            .status())
                    .isEqualTo(204);
            assertThat(code(leader, "nodes", "--at-least", "2"))
                    .as("it passes as it is told")
                    .isZero();
            assertThat(code(leader, "nodes", "--at-least", "3")).isEqualTo(1);
            assertThat(code(leader, "status", "--wait", "1")).isZero();
        }
    }

    private static int code(Coordinator leader, String... arguments) {
        StringWriter said = new StringWriter();
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--coordinator", leader.url().toString()));
        return Main.run(new PrintWriter(said), new PrintWriter(said, true), all.toArray(String[]::new));
    }

    private static String run(Coordinator leader, String... arguments) {
        StringWriter said = new StringWriter();
        String[] all = new String[arguments.length + 2];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = "--coordinator";
        all[arguments.length + 1] = leader.url().toString();
        int unused = Main.run(new PrintWriter(said), new PrintWriter(said, true), all);
        return said.toString();
    }
}
