package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ExplainCommandTest {
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
    void application_isExplainedInOneSentence() {
        coordinator.then(200, "", "{\"sentence\":\"app-1 has not waited for bandwidth.\"}");
        assertThat(coordinator.run("explain", "app-1")).isEqualTo("0 app-1 has not waited for bandwidth.\n");
        assertThat(coordinator.requests()).singleElement().asString().startsWith("GET /v1/applications/app-1/explain ");
    }

    @Test
    void factorsOfTheWeight_areASecondLine_whereThereAreSome() {
        coordinator.then(
                200, "", "{\"sentence\":\"s.\",\"weight\":\"weight of gold: 4 = base 8 x history 1 x credit 0.5\"}");
        assertThat(coordinator.run("explain", "app-1"))
                .isEqualTo("0 s.\nweight of gold: 4 = base 8 x history 1 x credit 0.5\n");
    }
}
