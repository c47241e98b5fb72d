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

    private static final String EXPLANATION = "{\"cause\":\"limit\",\"sentence\":\"gold is held back.\","
            + "\"causes\":[{\"cause\":\"limit\",\"partPercent\":90.0,\"partMillis\":1200,\"sentence\":\"s\"},"
            + "{\"cause\":\"moved\",\"partPercent\":10.0,\"partMillis\":null,\"sentence\":\"s\"}],"
            + "\"runs\":{\"sentence\":\"This run moves 12 MB/s\\u001b[31m\"},"
            + "\"rules\":[{\"position\":1,\"rule\":\"etl\",\"tenant\":\"gold\",\"verdict\":\"no\",\"missed\":[\"user\"]}],"
            + "\"disks\":[{\"node\":\"dn1\",\"volume\":\"DS-1\",\"tenant\":\"gold\",\"capacityBytesPerSecond\":100000000,"
            + "\"weight\":3.0,\"reservationBytesPerSecond\":0,\"limitBytesPerSecond\":null,"
            + "\"demandBytesPerSecond\":null,\"entitlementBytesPerSecond\":10000000,\"bytesPerSecond\":9000000,"
            + "\"backlogged\":true,\"waitedMillis\":null,\"cause\":\"limit\"}],\"disksLeftOut\":2,"
            + "\"holders\":[{\"sentence\":\"bronze moves 76 MB/s\"}],\"remarks\":[{\"sentence\":\"dn1 is silent\"}],"
            + "\"remedies\":[{\"sentence\":\"more\\u001b[31m\"}]}";

    private static final String SHOWN = """
            CAUSE  PART    TIME
            limit  90.0 %  1.2 s
            moved  10.0 %  -
            This run moves 12 MB/s?[31m
            POSITION  RULE  TENANT  VERDICT
            1         etl   gold    no: user
            NODE  VOLUME  TENANT  WEIGHT  CAPACITY  DEMAND  DUE      GIVEN   CAUSE
            dn1   DS-1    gold    3.0     100 MB/s  all     10 MB/s  9 MB/s  limit
            2 more disks; --json has up to 50
            who has it: bronze moves 76 MB/s
            remarkable: dn1 is silent
            would help: more?[31m
            """;

    @Test
    void tenantsAndDisks_areExplainedInTables_andNothingReachesTheTerminalRaw() {
        coordinator.then(200, "", EXPLANATION);
        assertThat(coordinator.run("explain", "--tenant", "gold")).isEqualTo("0 gold is held back.\n" + SHOWN);
        coordinator.then(200, "", EXPLANATION);
        assertThat(coordinator.run("explain", "--disk", "dn1:9866/DS 1")).isEqualTo("0 gold is held back.\n" + SHOWN);
        assertThat(coordinator.requests().get(0)).startsWith("GET /v1/tenants/gold/explain ");
        assertThat(coordinator.requests().get(1)).startsWith("GET /v1/nodes/dn1%3A9866/volumes/DS%201/explain ");
    }

    @Test
    void application_isExplainedInFull_whereTheCoordinatorDoes_withItsSentenceOnce() {
        coordinator.then(
                200, "", "{\"sentence\":\"gold is held back. It waits.\",\"explanation\":" + EXPLANATION + "}");
        assertThat(coordinator.run("explain", "app-1")).isEqualTo("0 gold is held back. It waits.\n" + SHOWN);
    }

    @Test
    void hugeWeight_isShortened() {
        coordinator.then(200, "", EXPLANATION.replace("\"weight\":3.0", "\"weight\":999960000.0"));
        assertThat(coordinator.run("explain", "--tenant", "gold"))
                .contains("dn1   DS-1    gold    1.0G    100 MB/s  all ");
    }

    @Test
    void oneThing_isExplainedAtATime() {
        assertThat(coordinator.run("explain")).startsWith("2 ");
        assertThat(coordinator.run("explain", "app-1", "--tenant", "gold")).startsWith("2 ");
        assertThat(coordinator.run("explain", "--disk", "dn1")).startsWith("2 ");
    }
}
