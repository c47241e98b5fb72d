package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ModeCommandsTest {
    private ScriptedCoordinator coordinator;

    @BeforeEach
    void start() throws Exception {
        coordinator = new ScriptedCoordinator();
    }

    @AfterEach
    void stop() {
        coordinator.close();
    }

    private static String set(String of, String name, String mode) {
        return "{\"of\":\"" + of + "\",\"name\":" + name + ",\"mode\":\"" + mode + "\"}";
    }

    @Test
    void killSwitch_isThreeWords() {
        coordinator.then(200, "", set("cluster", "null", "off"));
        assertThat(coordinator.run("mode", "off")).isEqualTo("0 mode of the cluster: off\n");
        assertThat(coordinator.requests())
                .singleElement()
                .asString()
                .startsWith("PUT /v1/modes/cluster ")
                .endsWith("{\"mode\":\"off\"}");
    }

    @Test
    void nodesAndTenants_haveModesOfTheirOwn_orNone() {
        coordinator
                .then(200, "", set("node", "\"dn1:9866\"", "shadow"))
                .then(200, "", "{}")
                .then(200, "", set("tenant", "\"etl\"", "enforce"))
                .then(204, "", "");
        assertThat(coordinator.run("mode", "shadow", "--node", "dn1:9866", "--dry-run"))
                .isEqualTo("0 mode of node dn1:9866: shadow (dry run: nothing was changed)\n");
        assertThat(coordinator.run("mode", "enforce", "--tenant", "etl")).isEqualTo("0 mode of tenant etl: enforce\n");
        assertThat(coordinator.run("mode", "none", "--tenant", "etl"))
                .isEqualTo("0 mode of tenant etl: none of its own\n");
        assertThat(coordinator.requests().get(0)).startsWith("PUT /v1/modes/nodes/dn1%3A9866?dryrun=true ");
        assertThat(coordinator.requests().get(1)).startsWith("GET /v1/nodes/dn1%3A9866 ");
        assertThat(coordinator.requests().get(2)).startsWith("PUT /v1/modes/tenants/etl ");
        assertThat(coordinator.requests().get(3)).startsWith("DELETE /v1/modes/tenants/etl ");
    }

    @Test
    void modeOfANodeThatNobodyKnows_isSet_andSaysSo() {
        coordinator
                .then(200, "", set("node", "\"dn1\"", "off"))
                .then(404, "", "{\"detail\":\"No report of node dn1\"}");
        assertThat(coordinator.run("mode", "off", "--node", "dn1"))
                .startsWith("0 ")
                .contains("mode of node dn1: off", "no node dn1 reports", "with their ports");
    }

    @Test
    void mode_showsThemAll_andWhoIsNotAsTold() {
        coordinator.then(
                200,
                "",
                "{\"cluster\":null,\"modes\":[" + set("tenant", "\"etl\"", "shadow")
                        + "],\"behind\":[\"dn2:9866: enforce\"],\"next\":null}");
        assertThat(coordinator.run("mode"))
                .startsWith("0 ")
                .contains("hdfs.throttle.mode", "etl", "shadow", "not as told: dn2:9866: enforce");
    }

    @Test
    void modeOfNodeAndTenantTogether_orOfAnUnnamedKind_isWronglyAsked() {
        assertThat(coordinator.run("mode", "off", "--node", "a", "--tenant", "b"))
                .startsWith("2 ");
        assertThat(coordinator.run("mode", "--node", "a")).startsWith("2 ").contains("shadow");
        assertThat(coordinator.requests()).isEmpty();
    }

    @Test
    void shadow_isASentenceATenant() {
        coordinator.then(
                200,
                "",
                "{\"summary\":\"1 of 1 nodes are in shadow.\",\"tenants\":[{\"tenant\":\"etl\",\"sentence\":\"Tenant"
                        + " etl gets more.\"}],\"next\":null}");
        assertThat(coordinator.run("shadow")).isEqualTo("0 1 of 1 nodes are in shadow.\nTenant etl gets more.\n");
    }

    private static final String CANARY = "{\"node\":\"dn1:9866\",\"state\":\"enforcing\",\"slowerPercent\":130,"
            + "\"throughputPercent\":50,\"errors\":0,\"forSeconds\":15,\"standing\":\"it moves less\"}";

    @Test
    void canary_hasBounds_andIsShown_andEnds() {
        coordinator
                .then(200, "", CANARY)
                .then(
                        200,
                        "",
                        "{\"cluster\":\"shadow\",\"modes\":[],\"behind\":[],\"canary\":" + CANARY + ",\"next\":null}")
                .then(204, "", "");
        assertThat(coordinator.run("mode", "canary", "dn1:9866", "--bounds", "slowerPercent=130,forSeconds=15"))
                .isEqualTo(
                        "0 canary: dn1:9866 (enforcing; worse is above 130 % of the time, below 50 % of the throughput,"
                                + " or more than 0 errors, for 15 s)\n");
        assertThat(coordinator.run("mode")).contains("canary: dn1:9866", "15 s): it moves less");
        assertThat(coordinator.run("mode", "canary", "none")).isEqualTo("0 no canary\n");
        assertThat(coordinator.requests().get(0))
                .startsWith("PUT /v1/modes/canary ")
                .endsWith("{\"forSeconds\":15,\"node\":\"dn1:9866\",\"slowerPercent\":130}");
        assertThat(coordinator.requests().get(2)).startsWith("DELETE /v1/modes/canary ");
    }

    @Test
    void boundOfACanarysReads_isShownWhereThereIsOne() {
        coordinator.then(200, "", CANARY.replace("\"standing\"", "\"p99Percent\":200,\"standing\""));
        assertThat(coordinator.run("mode", "canary", "dn1:9866", "--bounds", "p99Percent=200"))
                .contains("50 % of the throughput, above 200 % of the 99th percentile of reads, or more than 0 errors");
    }

    @Test
    void canaryWithoutANode_orBoundsOfAnotherMode_areWronglyAsked() {
        assertThat(coordinator.run("mode", "canary")).startsWith("2 ").contains("which node?");
        assertThat(coordinator.run("mode", "shadow", "--bounds", "errors=1")).startsWith("2 ");
        assertThat(coordinator.run("mode", "canary", "dn1", "--bounds", "errors=few"))
                .startsWith("2 ");
        assertThat(coordinator.requests()).isEmpty();
    }
}
