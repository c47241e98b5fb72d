package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A proxy or another server in a coordinator's place. */
final class CommandProxiesTest {

    @Test
    void answerOfAProxy_isNotTakenForTheCoordinators() throws Exception {
        try (ScriptedCoordinator proxy = new ScriptedCoordinator()) {
            proxy.then(403, "", "<html>Forbidden</html>").then(404, "", "<html>Not found</html>");
            assertThat(proxy.run("tenants", "list"))
                    .startsWith("1 hdfs-throttle: no coordinator answers at [http://127.0.0.1:")
                    .contains("with status 403, is no coordinator but another server or a proxy");
            assertThat(proxy.run("tenants", "set", "gold", "--priority", "8"))
                    .as("which would make a tenant where a coordinator had not found it")
                    .contains("with status 404, is no coordinator");
            assertThat(proxy.requests()).hasSize(2);
        }
    }
}
