package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AppointmentCommandsTest {
    private ScriptedCoordinator coordinator;

    @BeforeEach
    void start() throws Exception {
        coordinator = new ScriptedCoordinator();
    }

    @AfterEach
    void stop() {
        coordinator.close();
    }

    private static String made(String answer, int seconds) {
        return "{\"appointment\":12,\"application\":\"app-1\",\"tenant\":\"etl\",\"bytes\":500000000,\"answer\":\""
                + answer + "\",\"startSeconds\":" + seconds + ",\"lengthSeconds\":7,\"bytesPerSecond\":75000000}";
    }

    @Test
    void appointment_saysWhenToBegin() {
        coordinator.then(201, "", made("now", 0)).then(201, "", made("wait", 3));
        assertThat(coordinator.run("appointment", "--app", "app-1", "--bytes", "500MB", "--within", "20s"))
                .isEqualTo("0 application app-1: begin now; appointment 12 for 500 MB, 7 s at 75 MB/s\n");
        assertThat(coordinator.run(
                        "appointment",
                        "--app",
                        "app-1",
                        "--bytes",
                        "0.5 GB",
                        "--within",
                        "20s",
                        "--patience",
                        "5s",
                        "--nodes",
                        "dn1:9866,dn2:9866",
                        "--dry-run"))
                .contains("wait 3 s, then begin", "dry run");
        assertThat(coordinator.requests())
                .first()
                .asString()
                .startsWith("POST /v1/appointments ")
                .contains("\"application\":\"app-1\"", "\"bytes\":500000000", "\"deadlineSeconds\":20");
        assertThat(coordinator.requests())
                .last()
                .asString()
                .startsWith("POST /v1/appointments?dryrun=true ")
                .contains("\"bytes\":500000000", "\"patienceSeconds\":5", "\"nodes\":[\"dn1:9866\",\"dn2:9866\"]");
    }

    @Test
    void appointment_isEndedByItsNumber() {
        coordinator.then(204, "", "");
        assertThat(coordinator.run("appointment", "--end", "12")).isEqualTo("0 appointment 12 is over\n");
        assertThat(coordinator.requests()).singleElement().asString().startsWith("DELETE /v1/appointments/12 ");
    }

    @Test
    void wronglyAsked_isToldWhatWouldBeGood() {
        assertThat(coordinator.run("appointment", "--app", "app-1"))
                .startsWith("2 ")
                .contains("--bytes 500MB --within 20s");
        assertThat(coordinator.run("appointment", "--app", "a", "--bytes", "many", "--within", "20s"))
                .startsWith("2 ")
                .contains("--bytes", "500MB");
        assertThat(coordinator.run("appointment", "--end", "12", "--app", "a")).startsWith("2 ");
        assertThat(coordinator.run("appointment", "--end", "../tenants/gold"))
                .startsWith("2 ")
                .contains("--end");
        assertThat(coordinator.requests()).isEmpty();
    }

    @Test
    void appointments_areALineEach_orSaidToBeOff() {
        String begun =
                "{\"appointment\":1,\"application\":\"a\",\"tenant\":\"etl\",\"bytes\":1500000,\"state\":\"begun\","
                        + "\"startSeconds\":0,\"leftSeconds\":4,\"bytesPerSecond\":9,\"servedBytes\":7}";
        String waiting = begun.replace("begun", "waiting").replace("\"startSeconds\":0", "\"startSeconds\":9");
        coordinator
                .then(200, "", "{\"on\":true,\"appointments\":[" + begun + "," + waiting + "]}")
                .then(200, "", "{\"on\":true,\"appointments\":[]}")
                .then(200, "", "{\"on\":false,\"appointments\":[]}");
        assertThat(coordinator.run("appointments").lines())
                .containsExactly(
                        "0 appointment 1 of a, tenant etl: 1.5 MB, begun, 7 B served, 4 s left",
                        "appointment 1 of a, tenant etl: 1.5 MB, begins within 9 s");
        assertThat(coordinator.run("appointments")).isEqualTo("0 no appointments\n");
        assertThat(coordinator.run("appointments")).contains("appointment = on");
    }
}
