package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.cli.HdfsThrottle;
import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.UsageReportJson;
import io.hdfsthrottle.usage.VolumeUsage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy as one document, planned and applied, with a real server and a real ZooKeeper. */
@Tag("slow")
final class PolicyPlanTest {
    private static final String POLICY = "/v1/policy";

    @TempDir
    private Path folder;

    private TestCluster cluster;
    private Coordinator leader;
    private Wire wire;

    @BeforeEach
    void start() throws Exception {
        cluster = new TestCluster(folder);
        leader = cluster.leader();
        wire = new Wire(leader);
        wire.put("/v1/tenants/gold", "{\"priority\":3}");
        wire.put("/v1/tenants/silver", "{\"priority\":1}");
        wire.put("/v1/rules/etl", "{\"match\":{\"user\":\"etl-*\"},\"tenant\":\"silver\"}");
        wire.put("/v1/rules/rest", "{\"match\":{},\"tenant\":\"gold\"}");
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    private static TenantUsage waits(String tenant, long rate) {
        Rate moves = Rate.ofBytesPerSecond(rate);
        return TenantUsage.of(Tenant.named(tenant), 1, 0, moves, moves, true, Duration.ZERO);
    }

    private void report() throws Exception {
        VolumeUsage volume = VolumeUsage.of(
                "DS-1",
                Rate.ofBytesPerSecond(100_000_000),
                List.of(waits("gold", 75_000_000), waits("silver", 25_000_000)));
        UsageReport report = UsageReport.of("dn1:9866", GrantVersion.NONE, true, List.of(volume));
        assertThat(wire.post("/v1/nodes/dn1:9866/usage", UsageReportJson.write(report))
                        .status())
                .isEqualTo(204);
    }

    private String run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--coordinator", leader.url().toString()));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = HdfsThrottle.run(
                HdfsThrottle.commands(), new PrintWriter(out), new PrintWriter(err, true), all.toArray(String[]::new));
        return code + " " + out + err;
    }

    private List<String> events() throws Exception {
        List<String> told = new ArrayList<>();
        for (JsonObject event : wire.get("/v1/events?limit=1000").json().objects("events", 1_000)) {
            told.add(event.text("event") + " " + event.text("name"));
        }
        return told;
    }

    @Test
    void policyThatIsExported_isPlanned_andAppliedAsAWhole() throws Exception {
        report();
        wire.post("/v1/applications", "{\"application\":\"app-1\",\"user\":\"bob\"}");
        wire.post("/v1/applications", "{\"application\":\"app-2\",\"user\":\"etl-2\"}");
        String exported = run("policy", "export").substring(2);
        assertThat(exported).contains("\n    {\"tenant\":\"silver\",\"priority\":1,");
        Path file = Files.writeString(
                folder.resolve("policy.json"),
                exported.replace("{\"tenant\":\"silver\",\"priority\":1,", "{\"tenant\":\"silver\",\"priority\":3,")
                        .replaceFirst(
                                "\\{\"rule\":\"rest\".*", "{\"rule\":\"rest\",\"match\":{},\"tenant\":\"silver\"}"));
        String plan = folder.resolve("plan.json").toString();
        String before = wire.get(POLICY).body();

        assertThat(run("policy", "plan", file.toString(), "--out", plan))
                .startsWith("0 change tenant silver: priority 1 -> 3\nchange rule rest: tenant gold -> silver\n"
                        + "application app-1 of bob changes its tenant: gold -> silver, moves 0 B/s\npredicted ")
                .containsPattern("gold +75.0 +75.0 +50.0 +-25.0\n")
                .containsPattern("dn1:9866 +DS-1 +silver +25.0 +25.0 +50.0 +\\+25.0\n");
        assertThat(wire.get(POLICY).body()).as("nothing changed").isEqualTo(before);

        assertThat(run("policy", "apply", plan)).startsWith("0 ").contains("is applied");
        assertThat(wire.get("/v1/tenants/silver").json().count("priority")).isEqualTo(3);
        assertThat(wire.get("/v1/rules/rest").json().text("tenant")).isEqualTo("silver");
        String id = JsonObject.parse(Files.readString(Path.of(plan))).text("plan");
        assertThat(events()).startsWith("policy.applied " + id, "rule.changed rest", "tenant.changed silver");

        assertThat(run("policy", "apply", plan)).startsWith("1 ").contains("nothing was changed");
        assertThat(run("policy", "plan", file.toString())).isEqualTo("0 nothing changes\n");
    }

    @Test
    void dryRunOfATenantOrARule_foreseesWhatAPlanDoes() throws Exception {
        report();
        wire.post("/v1/applications", "{\"application\":\"app-1\",\"user\":\"bob\"}");
        wire.put("/v1/tenants/bronze", "{\"priority\":1}");
        JsonObject policy = wire.get(POLICY).json();
        String body = JsonObject.write(policy.members())
                .replace("{\"tenant\":\"silver\",\"priority\":1,", "{\"tenant\":\"silver\",\"priority\":3,");
        JsonObject plan = wire.put(POLICY + "?dryrun=true", body).json();

        Answer tenant = wire.put("/v1/tenants/silver?dryrun=true", "{\"priority\":3}");
        Answer rule = wire.put("/v1/rules/rest?dryrun=true", "{\"match\":{},\"tenant\":\"silver\"}");
        Answer gone = wire.delete("/v1/rules/rest?dryrun=true");

        assertThat(tenant.json().members().get("prediction"))
                .isEqualTo(plan.members().get("prediction"));
        assertThat(tenant.json().members().get("changes"))
                .isEqualTo(plan.members().get("changes"));
        assertThat(tenant.header("ETag")).isNotEmpty();
        assertThat(rule.json().objects("applications", 10))
                .singleElement()
                .satisfies(moved -> assertThat(moved.text("after")).isEqualTo("silver"));
        assertThat(gone.status()).isEqualTo(200);
        assertThat(gone.json().objects("changes", 10)).hasSize(1);
        assertThat(wire.delete("/v1/tenants/bronze?dryrun=true").json().objects("changes", 10))
                .singleElement()
                .satisfies(change -> assertThat(change.text("entry")).isEqualTo("tenant bronze"));
        assertThat(run("tenants", "set", "silver", "--priority", "3", "--dry-run"))
                .startsWith("0 tenant silver: priority 3,")
                .containsPattern("gold +75.0 +75.0 +50.0 +-25.0\n");
        assertThat(run("rules", "delete", "rest", "--dry-run"))
                .contains("app-1 of bob changes its tenant: gold -> default");
        assertThat(JsonObject.write(wire.get(POLICY).json().members()))
                .as("nothing changed")
                .isEqualTo(JsonObject.write(policy.members()));
    }

    @Test
    void planThatIsApplied_isScored_unlessThePolicyIsChangedAgain() throws Exception {
        report();
        assertThat(run("policy", "score")).startsWith("0 no score, because no plan was applied");
        wire.put(POLICY, "{\"tenants\":[],\"rules\":[]}");
        assertThat(run("policy", "score")).contains("no score, because it was applied ");

        wire.put("/v1/tenants/gold", "{\"priority\":4}");

        await().untilAsserted(() ->
                assertThat(run("policy", "score")).contains("no score, because the policy was changed again"));
        assertThat(events().stream().map(event -> event.split(" ", -1)[0])).contains("policy.scored");
        assertThat(wire.get("/metrics").body()).contains("hdfs_throttle_coordinator_prediction_error NaN");
    }

    @Test
    void filesOfYarnAndKafka_becomeAPolicyThatIsAccepted() throws Exception {
        String file = folder.resolve("policy.json").toString();
        for (String each : List.of(
                "yarn-fair | <allocations><queue name='a'><weight>3</weight><queue name='b'/></queue><queue name='c'/>"
                        + "<queuePlacementPolicy><rule name='user'/></queuePlacementPolicy></allocations> | create tenant a.b",
                "yarn-capacity | <configuration><property><name>yarn.scheduler.capacity.root.queues</name>"
                        + "<value>default</value></property></configuration> | delete tenant gold",
                "kafka | alice,consumer_byte_rate=1048576 | create rule quota-alice: match {user=alice, operation=read}")) {
            String[] parts = each.split(" \\| ", -1);
            Path foreign = Files.writeString(folder.resolve("foreign"), parts[1].replace('\'', '"'));

            StringWriter out = new StringWriter();
            int code = HdfsThrottle.run(
                    HdfsThrottle.commands(),
                    new PrintWriter(out),
                    new PrintWriter(new StringWriter()),
                    "policy",
                    "import",
                    "--from",
                    parts[0],
                    foreign.toString());
            Files.writeString(Path.of(file), out.toString());

            assertThat(code).isZero();
            assertThat(run("policy", "plan", file)).startsWith("0 ").contains(parts[2]);
        }
    }

    @Test
    void planOfAPolicyThatHasChangedSince_isRefused_andChangesNothing() throws Exception {
        Answer seen = wire.get(POLICY);
        Answer planned = wire.put(POLICY + "?dryrun=true", "{\"tenants\":[],\"rules\":[]}");
        wire.put("/v1/tenants/gold", "{\"priority\":4}");

        String body = "{\"plan\":\"" + planned.json().text("plan") + "\",\"tenants\":[],\"rules\":[]}";

        assertThat(seen.header("ETag")).isEqualTo('"' + planned.json().text("base") + '"');
        assertThat(wire.put(POLICY, body, "If-Match", seen.header("ETag")).status())
                .isEqualTo(412);
        Answer other = wire.put(POLICY, body);
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.json().text("field")).isEqualTo("plan");
        assertThat(wire.get("/v1/tenants/gold").json().count("priority")).isEqualTo(4);
    }

    @Test
    void planWhoseTenantsWereEdited_isRefused() throws Exception {
        Answer planned = wire.put(POLICY + "?dryrun=true", "{\"tenants\":[],\"rules\":[]}");

        Answer edited = wire.put(
                POLICY,
                "{\"plan\":\"" + planned.json().text("plan")
                        + "\",\"tenants\":[{\"tenant\":\"gold\",\"priority\":100}],\"rules\":[]}");

        assertThat(edited.status()).isEqualTo(422);
        assertThat(wire.get("/v1/tenants/gold").json().count("priority")).isEqualTo(3);
    }

    @Test
    void whatIsAbsent_isDeleted_andBuiltInTenantsAreAsOnANewCluster() throws Exception {
        wire.put("/v1/tenants/hdfs.balancer", "{\"priority\":5}");

        Answer replaced = wire.put(POLICY, "{\"tenants\":[],\"rules\":[]}");

        assertThat(replaced.status()).isEqualTo(200);
        assertThat(replaced.json().optionalObject("prediction")).isEmpty();
        assertThat(replaced.header("ETag")).isEqualTo(wire.get(POLICY).header("ETag"));
        assertThat(wire.get("/v1/tenants/gold").status()).isEqualTo(404);
        assertThat(wire.get("/v1/tenants/hdfs.balancer").json().count("priority"))
                .isEqualTo(1);
        assertThat(events()).contains("tenant.deleted gold", "tenant.changed hdfs.balancer", "rule.deleted rest");
    }

    @Test
    void rulesInAnotherOrder_areAChange() throws Exception {
        Answer seen = wire.get(POLICY);
        String turned = seen.body().replaceFirst("(\\{\"rule\":\"etl\".*),(\\{\"rule\":\"rest\".*)]", "$2,$1]");
        assertThat(turned).isNotEqualTo(seen.body());

        Answer made = wire.put(POLICY, turned, "If-Match", seen.header("ETag"));

        assertThat(made.json().objects("changes", 10))
                .singleElement()
                .satisfies(change -> assertThat(change.text("entry")).isEqualTo("order of rules"));
        assertThat(wire.get("/v1/rules/rest").json().count("position")).isEqualTo(1);
        assertThat(events()).contains("rules.reordered -");
    }

    @Test
    void whatCannotBe_isRefusedByItsEntry_withAGoodValue() throws Exception {
        for (String each : List.of(
                "{'rules':[]} | tenants | a list of tenants, for example",
                "{'tenants':[]} | rules | a list of rules in their order, for example",
                "{'tenants':[{'tenant':'a','priority':800}],'rules':[]} | tenants[a].priority | 1 to 100, for example 8",
                "{'tenants':[{'tenant':'a','priority':'8'}],'rules':[]} | tenants[a].priority | 1 to 100, for example 8",
                "{'tenants':[{'tenant':'a'}],'rules':[]} | tenants[a].priority | 1 to 100, for example 8",
                "{'tenants':[{'tenant':'a','prio':8}],'rules':[]} | tenants[a].prio | priority",
                "{'tenants':[{'priority':8}],'rules':[]} | tenants[0].tenant | it must be given",
                "{'tenants':[3],'rules':[]} | tenants[0] | a list of tenants",
                "{'tenants':[{'tenant':'a b','priority':8}],'rules':[]} | tenants[a b].tenant | permitted",
                "{'tenants':[{'tenant':'a','priority':8},{'tenant':'a','priority':9}],'rules':[]} | tenants[a].tenant | once",
                "{'tenants':[],'rules':[{'rule':'r','match':{},'tenant':'gold'}]} | rules[r].tenant | default",
                "{'tenants':[],'rules':[{'rule':'r','match':{'usr':'x'},'tenant':'default'}]} | rules[r].match.usr | user",
                "{'tenants':[],'rules':[{'rule':'r','match':{'operation':'x'},'tenant':'default'}]}"
                        + " | rules[r].match.operation | read or write")) {
            String[] parts = each.split(" \\| ", -1);

            Answer refused = wire.put(POLICY, parts[0].replace('\'', '"'));

            assertThat(refused.status()).as(each).isEqualTo(422);
            assertThat(refused.json().text("field")).isEqualTo(parts[1]);
            assertThat(refused.json().text("detail")).contains(parts[2]);
        }
        assertThat(wire.get("/v1/tenants/gold").status()).isEqualTo(200);
    }
}
