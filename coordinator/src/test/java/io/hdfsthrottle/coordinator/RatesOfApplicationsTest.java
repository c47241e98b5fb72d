package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.grant.ApplicationUpdate;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Lease;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.unit.Rate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application's rates: registered with it, changed by its registrant or an administrator, and told to the nodes that
 * have met it.
 */
@Tag("slow")
final class RatesOfApplicationsTest {
    private static final String TOKEN = "0123456789abcdef";
    private static final Rate TEN = Rate.parse("10m");
    private static final Rate THIRTY = Rate.parse("30m");

    @TempDir
    private static Path folder;

    private static TestCluster cluster;
    private static Coordinator coordinator;
    private static Wire wire;

    @BeforeAll
    static void start() throws Exception {
        Path file = Files.writeString(
                folder.resolve("access"),
                "all register token=" + TOKEN + "-a\nroot admin token=" + TOKEN + "-d\nn node token=" + TOKEN + "-n\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        cluster = new TestCluster(folder);
        coordinator = cluster.leader("access.file", file.toString());
        wire = new Wire(coordinator);
        assertThat(as("-d", "PUT", "/v1/tenants/default", "{\"priority\":1,\"reservationBytesPerSecond\":20971520}")
                        .status())
                .isEqualTo(200);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    private static Answer as(String who, String method, String path, String body) throws Exception {
        return wire.send(method, path, body, "Authorization", "Bearer " + TOKEN + who);
    }

    private static JsonObject registered(String id, String more) throws Exception {
        Answer answer =
                as("-a", "POST", "/v1/applications", "{\"application\":\"" + id + "\",\"user\":\"alice\"" + more + "}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json();
    }

    private static JsonObject seen(String id) throws Exception {
        return as("-d", "GET", "/v1/applications/" + id, null).json();
    }

    private static HttpLink link(String who) throws Exception {
        Path token = folder.resolve("token" + who);
        Files.deleteIfExists(token);
        Files.writeString(token, TOKEN + who);
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        return new HttpLink(List.of(coordinator.url()), Duration.ofSeconds(5), Credential.bearer(token));
    }

    @Test
    void limitOfARunningApplication_isChangedByItsRegistrantOrAnAdministrator_andByNobodyElse() throws Exception {
        JsonObject mine = registered("app-1", ",\"limitBytesPerSecond\":31457280,\"per\":\"task\"");
        assertThat(seen("app-1").count("limitBytesPerSecond")).isEqualTo(THIRTY.bytesPerSecond());
        String path = "/v1/applications/app-1";

        assertThat(as("-a", "PUT", path, "{\"limitBytesPerSecond\":10485760}").status())
                .isEqualTo(403);
        assertThat(as("-a", "PUT", path, "{\"limitBytesPerSecond\":10485760,\"secret\":\"" + mine.text("tag") + "\"}")
                        .status())
                .isEqualTo(403);
        assertThat(seen("app-1").count("limitBytesPerSecond")).isEqualTo(THIRTY.bytesPerSecond());

        Answer changed = as(
                "-a",
                "PUT",
                path,
                "{\"per\":\"task\",\"limitBytesPerSecond\":10485760,\"secret\":\"" + mine.text("secret") + "\"}");
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
        assertThat(changed.json().count("limitBytesPerSecond")).isEqualTo(TEN.bytesPerSecond());
        assertThat(changed.json().text("per")).isEqualTo("task");

        assertThat(as("-d", "PUT", path + "?dryrun=true", "{}").json().optionalCount("limitBytesPerSecond"))
                .isEmpty();
        assertThat(seen("app-1").count("limitBytesPerSecond")).isEqualTo(TEN.bytesPerSecond());
        assertThat(as("-d", "PUT", path, "{\"poolWeights\":{\"etl\":3}}").status())
                .isEqualTo(200);
        assertThat(seen("app-1").optionalCount("limitBytesPerSecond")).isEmpty();
        assertThat(seen("app-1").object("poolWeights").count("etl")).isEqualTo(3);
        assertThat(seen("app-1").text("per"))
                .as("what is absent is what it is by default")
                .isEqualTo("application");
        assertThat(as("-d", "GET", "/v1/events", null).body()).contains("application.changed");
    }

    @Test
    void changeOfWhatSomebodyElseChanged_isRefused() throws Exception {
        JsonObject unused = registered("app-4", "");
        String path = "/v1/applications/app-4";
        String tag = as("-d", "GET", path, null).header("ETag");
        String[] still = {"Authorization", "Bearer " + TOKEN + "-d", "If-Match", tag};
        assertThat(wire.send("PUT", path + "?dryrun=true", "{\"limitBytesPerSecond\":5}", still)
                        .status())
                .isEqualTo(200);
        Answer first = wire.send("PUT", path, "{\"limitBytesPerSecond\":5}", still);
        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(first.header("ETag"))
                .isNotEqualTo(tag)
                .isEqualTo(as("-d", "GET", path, null).header("ETag"));

        for (String query : new String[] {"", "?dryrun=true"}) {
            Answer late = wire.send("PUT", path + query, "{\"limitBytesPerSecond\":6}", still);
            assertThat(late.status()).as(query).isEqualTo(412);
            assertThat(late.json().text("type")).endsWith("precondition-failed");
            assertThat(wire.send("DELETE", path + query, null, still).status()).isEqualTo(412);
        }
        assertThat(seen("app-4").count("limitBytesPerSecond")).isEqualTo(5);
    }

    @Test
    void whatCannotBe_isRefused_byName() throws Exception {
        JsonObject unused = registered("app-2", "");
        for (Map.Entry<String, String> wrong : Map.of(
                        "{\"limitBytesPerSecond\":0}", "limit",
                        "{\"limitBytesPerSecond\":\"fast\"}", "limit",
                        "{\"limitBytesPerSecond\":10485760,\"reservationBytesPerSecond\":15728640}", "reservation",
                        "{\"reservationBytesPerSecond\":31457280}", "20971520",
                        "{\"per\":\"task\"}", "spark.hdfs.throttle.limit.per=task",
                        "{\"per\":\"pool\"}", "application, executor or task",
                        "{\"poolWeights\":{\"etl\":0}}", "poolWeights",
                        "{\"poolWeights\":[1]}", "poolWeights",
                        "{\"speed\":1}", "speed")
                .entrySet()) {
            Answer answer = as("-d", "PUT", "/v1/applications/app-2", wrong.getKey());
            assertThat(answer.status()).as(wrong.getKey()).isEqualTo(422);
            assertThat(answer.body()).as(wrong.getKey()).contains(wrong.getValue());
        }
        assertThat(as("-d", "PUT", "/v1/applications/nobody", "{}").status()).isEqualTo(404);
    }

    @Test
    void nodeThatHasMetIt_isToldOfTheChange_andRegisteringAgainKeepsIt() throws Exception {
        try (HttpLink driver = link("-a");
                HttpLink node = link("-n")) {
            Registration registration =
                    Registration.of("app-3", "Three", "alice", null).on(PartTerms.of(Level.TASK, Rate.ZERO, THIRTY));
            Lease lease = driver.register(registration);
            ApplicationUpdate met =
                    node.applications("n:1", List.of("app-3")).applications().orElseThrow();
            assertThat(met.living()).singleElement().satisfies(application -> assertThat(application.terms())
                    .isEqualTo(registration.terms()));
            GrantUpdate all =
                    node.awaitGrant("n:1", GrantPosition.NOTHING, Duration.ZERO).orElseThrow();
            GrantPosition heard = GrantPosition.of(
                    all.policy().orElseThrow().version(),
                    all.terms().map(terms -> terms.version()).orElse(GrantVersion.NONE),
                    all.applications().orElseThrow().sequence());

            assertThat(as("-d", "PUT", "/v1/applications/app-3", "{\"per\":\"task\",\"limitBytesPerSecond\":10485760}")
                            .status())
                    .isEqualTo(200);

            ApplicationUpdate news = node.awaitGrant("n:1", heard, Duration.ofSeconds(10))
                    .flatMap(GrantUpdate::applications)
                    .orElseThrow();
            PartTerms changed = PartTerms.of(Level.TASK, Rate.ZERO, TEN);
            assertThat(news.living()).singleElement().satisfies(application -> assertThat(application.terms())
                    .isEqualTo(changed));

            Lease again = driver.register(registration.again(lease));
            assertThat(again.tag()).isEqualTo(lease.tag());
            assertThat(seen("app-3").count("limitBytesPerSecond")).isEqualTo(TEN.bytesPerSecond());
        }
    }
}
