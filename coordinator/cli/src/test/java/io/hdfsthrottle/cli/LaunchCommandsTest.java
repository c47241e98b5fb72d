package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LaunchCommandsTest {
    private static final String BOUNDS = "{\"least\":1,\"most\":4,\"otherwise\":1}";
    private static final String PRODUCTS =
            "{\"on\":true,\"products\":[{\"product\":\"wordcount\",\"title\":\"WordCount\",\"kind\":\"application\","
                    + "\"role\":\"register\",\"versions\":[{\"version\":\"spark\"},{\"version\":\"old\",\"trouble\":\"no jar\"}],"
                    + "\"form\":{\"disks\":" + BOUNDS + ",\"nodes\":" + BOUNDS + ",\"cores\":" + BOUNDS
                    + ",\"memory\":{\"least\":\"512m\",\"most\":\"8g\",\"otherwise\":\"1g\"},"
                    + "\"arguments\":[{\"name\":\"input\",\"title\":\"a file\",\"pattern\":\".*\",\"example\":\"hdfs:///t\"}]}}]}";
    private static final String DEPLOYMENT =
            "{\"deployment\":\"c-1\",\"product\":\"wordcount\",\"version\":\"spark\",\"state\":\"running\",\"user\":\"alice\","
                    + "\"tenant\":\"etl\",\"disks\":2,\"nodes\":1,\"cores\":2,\"memory\":\"1g\",\"arguments\":{},"
                    + "\"lease\":\"lease-7\",\"asked\":0,\"changed\":1,\"until\":60";

    private ScriptedCoordinator coordinator;

    @BeforeEach
    void start() throws Exception {
        coordinator = new ScriptedCoordinator();
    }

    @AfterEach
    void stop() {
        coordinator.close();
    }

    @Test
    void products_areListed_withWhatIsAsked() {
        coordinator.then(200, "", PRODUCTS).then(200, "", "{\"on\":false,\"products\":[]}");
        assertThat(coordinator.run("products")).isEqualTo("""
                0 wordcount: WordCount
                  version spark
                  version old, cannot be launched: no jar
                  --disks 1 to 4, else 1
                  --nodes 1 to 4, else 1
                  --cores 1 to 4, else 1
                  --memory 512m to 8g, else 1g
                  --argument input=hdfs:///t: a file
                """);
        assertThat(coordinator.run("products")).contains("launch = on");
    }

    @Test
    void launch_saysWhatItStarted() {
        coordinator.then(201, "", DEPLOYMENT + "}").then(409, "", "{\"detail\":\"no disks\"}");
        assertThat(coordinator.run(
                        "launch", "wordcount", "--disks", "2", "--for", "8h", "--argument", "input=hdfs:///t=1"))
                .isEqualTo("0 c-1: wordcount running, for alice, 2 disks of lease-7, since 1970-01-01T00:00:00Z,"
                        + " until 1970-01-01T00:01:00Z at the latest\n");
        assertThat(coordinator.run("launch", "wordcount", "--product-version", "old"))
                .startsWith("1 ")
                .contains("no disks");
        assertThat(coordinator.requests().get(0))
                .startsWith("POST /v1/deployments ")
                .endsWith("{\"product\":\"wordcount\",\"disks\":2,\"forSeconds\":28800,"
                        + "\"arguments\":{\"input\":\"hdfs:///t=1\"}}");
        assertThat(coordinator.requests().get(1)).endsWith("{\"product\":\"wordcount\",\"version\":\"old\"}");
    }

    @Test
    void deployments_areListed_shownWithTheirLog_endedAndForgotten() {
        String whole = DEPLOYMENT
                + ",\"progress\":{\"stage\":1,\"done\":3,\"tasks\":8},\"contact\":{\"master\":\"spark://m\"},"
                + "\"log\":[\"one\",\"two\\u001b[31m\"]}";
        coordinator
                .then(200, "", "{\"on\":true,\"deployments\":[" + DEPLOYMENT + "}]}")
                .then(200, "", whole)
                .then(202, "", (DEPLOYMENT + ",\"why\":\"destroyed on request\"}").replace("running", "ending"))
                .then(204, "", "");
        assertThat(coordinator.run("deployments", "list")).startsWith("0 c-1: wordcount running");
        assertThat(coordinator.run("deployments", "show", "c-1", "--lines", "2"))
                .contains("stage 1: 3 of 8 tasks\n  master: spark://m\n  | one\n  | two?[31m\n");
        assertThat(coordinator.run("deployments", "end", "c-1")).contains("ending (destroyed on request)");
        assertThat(coordinator.run("deployments", "delete", "c-1")).isEqualTo("0 deployment c-1 forgotten\n");
        assertThat(coordinator.requests().get(1)).startsWith("GET /v1/deployments/c-1?lines=2 ");
        assertThat(coordinator.requests().get(2)).startsWith("POST /v1/deployments/c-1/end ");
        assertThat(coordinator.requests().get(3)).startsWith("DELETE /v1/deployments/c-1 ");
    }
}
