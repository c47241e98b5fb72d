package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CreditCommandsTest {
    private ScriptedCoordinator coordinator;

    @BeforeEach
    void start() throws Exception {
        coordinator = new ScriptedCoordinator();
    }

    @AfterEach
    void stop() {
        coordinator.close();
    }

    private static String standing(double credits, String level, long yieldSeconds, long boostSeconds) {
        return "{\"tenant\":\"etl\",\"credits\":" + credits + ",\"level\":" + level + ",\"yieldSeconds\":"
                + yieldSeconds + ",\"daily\":[],\"boostSeconds\":" + boostSeconds + "}";
    }

    @Test
    void yield_saysHowFarAndForHowLong() {
        coordinator.then(200, "", standing(0, "\"low\"", 28_800, 0));
        assertThat(coordinator.run("yield", "low", "--tenant", "etl", "--for", "8h"))
                .isEqualTo("0 tenant etl: 0 credits, yields low for 28800 s more\n");
        assertThat(coordinator.requests())
                .singleElement()
                .asString()
                .startsWith("PUT /v1/tenants/etl/yield ")
                .contains("\"level\":\"low\"", "\"yieldSeconds\":28800");
    }

    @Test
    void yieldOff_endsIt() {
        coordinator.then(204, "", "");
        assertThat(coordinator.run("yield", "off", "--tenant", "etl"))
                .isEqualTo("0 tenant etl does not step back any more\n");
        assertThat(coordinator.requests()).singleElement().asString().startsWith("DELETE /v1/tenants/etl/yield ");
    }

    @Test
    void yieldWithoutATime_isWronglyAsked() {
        assertThat(coordinator.run("yield", "low", "--tenant", "etl"))
                .startsWith("2 ")
                .contains("--for", "8h");
        assertThat(coordinator.run("yield", "off", "--tenant", "etl", "--for", "8h"))
                .startsWith("2 ")
                .contains("--for");
        assertThat(coordinator.requests()).isEmpty();
    }

    @Test
    void yieldAtATimeOfTheDay_namesItsZone() {
        coordinator.then(
                200,
                "",
                standing(0, "\"lowest\"", 60, 0)
                        .replace(
                                "[]",
                                "[{\"level\":\"lowest\",\"from\":\"22:00\",\"until\":\"06:00\",\"zone\":\"Europe/Zurich\"}]"));
        assertThat(coordinator.run(
                        "yield", "lowest", "--tenant", "etl", "--daily", "22:00-06:00", "--zone", "Europe/Zurich"))
                .isEqualTo("0 tenant etl: 0 credits, yields lowest for 60 s more,"
                        + " daily lowest from 22:00 to 06:00 Europe/Zurich\n");
        assertThat(coordinator.requests())
                .singleElement()
                .asString()
                .startsWith("PUT /v1/tenants/etl/yield ")
                .contains("\"from\":\"22:00\"", "\"until\":\"06:00\"", "\"zone\":\"Europe/Zurich\"");
        for (String wrong : List.of(
                "yield low --tenant etl --daily 22:00-06:00",
                "yield low --tenant etl --for 8h --zone UTC",
                "yield low --tenant etl --for 8h --daily 22:00-06:00 --zone UTC",
                "yield low --tenant etl --daily 22:00 --zone UTC",
                "yield off --tenant etl --daily 22:00-06:00 --zone UTC")) {
            assertThat(coordinator.run(wrong.split(" "))).startsWith("2 ").contains("--daily");
        }
        assertThat(coordinator.requests()).hasSize(1);
    }

    @Test
    void boost_buysSeconds_orSaysWhatIsMissing() {
        coordinator
                .then(200, "", standing(0.5, "null", 0, 300))
                .then(409, "", "{\"detail\":\"7499.5 credits are missing\"}");
        assertThat(coordinator.run("boost", "--tenant", "etl", "--for", "1s"))
                .isEqualTo("0 tenant etl: 0.5 credits, high priority for 300 s more\n");
        assertThat(coordinator.run("boost", "--tenant", "etl", "--for", "5m"))
                .startsWith("1 ")
                .contains("7499.5 credits are missing");
        assertThat(coordinator.requests())
                .allSatisfy(asked -> assertThat(asked).startsWith("POST /v1/tenants/etl/boost "));
        assertThat(coordinator.requests().get(0)).contains("{\"boostSeconds\":1}");
    }

    @Test
    void credits_areALineATenant_orSaidToBeOff() {
        coordinator
                .then(200, "", "{\"on\":true,\"tenants\":[" + standing(90_000, "\"idle\"", 5, 0) + "]}")
                .then(200, "", "{\"on\":false,\"tenants\":[]}");
        assertThat(coordinator.run("credits")).isEqualTo("0 tenant etl: 90000 credits, yields idle for 5 s more\n");
        assertThat(coordinator.run("credits")).contains("credit = on");
    }
}
