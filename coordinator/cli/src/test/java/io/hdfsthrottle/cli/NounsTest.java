package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What all nouns of the command line have in common. */
final class NounsTest {
    private static final String APPLICATION =
            "{\"application\":\"%s\",\"name\":\"n\",\"user\":\"u\",\"tenant\":\"t\",\"notBefore\":0,\"per\":\"application\","
                    + "\"bytes\":1500000,\"bytesPerSecond\":0,"
                    + "\"reservationBytesPerSecond\":0,\"poolWeights\":{},\"admission\":{\"mode\":\"queue\",\"nodes\":[]}}";

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
    void everyNoun_canBeListed() {
        Set<String> listed = new TreeSet<>();
        HdfsThrottle.commands().getSubcommands().forEach((name, command) -> {
            if (command.getSubcommands().containsKey("list")) {
                listed.add(name);
            }
        });
        assertThat(listed)
                .containsExactly(
                        "applications",
                        "appointments",
                        "credits",
                        "deployments",
                        "disks",
                        "events",
                        "forecasts",
                        "leases",
                        "nodes",
                        "offers",
                        "products",
                        "revocations",
                        "rules",
                        "tenants",
                        "tiers");
    }

    @Test
    void limitWithoutAUnit_isAnsweredWithOne_andTold() {
        String tenant =
                "{\"tenant\":\"default\",\"priority\":1,\"reservationBytesPerSecond\":0,\"limitBytesPerSecond\":%d}";
        coordinator
                .then(200, "\"a\"", tenant.formatted(5))
                .then(200, "\"b\"", tenant.formatted(1))
                .then(200, "\"b\"", tenant.formatted(1))
                .then(200, "\"c\"", tenant.formatted(1 << 20));

        assertThat(coordinator.run("tenants", "set", "default", "--limit", "1"))
                .startsWith("0 tenant default: priority 1, reservation 0, limit 1 B/s\n")
                .endsWith("a limit of 1 B/s lets hardly anything through; a number without a unit is of bytes a second,"
                        + " 100m is 100 MiB/s\n");
        assertThat(coordinator.run("tenants", "set", "default", "--limit", "1m"))
                .isEqualTo("0 tenant default: priority 1, reservation 0, limit 1m\n");
    }

    @Test
    void list_goesOnToTheLastPage() {
        String first = "{\"applications\":[" + APPLICATION.formatted("app-1") + "],\"next\":\"YQ\"}";
        String last = "{\"applications\":[" + APPLICATION.formatted("app-2") + "],\"next\":null}";
        for (List<String> asked :
                List.of(List.of("applications"), List.of("applications", "list"), List.of("applications", "--json"))) {
            coordinator.then(200, "", first).then(200, "", last);
            assertThat(coordinator.run(asked.toArray(new String[0])))
                    .startsWith("0 ")
                    .contains("app-1", "app-2")
                    .contains(asked.contains("--json") ? "1500000" : "1.5 MB")
                    .doesNotContain("YQ");
        }
        assertThat(coordinator.requests().get(1)).startsWith("GET /v1/applications?limit=1000&cursor=YQ ");
    }

    @Test
    void executorsOfAnApplication_areListedWithWhatTheyMoved() {
        String moved = "{\"readBytes\":2000000,\"writtenBytes\":0,\"bytesPerSecond\":3000}";
        coordinator.then(
                200,
                "",
                "{\"executors\":[{\"executor\":\"7\",\"hdfs\":" + moved + ",\"local\":" + moved + "}],\"next\":null}");
        assertThat(coordinator.run("applications", "executors", "app-1"))
                .startsWith("0 ")
                .contains("3 kB/s", "2 MB");
        assertThat(coordinator.requests().get(0)).startsWith("GET /v1/applications/app-1/executors?limit=1000 ");
    }

    @Test
    void setOfAnApplication_sendsAllThatItIs_andOnlyIfNobodyWasFaster() {
        coordinator
                .then(200, "\"tag\"", APPLICATION.formatted("app-1"))
                .then(412, "", "{\"detail\":\"application app-1 is now \\\"other\\\"\"}");
        assertThat(coordinator.run("applications", "set", "app-1", "--limit", "1m"))
                .startsWith("1 hdfs-throttle: somebody else was faster, and nothing was changed")
                .contains("look again");
        assertThat(coordinator.requests().get(1))
                .startsWith("PUT /v1/applications/app-1 [\"tag\"] ")
                .contains("\"limitBytesPerSecond\":1048576", "\"admission\":\"queue\"", "\"nodes\":[]");
    }

    @Test
    void redirection_isNotFollowedToWhereNobodyConfigured() {
        String follower = "{\"type\":\"urn:hdfs-throttle:problem:not-leader\",\"leader\":\"http://127.0.0.1:1\"}";
        coordinator.then(307, "", follower);
        assertThat(coordinator.run("tenants"))
                .startsWith("1 ")
                .contains("http://127.0.0.1:1 leads and is not among the addresses given");
    }
}
