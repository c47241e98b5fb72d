package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TiersCommandTest {
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
    void tiers_areListedWithWhyTheyWait() {
        coordinator.then(
                200,
                "",
                "{\"on\":true,\"quiet\":false,\"contention\":0.5,\"tiers\":["
                        + "{\"tenant\":\"etl\",\"tier\":\"temporary\",\"path\":\"/tmp/etl\",\"policy\":\"ALL_SSD\","
                        + "\"next\":\"ONE_SSD\",\"quotaBytes\":10000000000,\"usedBytes\":9000000,\"files\":7,\"waitingFiles\":2,"
                        + "\"waitingBytes\":3000000,\"movingBytes\":0,\"movedBytes\":0,\"state\":\"waiting\","
                        + "\"why\":\"the disks are busy\"},"
                        + "{\"tenant\":\"gold\",\"tier\":\"stable\",\"path\":\"/gold\",\"policy\":\"ONE_SSD\","
                        + "\"next\":\"HOT\",\"waitingFiles\":0,\"waitingBytes\":0,\"movingBytes\":0,\"movedBytes\":0,"
                        + "\"state\":\"scanning\"}]}");
        assertThat(coordinator.run("tiers"))
                .containsPattern(
                        "etl +temporary +/tmp/etl +ALL_SSD +ONE_SSD +10000 +9 +3 +0 +waiting \\(the disks are busy\\)\n")
                .containsPattern("gold +stable +/gold +ONE_SSD +HOT +- +- +0 +0 +scanning\n");
        assertThat(coordinator.requests().get(0)).startsWith("GET /v1/tiers?limit=1000 ");
    }

    @Test
    void tiersThatAreOff_saySo() {
        coordinator.then(200, "", "{\"on\":false,\"quiet\":false,\"tiers\":[]}");
        assertThat(coordinator.run("tiers")).contains("tiers = on");
    }

    @Test
    void set_sendsWhatIsGiven_andSaysWhatIs() {
        coordinator.then(
                200,
                "",
                "{\"tenant\":\"etl\",\"temporary\":{\"path\":\"/tmp/etl\",\"policy\":\"ALL_SSD\",\"next\":\"HOT\","
                        + "\"afterSeconds\":3600}}");
        assertThat(coordinator.run(
                        "tiers", "set", "etl", "--temporary", "/tmp/etl", "--temporary-after", "1h", "--dry-run"))
                .isEqualTo("0 etl has temporary files in /tmp/etl by ALL_SSD for 3600 s, then HOT"
                        + " (dry run: nothing was changed)\n");
        assertThat(coordinator.requests().get(0))
                .startsWith("PUT /v1/tenants/etl/tiers?dryrun=true ")
                .endsWith("{\"temporary\":{\"path\":\"/tmp/etl\",\"afterSeconds\":3600}}");
    }

    @Test
    void setWithHalfOfIt_saysWhatIsMissing() {
        assertThat(coordinator.run("tiers", "set", "etl")).startsWith("2 ").contains("--temporary or --stable");
        assertThat(coordinator.run("tiers", "set", "etl", "--stable-quota", "1t"))
                .startsWith("2 ")
                .contains("--stable: name the folder");
        assertThat(coordinator.run("tiers", "set", "etl", "--stable", "/gold"))
                .startsWith("2 ")
                .contains("--stable-after");
        assertThat(coordinator.requests()).isEmpty();
    }

    @Test
    void clear_endsThem() {
        coordinator.then(204, "", "");
        assertThat(coordinator.run("tiers", "clear", "etl")).isEqualTo("0 etl has no tiers\n");
        assertThat(coordinator.requests().get(0)).startsWith("DELETE /v1/tenants/etl/tiers ");
    }
}
