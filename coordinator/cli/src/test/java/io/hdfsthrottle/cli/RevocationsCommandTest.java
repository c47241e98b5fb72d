package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RevocationsCommandTest {

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
    void keysOfAHost_areRevoked_listed_andAcceptedAgain() {
        coordinator
                .then(200, "", "{\"host\":\"dn1\",\"until\":1764342000}")
                .then(200, "", "{\"revocations\":[{\"host\":\"dn1\",\"until\":1764342000}]}")
                .then(204, "", "");

        assertThat(coordinator.run("revocations", "add", "dn1"))
                .isEqualTo("0 revoked: keys of dn1 issued until 2025-11-28T15:00:00Z\n");
        assertThat(coordinator.run("revocations", "list")).contains("dn1", "2025-11-28T15:00:00Z");
        assertThat(coordinator.run("revocations", "remove", "dn1")).isEqualTo("0 no key of dn1 is revoked\n");

        assertThat(coordinator.requests().get(0)).startsWith("PUT /v1/revocations/dn1");
        assertThat(coordinator.requests().get(2)).startsWith("DELETE /v1/revocations/dn1");
    }

    @Test
    void dryRun_saysSo() {
        coordinator.then(200, "", "{\"host\":\"a b\",\"until\":0}");

        assertThat(coordinator.run("revocations", "add", "a b", "--dry-run")).contains("nothing was changed");

        assertThat(coordinator.requests().get(0)).startsWith("PUT /v1/revocations/a%20b?dryrun=true");
    }
}
