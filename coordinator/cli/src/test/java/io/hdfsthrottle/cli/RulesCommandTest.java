package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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

        assertThat(coordinator.asked().get(1))
                .isEqualTo("PUT /v1/rules/etl [\"seen\"] null {\"position\":3,\"tenant\":\"silver\","
                        + "\"match\":{\"user\":\"etl-*\",\"claims\":\"gold\"}}");
    }

    @Test
    void ruleThatSomebodyElseChangedMeanwhile_isNotOverwritten() {
        coordinator.then(200, "\"seen\"", RULE).then(412, "", "{\"detail\":\"rule etl is now \\\"other\\\"\"}");

        assertThat(coordinator.run("rules", "set", "etl", "--tenant", "silver"))
                .isEqualTo("1 hdfs-throttle: rule etl is now \"other\"\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 500, 503})
    void ruleThatCannotBeSeen_isNotChanged(int status) {
        coordinator.then(status, "", "{\"detail\":\"not now\"}").then(200, "", RULE);

        assertThat(coordinator.run("rules", "set", "etl", "--tenant", "silver")).startsWith("1 hdfs-throttle: ");

        assertThat(coordinator.asked()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 500, 503})
    void tenantThatCannotBeSeen_isNotChanged(int status) {
        coordinator.then(status, "", "{\"detail\":\"not now\"}").then(200, "", "{}");

        assertThat(coordinator.run("tenants", "set", "gold", "--priority", "3")).startsWith("1 hdfs-throttle: ");

        assertThat(coordinator.asked()).hasSize(1);
    }

    @Test
    void ruleThatIsNotThere_isAddedUnlessSomebodyElseAddsIt() {
        coordinator.then(404, "", "{}").then(201, "", RULE);

        assertThat(coordinator.run("rules", "set", "etl", "--tenant", "bronze", "--user", "etl-*"))
                .startsWith("0 ");

        assertThat(coordinator.asked().get(1))
                .isEqualTo("PUT /v1/rules/etl null [*] {\"tenant\":\"bronze\",\"match\":{\"user\":\"etl-*\"}}");
    }
}
