package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class FindingsCommandTest {
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
    void finding_isALine_andNoneIsSaid() {
        coordinator
                .then(
                        200,
                        "",
                        "{\"findings\":[{\"kind\":\"rule-unmatched\",\"subject\":\"etl\",\"since\":1795521600,"
                                + "\"detail\":\"Rule etl has matched nobody.\"}],\"next\":null}")
                .then(200, "", "{\"findings\":[],\"next\":null}");
        assertThat(coordinator.run("findings"))
                .isEqualTo("0 2026-11-24T12:00:00Z  rule-unmatched  Rule etl has matched nobody.\n");
        assertThat(coordinator.run("findings")).isEqualTo("0 Everything is as promised.\n");
        assertThat(coordinator.requests().get(0)).startsWith("GET /v1/findings");
    }

    @Test
    void status_saysHowManyThereAre_andNothingWithoutAny() {
        String status = "{\"cluster\":\"c\",\"self\":\"http://a\",\"leader\":\"http://a\",\"leading\":true,"
                + "\"epoch\":1,\"version\":\"1.1\",\"mode\":null,\"findings\":";
        coordinator.then(200, "", status + "2}").then(200, "", status + "0}");
        assertThat(coordinator.run("status")).contains("2 not as promised; hdfs-throttle findings says what");
        assertThat(coordinator.run("status")).doesNotContain("promised");
    }
}
