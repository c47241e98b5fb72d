package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RulesCommandTest {
    private static final String RULE = "{\"rule\":\"etl\",\"position\":3,\"match\":{\"user\":\"etl-*\","
            + "\"application\":null,\"address\":null,\"claims\":\"gold\"},\"tenant\":\"bronze\"}";

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
    void ruleThatIsThere_isChangedInWhatIsNamedAlone_ifItIsStillWhatWasSeen() {
        coordinator.then(200, "\"seen\"", RULE).then(200, "\"new\"", RULE);

        assertThat(coordinator.run("rules", "set", "etl", "--tenant", "silver")).startsWith("0 rule etl");

        assertThat(coordinator.requests().get(1))
                .isEqualTo("PUT /v1/rules/etl [\"seen\"] null {\"position\":3,\"tenant\":\"silver\","
                        + "\"match\":{\"user\":\"etl-*\",\"claims\":\"gold\"}}");
    }

    @Test
    void ruleThatSomebodyElseChangedMeanwhile_isNotOverwritten() {
        coordinator.then(200, "\"seen\"", RULE).then(412, "", "{\"detail\":\"rule etl is now \\\"other\\\"\"}");

        assertThat(coordinator.run("rules", "set", "etl", "--tenant", "silver"))
                .isEqualTo(
                        "1 hdfs-throttle: somebody else was faster, and nothing was changed: rule etl is now \"other\";"
                                + " look again before you repeat it\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 500, 503})
    void ruleThatCannotBeSeen_isNotChanged(int status) {
        coordinator.then(status, "", "{\"detail\":\"not now\"}").then(200, "", RULE);

        assertThat(coordinator.run("rules", "set", "etl", "--tenant", "silver")).startsWith("1 hdfs-throttle: ");

        assertThat(coordinator.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 500, 503})
    void tenantThatCannotBeSeen_isNotChanged(int status) {
        coordinator.then(status, "", "{\"detail\":\"not now\"}").then(200, "", "{}");

        assertThat(coordinator.run("tenants", "set", "gold", "--priority", "3")).startsWith("1 hdfs-throttle: ");

        assertThat(coordinator.requests()).hasSize(1);
    }

    @Test
    void ruleThatIsNotThere_isAddedUnlessSomebodyElseAddsIt() {
        coordinator.then(404, "", "{}").then(201, "", RULE);

        assertThat(coordinator.run("rules", "set", "etl", "--tenant", "bronze", "--user", "etl-*"))
                .startsWith("0 ");

        assertThat(coordinator.requests().get(1))
                .isEqualTo("PUT /v1/rules/etl null [*] {\"tenant\":\"bronze\",\"match\":{\"user\":\"etl-*\"}}");
    }

    /** An older command would otherwise remove a pattern that it does not know, and the rule match every caller. */
    @Test
    void patternThatTheCommandDoesNotKnow_isKept() {
        coordinator
                .then(200, "\"seen\"", RULE.replace("\"user\":", "\"later\":"))
                .then(200, "", RULE);

        assertThat(coordinator.run("rules", "set", "etl", "--operation", "write"))
                .startsWith("0 ");

        assertThat(coordinator.requests().get(1))
                .endsWith("\"match\":{\"later\":\"etl-*\",\"claims\":\"gold\",\"operation\":\"write\"}}");
    }

    @Test
    void rules_areListedWithWhatTheyLookAt_andHowOftenTheyDecided() {
        coordinator.then(200, "", rules());

        assertThat(coordinator.run("rules", "list")).isEqualTo("""
                        0 POSITION  RULE   MATCH                                         TENANT  HITS  LAST
                        1         hbase  operation=write clientName=DFSClient_hb_rs_*  gold    12    3s ago
                        2         staff  group=staff                                   bronze  0     never
                        3         rest   everybody                                     silver  0     never
                        """);
    }

    @Test
    void callerThatIsTried_isToldWhichRuleDecides_andWhatTheOthersMiss() {
        coordinator.then(200, "", rules()).then(200, "", rules()).then(200, "", rules());

        assertThat(coordinator.run("rules", "test", "--client-name", "DFSClient_hb_rs_a_1_1", "--operation", "write"))
                .isEqualTo("""
                        0 POSITION  RULE   TENANT  VERDICT
                        1         hbase  gold    decides
                        2         staff  bronze  no: group
                        3         rest   silver  comes too late
                        rule hbase decides: gold
                        """);
        assertThat(coordinator.run("rules", "test", "--user", "alice", "--group", "dev,staff"))
                .contains("no: operation, clientName")
                .contains("rule staff decides: bronze");
        assertThat(coordinator.run(
                        "rules",
                        "test",
                        "--application",
                        "a",
                        "--client-name",
                        "DFSClient_hb_rs_a",
                        "--operation",
                        "write"))
                .as("a tag counts before a name")
                .contains("no: clientName")
                .contains("rule rest decides: silver");
    }

    @ParameterizedTest
    @CsvSource({
        "--user, user, alice",
        "--group, group, domain users",
        "--application, application, app-1",
        "--application-name, applicationName, Nightly ETL",
        "--claims, claims, gold",
        "--address, address, 10.1.2.3",
        "--operation, operation, read",
        "--client-name, clientName, DFSClient_x",
        "--pool, pool, etl"
    })
    void factThatIsGivenToATest_countsAlone(String option, String fact, String value) {
        String rules = "{\"rules\":[{\"rule\":\"r\",\"position\":1,\"match\":{\"" + fact + "\":\""
                + value.replace(' ', '?') + "\"},\"tenant\":\"gold\"}]}";
        coordinator
                .then(200, "", rules)
                .then(200, "", rules)
                .then(200, "", rules.replace("\"match\":{", "\"match\":{\"user\":\"bob\","));

        assertThat(coordinator.run("rules", "test", option, value)).contains("rule r decides: gold");
        assertThat(coordinator.run("rules", "test", option, value, "--json"))
                .isEqualTo("0 {\"rules\":[{\"position\":1,\"rule\":\"r\",\"tenant\":\"gold\",\"verdict\":\"decides\"}],"
                        + "\"rule\":\"r\",\"ignored\":[]}\n");
        if (!fact.equals("user")) {
            assertThat(coordinator.run("rules", "test", option, value)).contains("no: user", "no rule decides");
        }
    }

    @Test
    void groupsOfATest_mayHaveBlanksBehindTheirCommas() {
        coordinator.then(200, "", rules());

        assertThat(coordinator.run("rules", "test", "--group", "dev, staff")).contains("rule staff decides: bronze");
    }

    @Test
    void factThatDoesNotCountBesideOthers_isNamed() {
        coordinator.then(200, "", rules());

        assertThat(coordinator.run("rules", "test", "--pool", "p", "--client-name", "x", "--address", "10.1.2.3"))
                .contains("these do not count: address, clientName");
    }

    @ParameterizedTest
    @CsvSource({"10.1.2.0/24, 10.1.2.0", "dn1.example.com, 10.1.2.3", "10.1, 10.1.2.3"})
    void addressThatIsNone_isAWrongArgument(String address, String good) {
        assertThat(coordinator.run("rules", "test", "--address", address))
                .startsWith("2 ")
                .endsWith("a good value is " + good + "\n");
    }

    /** Java puts this character where a byte means nothing in the locale's character set. */
    @Test
    void argumentThatTheLocaleCannotRead_isRefused() {
        assertThat(coordinator.run("rules", "test", "--application-name", "N\uFFFD\uFFFDchtlich"))
                .startsWith("2 hdfs-throttle: ")
                .contains("LC_ALL", "C.UTF-8");
        assertThat(coordinator.requests()).isEmpty();
    }

    @Test
    void operationThatIsNone_isAWrongArgument() {
        assertThat(coordinator.run("rules", "test", "--operation", "append"))
                .startsWith("2 ")
                .contains("read or write");
    }

    private static String rules() {
        return "{\"rules\":["
                + "{\"rule\":\"hbase\",\"position\":1,\"match\":{\"user\":null,\"operation\":\"write\","
                + "\"clientName\":\"DFSClient_hb_rs_*\"},\"tenant\":\"gold\",\"hits\":12,\"lastHitAgoMillis\":3999},"
                + "{\"rule\":\"staff\",\"position\":2,\"match\":{\"group\":\"staff\"},\"tenant\":\"bronze\",\"hits\":0,"
                + "\"lastHitAgoMillis\":null},"
                + "{\"rule\":\"rest\",\"position\":3,\"match\":{},\"tenant\":\"silver\"}]}";
    }
}
