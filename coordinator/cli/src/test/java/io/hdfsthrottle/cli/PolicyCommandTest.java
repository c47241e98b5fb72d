package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PolicyCommandTest {
    private static final String TENANTS =
            "{\"tenant\":\"default\",\"priority\":1},{\"tenant\":\"gold\",\"priority\":8}";
    private static final String RULES = "{\"rule\":\"etl\",\"match\":{\"user\":\"etl-*\"},\"tenant\":\"gold\"}";
    private static final String POLICY = "{\"tenants\":[" + TENANTS + "],\"rules\":[" + RULES + "]}";
    private static final String FILE = """
            {
              "tenants": [
                {"tenant":"default","priority":1},
                {"tenant":"gold","priority":8}
              ],
              "rules": [
                {"rule":"etl","match":{"user":"etl-*"},"tenant":"gold"}
              ]
            }
            """;
    private static final String CHANGES = "[{\"entry\":\"tenant gold\",\"before\":{\"tenant\":\"gold\",\"priority\":4,"
            + "\"limitBytesPerSecond\":5},\"after\":{\"tenant\":\"gold\",\"priority\":8,\"limitBytesPerSecond\":null}},"
            + "{\"entry\":\"tenant old\",\"before\":{\"tenant\":\"old\",\"priority\":2},\"after\":null},"
            + "{\"entry\":\"rule etl\",\"before\":null,\"after\":" + RULES + "}]";
    private static final String APPLICATIONS = "[{\"application\":\"app-7\",\"user\":\"etl-1\",\"before\":\"old\","
            + "\"after\":\"gold\",\"bytesPerSecond\":12000000}]";
    private static final String PREDICTION = "{\"nodes\":2,\"disks\":2,\"tenants\":["
            + "{\"tenant\":\"gold\",\"nowBytesPerSecond\":50000000,\"beforeBytesPerSecond\":50000000,"
            + "\"afterBytesPerSecond\":80000000},"
            + "{\"tenant\":\"old\",\"nowBytesPerSecond\":49000000,\"beforeBytesPerSecond\":50000000,"
            + "\"afterBytesPerSecond\":20000000}],"
            + "\"shares\":[{\"node\":\"dn1:9866\",\"volume\":\"DS-1\",\"tenant\":\"gold\",\"nowBytesPerSecond\":50000000,"
            + "\"beforeBytesPerSecond\":50000000,\"afterBytesPerSecond\":80000000}],\"missing\":30}";

    @TempDir
    private Path folder;

    private ScriptedCoordinator coordinator;

    @BeforeEach
    void start() throws Exception {
        coordinator = new ScriptedCoordinator();
    }

    @AfterEach
    void stop() {
        coordinator.close();
    }

    private static String plan(String changes, String prediction) {
        return "{\"plan\":\"p1\",\"base\":\"b1\"," + POLICY.substring(1, POLICY.length() - 1) + ",\"changes\":"
                + changes + ",\"applications\":" + (prediction.equals("null") ? "null" : APPLICATIONS)
                + ",\"prediction\":"
                + prediction + "}";
    }

    private String file(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void export_printsAFileWithALineForEachEntry() {
        coordinator.then(200, "\"b1\"", POLICY);

        assertThat(coordinator.run("policy", "export")).isEqualTo("0 " + FILE);

        assertThat(coordinator.requests().get(0)).startsWith("GET /v1/policy ");
    }

    @Test
    void plan_changesNothing_andSaysWhoGainsAndWhoLoses() throws Exception {
        coordinator.then(200, "", plan(CHANGES, PREDICTION));

        assertThat(coordinator.run("policy", "plan", file("policy.json", FILE))).isEqualTo("""
                0 change tenant gold: priority 4 -> 8, limitBytesPerSecond 5 -> none
                delete tenant old: priority 2
                create rule etl: match {user=etl-*}, tenant gold
                application app-7 of etl-1 changes its tenant: old -> gold, moves 12 MB/s
                predicted by the last report of 2 DataNodes with 2 disks:
                TENANT  NOW MB/s  BEFORE MB/s  AFTER MB/s  CHANGE MB/s
                gold    50.0      50.0         80.0        +30.0
                old     49.0      50.0         20.0        -30.0
                NODE      VOLUME  TENANT  NOW MB/s  BEFORE MB/s  AFTER MB/s  CHANGE MB/s
                dn1:9866  DS-1    gold    50.0      50.0         80.0        +30.0
                30 more lines, where less changes; --json and --out have up to 1000
                callers whom rules move to another tenant count where they are now
                """);
        assertThat(coordinator.requests())
                .singleElement()
                .asString()
                .isEqualTo("PUT /v1/policy?dryrun=true null null " + POLICY);
    }

    @Test
    void planThatIsWritten_isAppliedIfThePolicyIsStillTheOne_andExactlyAsItWasPlanned() throws Exception {
        String written = folder.resolve("plan.json").toString();
        coordinator.then(200, "", plan(CHANGES, PREDICTION)).then(200, "", plan(CHANGES, "null"));

        assertThat(coordinator.run("policy", "plan", file("policy.json", FILE), "--out", written))
                .startsWith("0 ")
                .endsWith("to make this change: hdfs-throttle policy apply " + written + "\n");
        String plan = Files.readString(Path.of(written));
        assertThat(plan.lines())
                .as("a line for each entry")
                .hasSize(31)
                .contains("  \"base\":\"b1\",", "    {\"tenant\":\"gold\",\"priority\":8}", "    \"missing\":30");
        assertThat(JsonObject.parse(plan).object("prediction").count("nodes")).isEqualTo(2);
        assertThat(coordinator.run("policy", "apply", written))
                .startsWith("0 change tenant gold: priority 4 -> 8")
                .endsWith("plan p1 is applied\n");
        assertThat(coordinator.requests().get(1))
                .isEqualTo("PUT /v1/policy [\"b1\"] null {\"tenants\":[" + TENANTS + "],\"rules\":[" + RULES
                        + "],\"plan\":\"p1\"}");
    }

    @Test
    void plan_overwritesNoPolicy_andTakesNoPlan() throws Exception {
        String policy = file("policy.json", FILE);
        String sameFile = folder.resolve("./policy.json").toString();
        String plan = file("plan.json", plan("[]", "null"));

        assertThat(coordinator.run("policy", "plan", policy, "--out", sameFile))
                .isEqualTo("2 hdfs-throttle: --out: " + sameFile
                        + " is the policy, and would be overwritten; name another file\n");
        assertThat(coordinator.run("policy", "plan", plan))
                .isEqualTo("2 hdfs-throttle: " + plan + " is a plan; to make its changes: hdfs-throttle policy apply "
                        + plan + "\n");
        assertThat(Files.readString(Path.of(policy))).isEqualTo(FILE);
        assertThat(coordinator.requests()).isEmpty();
    }

    @Test
    void planOfAPolicyThatHasChanged_isNotApplied() throws Exception {
        coordinator
                .then(412, "", "{\"detail\":\"the policy is now \\\"b2\\\"\"}")
                .then(200, "\"b2\"", POLICY.replace("\"priority\":8", "\"priority\":9"));

        assertThat(coordinator.run("policy", "apply", file("plan.json", plan("[]", "null"))))
                .startsWith("1 hdfs-throttle: somebody else was faster, and nothing was changed: the policy is now");
    }

    @Test
    void planThatIsAppliedTwice_isInForceAlready() throws Exception {
        coordinator
                .then(412, "", "{\"detail\":\"the policy is now \\\"b2\\\"\"}")
                .then(200, "\"b2\"", POLICY);

        assertThat(coordinator.run("policy", "apply", file("plan.json", plan(CHANGES, PREDICTION))))
                .isEqualTo("0 plan p1 is in force already; nothing was changed\n");
    }

    @Test
    void applyWithDryRun_changesNothing() throws Exception {
        coordinator.then(200, "", plan("[]", PREDICTION));

        assertThat(coordinator.run("policy", "apply", "--dry-run", file("plan.json", plan("[]", "null"))))
                .isEqualTo("0 nothing changes\nplan p1 is applied (dry run: nothing was changed)\n");
        assertThat(coordinator.requests().get(0)).startsWith("PUT /v1/policy?dryrun=true [\"b1\"] ");
    }

    @Test
    void refusal_namesTheFileTheLineTheEntryTheValueAndAGoodOne() throws Exception {
        String file = file("policy.json", FILE);
        String detail = "tenants[gold].priority cannot be 800; permitted: a whole number from 1 to 100, for example 8";
        coordinator
                .then(422, "", "{\"field\":\"tenants[gold].priority\",\"detail\":\"" + detail + "\"}")
                .then(422, "", "{\"field\":\"rules[etl].tenant\",\"detail\":\"no\"}")
                .then(422, "", "{\"field\":\"rules[1].rule\",\"detail\":\"no\"}");

        assertThat(coordinator.run("policy", "plan", file))
                .isEqualTo("1 hdfs-throttle: " + file + ", line 4: " + detail + "\n");
        assertThat(coordinator.run("policy", "plan", file)).contains(", line 7: no");
        assertThat(coordinator.run("policy", "plan", file)).contains("policy.json: no");
    }

    @Test
    void fileThatIsNone_isAWrongArgument() throws Exception {
        String absent = folder.resolve("absent.json").toString();
        assertThat(coordinator.run("policy", "plan", absent)).startsWith("2 ").contains(absent, "policy export");
        assertThat(coordinator.run("policy", "plan", file("half.json", "{\"tenants\":\n[}")))
                .startsWith("2 ")
                .contains("half.json is no JSON as hdfs-throttle policy export writes it: ", "line 2");
        for (String other : new String[] {"", "tenants:\n- tenant: gold\n", "{\"rules\":[],\"rules\":[]}"}) {
            assertThat(coordinator.run("policy", "plan", file("policy.yaml", other)))
                    .startsWith("2 ")
                    .contains("policy.yaml is no JSON as hdfs-throttle policy export writes it: ");
        }
        assertThat(coordinator.run("policy", "apply", file("policy.json", FILE)))
                .startsWith("2 ")
                .contains("policy.json is no plan: ", "policy plan FILE --out PLAN");
        assertThat(coordinator.requests()).isEmpty();
    }

    @Test
    void clusterWithoutReports_isPlannedWithoutPrediction() throws Exception {
        String nothing = "{\"nodes\":0,\"disks\":0,\"tenants\":[],\"shares\":[],\"missing\":0}";
        coordinator.then(200, "", plan(CHANGES, nothing));

        assertThat(coordinator.run("policy", "plan", file("policy.json", FILE)))
                .contains("no DataNode reports at the moment, so nothing is predicted");
    }

    @Test
    void clusterInShadow_isPlannedWithoutPrediction_andWithoutEmptyTables() throws Exception {
        String shadow = "{\"nodes\":3,\"disks\":0,\"tenants\":[],\"shares\":[],\"missing\":0}";
        coordinator.then(200, "", plan(CHANGES, shadow));

        assertThat(coordinator.run("policy", "plan", file("policy.json", FILE)))
                .contains("all nodes are in shadow or off: nothing is predicted; see hdfs-throttle shadow")
                .doesNotContain("TENANT", "NODE");
    }

    @Test
    void score_saysHowMuchThePredictionErred_andWhereDemandChanged() {
        coordinator.then(
                200,
                "",
                "{\"plan\":\"p1\",\"state\":\"scored\",\"because\":null,\"errorPercent\":3.2,\"disks\":1,\"changed\":1,"
                        + "\"missing\":0,\"tenants\":[{\"tenant\":\"gold\",\"predictedBytesPerSecond\":50000000,"
                        + "\"gotBytesPerSecond\":51600000,\"errorPercent\":3.2}],\"shares\":[{\"node\":\"dn1:9866\","
                        + "\"volume\":\"DS-1\",\"tenant\":\"gold\",\"predictedBytesPerSecond\":90000000,"
                        + "\"gotBytesPerSecond\":20000000,\"wants\":\"less\",\"compared\":false},{\"node\":\"dn2:9866\","
                        + "\"volume\":\"DS-1\",\"tenant\":\"gold\",\"predictedBytesPerSecond\":50000000,"
                        + "\"gotBytesPerSecond\":51600000,\"wants\":null,\"compared\":true}]}");

        assertThat(coordinator.run("policy", "score")).isEqualTo("""
                0 plan p1: the prediction errs by 3.2 %; disks compared: 1, where demand changed: 1, with too few reports: 0
                TENANT  PREDICTED MB/s  GOT MB/s  ERROR
                gold    50.0            51.6      3.2 %
                NODE      VOLUME  TENANT  PREDICTED MB/s  GOT MB/s  COMPARED
                dn1:9866  DS-1    gold    90.0            20.0      no: wants less
                dn2:9866  DS-1    gold    50.0            51.6      yes
                """);
        assertThat(coordinator.requests()).singleElement().asString().startsWith("GET /v1/policy/score ");
    }

    @Test
    void planOfAFileWithComments_isAskedForWithoutThem() throws Exception {
        coordinator.then(200, "", plan("[]", PREDICTION));

        String file = file("policy.json", "{\"comments\":[\"line 3: a\"]," + POLICY.substring(1));
        assertThat(coordinator.run("policy", "plan", file)).isEqualTo("0 nothing changes\n");

        assertThat(coordinator.requests()).singleElement().asString().endsWith(" " + POLICY);
    }
}
