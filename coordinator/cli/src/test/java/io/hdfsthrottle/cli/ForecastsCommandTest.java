package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ForecastsCommandTest {
    private ScriptedCoordinator coordinator;

    @BeforeEach
    void start() throws Exception {
        coordinator = new ScriptedCoordinator();
    }

    @AfterEach
    void stop() {
        coordinator.close();
    }

    private static String accuracy(double skill) {
        return "{\"judged\":100,\"errorBytesPerSecond\":1,\"naiveBytesPerSecond\":2,\"skill\":" + skill
                + ",\"influence\":0}";
    }

    private static String forecast(String next, String model) {
        return "{\"tenant\":\"etl\",\"sessionSeconds\":3,\"ioClass\":\"light\",\"bytesPerSecond\":50000000,\"nextBytesPerSecond\":"
                + next
                + ",\"stretchBytesPerSecond\":" + next + ",\"model\":" + model + ",\"ofNext\":" + accuracy(0.25)
                + ",\"ofStretch\":"
                + accuracy(0) + ",\"ofAhead\":" + accuracy(-0.5) + ",\"influence\":1,\"turn\":true,\"factor\":1.4142}";
    }

    @Test
    void forecasts_areARowATenant_withTheirSkill() {
        coordinator.then(
                200, "", "{\"on\":true,\"samples\":9,\"tenants\":[" + forecast("42500000", "\"(1,0,0)\"") + "]}");
        assertThat(coordinator.run("forecasts"))
                .containsPattern(
                        "etl +50\\.0 +light +1\\.00 +42\\.5 +42\\.5 +\\(1,0,0\\) +0\\.25 0\\.00 -0\\.50 +yes +1\\.41");
        assertThat(coordinator.requests()).singleElement().asString().startsWith("GET /v1/forecasts");
    }

    @Test
    void beforeThereAreAny_dashesStandForThem() {
        coordinator.then(200, "", "{\"on\":true,\"samples\":9,\"tenants\":[" + forecast("null", "null") + "]}");
        assertThat(coordinator.run("forecasts")).containsPattern("light +1\\.00 +- +- +- ");
    }

    @Test
    void off_isSaid() {
        coordinator.then(200, "", "{\"on\":false,\"samples\":0,\"tenants\":[]}");
        assertThat(coordinator.run("forecasts")).contains("forecast = on");
    }
}
