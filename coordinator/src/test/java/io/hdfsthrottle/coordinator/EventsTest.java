package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a running coordinator records of those who speak to it. */
@Tag("slow")
final class EventsTest {
    private static final String PAD = "-0123456789abcdef";
    private static final String[] CAROL = {"Authorization", "Bearer carol" + PAD};
    private static final String[] JOBS = {"Authorization", "Bearer jobs" + PAD};

    @TempDir
    private Path folder;

    private TestCluster cluster;
    private Wire wire;
    private Path log;

    @BeforeEach
    void start() throws Exception {
        Path access = Files.writeString(
                folder.resolve("access"),
                "carol admin token=carol" + PAD + "\njobs register token=jobs" + PAD + "\neve view token=eve" + PAD
                        + "\n");
        Files.setPosixFilePermissions(access, PosixFilePermissions.fromString("rw-------"));
        log = folder.resolve("audit.log");
        cluster = new TestCluster(folder);
        wire = new Wire(cluster.leader(
                "access.file",
                access.toString(),
                "audit.file",
                log.toString(),
                "application.expiry",
                "3s",
                "claims.unverified",
                "accept"));
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    private List<JsonObject> events() throws Exception {
        return wire.send("GET", "/v1/events?limit=1000", null, CAROL).json().objects("events", 1_000);
    }

    private List<String> texts() throws Exception {
        List<String> told = new ArrayList<>();
        for (JsonObject event : events()) {
            told.add(event.text("event") + " " + event.text("name") + " by " + event.text("by") + " from "
                    + event.text("from"));
        }
        return told;
    }

    @Test
    void changes_areRecordedNewestFirstWithWhoMadeThem() throws Exception {
        wire.send("PUT", "/v1/tenants/gold", "{\"priority\":8}", CAROL);
        wire.send("PUT", "/v1/tenants/gold", "{\"priority\":9}", CAROL);
        wire.send("PUT", "/v1/tenants/gold?dryrun=true", "{\"priority\":10}", CAROL);
        wire.send("PUT", "/v1/rules/r", "{\"match\":{\"user\":\"alice\"},\"tenant\":\"gold\"}", CAROL);
        wire.send("DELETE", "/v1/rules/r", null, CAROL);
        wire.send("DELETE", "/v1/tenants/gold", null, CAROL);

        assertThat(texts())
                .startsWith(
                        "tenant.deleted gold by carol from 127.0.0.1",
                        "rule.deleted r by carol from 127.0.0.1",
                        "rule.created r by carol from 127.0.0.1",
                        "tenant.changed gold by carol from 127.0.0.1",
                        "tenant.created gold by carol from 127.0.0.1")
                .anyMatch(line -> line.matches("leadership.began epoch [0-9]+ by coordinator from -"));
        JsonObject changed = events().get(3);
        assertThat(changed.object("before").count("priority")).isEqualTo(8);
        assertThat(changed.object("after").count("priority")).isEqualTo(9);
        assertThat(Files.readAllLines(log)).hasSize(texts().size());
    }

    @Test
    void applications_areRecordedWithoutTheirSecretsAndTags() throws Exception {
        String body = "{\"application\":\"app-1\",\"user\":\"alice\"}";
        JsonObject registered =
                wire.send("POST", "/v1/applications", body, JOBS).json();
        wire.send("DELETE", "/v1/applications/app-1", null, CAROL);
        wire.send("POST", "/v1/applications", body.replace("app-1", "app-2"), JOBS);

        await().until(() -> texts().get(0).startsWith("application.expired"));

        assertThat(texts())
                .startsWith(
                        "application.expired app-2 by coordinator from -",
                        "application.registered app-2 by jobs from 127.0.0.1",
                        "application.ended app-1 by carol from 127.0.0.1",
                        "application.registered app-1 by jobs from 127.0.0.1");
        assertThat(Files.readString(log))
                .contains("\"user\":\"alice\"")
                .doesNotContain(registered.text("secret"), registered.text("tag"), PAD);
    }

    @Test
    void refusals_areRecordedWithWhoWasRefused() throws Exception {
        wire.send("PUT", "/v1/tenants/gold", "{\"priority\":8}");
        wire.send("PUT", "/v1/tenants/gold", "{\"priority\":8}", "Authorization", "Bearer mallory" + PAD);
        wire.send("PUT", "/v1/tenants/gold", "{\"priority\":8}", "Authorization", "Bearer eve" + PAD);

        await().until(() -> texts().get(0).contains("by eve"));
        assertThat(texts())
                .startsWith(
                        "refused PUT /v1/tenants/gold by eve from 127.0.0.1",
                        "refused PUT /v1/tenants/gold by - from 127.0.0.1",
                        "refused PUT /v1/tenants/gold by anonymous from 127.0.0.1");
        assertThat(events().get(0).text("detail")).isEqualTo("403: The credential eve has not the role admin");
        assertThat(Files.readString(log)).doesNotContain(PAD);
    }

    @Test
    void head_isNoMethodOfAnyPath_andNoRefusalThatIsRecorded() throws Exception {
        for (String path : List.of("/v1/status", "/v1/tenants", "/openapi.yaml", "/v1/policy")) {
            assertThat(wire.send("HEAD", path, null).status()).as(path).isEqualTo(405);
            assertThat(wire.send("HEAD", path, null, CAROL).status()).as(path).isEqualTo(405);
        }

        assertThat(texts()).noneMatch(told -> told.startsWith("refused"));
    }

    @Test
    void changedKeys_areRecordedByTheirFingerprints() throws Exception {
        Path keys = folder.resolve("signing.keys");
        String first = Files.readString(keys);
        Files.writeString(keys, "k2" + first.substring(2) + first);

        await().until(() -> texts().get(0).startsWith("keys.changed"));

        assertThat(events().get(0).text("detail")).matches("k1:\\S+ to k2:\\S+,k1:\\S+");
        assertThat(Files.readString(log)).doesNotContain(first.substring(3).strip());
    }

    @Test
    void changedCredentials_areRecordedWithoutTheirSecrets() throws Exception {
        Path access = folder.resolve("access");
        String before = Files.readString(access);
        Files.writeString(access, before + "mallory admin token=mallory" + PAD + "\n");

        await().until(() -> texts().get(0).startsWith("access.changed"));

        assertThat(events().get(0).text("detail")).isEqualTo("mallory: nothing to (admin token)");
        assertThat(Files.readString(log)).doesNotContain(PAD);
        Files.writeString(access, before);
        await().until(() -> events().get(0).text("detail").equals("mallory: (admin token) to nothing"));
    }

    @Test
    void epoch_isRaisedByAnAdministrator_andThatIsRecorded() throws Exception {
        long epoch = wire.get("/v1/status").json().count("epoch");
        String above = "{\"above\":" + (epoch + 1_000_000_000L) + "}";

        assertThat(wire.send("POST", "/v1/epoch", "{\"above\":1}", CAROL).status())
                .isEqualTo(422);
        assertThat(wire.send("POST", "/v1/epoch", above, JOBS).status()).isEqualTo(403);
        assertThat(wire.send("POST", "/v1/epoch", above, CAROL).status()).isEqualTo(202);

        await().until(() -> wire.get("/v1/status").json().optionalCount("epoch").orElse(0L) > epoch);
        assertThat(wire.get("/v1/status").json().count("epoch")).isEqualTo(epoch + 1_000_000_001L);
        assertThat(texts())
                .contains("epoch.raised " + epoch + " by carol from 127.0.0.1")
                .contains("leadership.ended epoch " + epoch + " by coordinator from -");
    }

    @Test
    void since_takesAnIdOrATime() throws Exception {
        wire.send("PUT", "/v1/tenants/gold", "{\"priority\":8}", CAROL);
        JsonObject newest = events().get(0);

        Answer none = wire.send("GET", "/v1/events?since=" + newest.count("id"), null, CAROL);
        Answer all = wire.send("GET", "/v1/events?since=2026-01-01T00:00:00Z", null, CAROL);
        Answer wrong = wire.send("GET", "/v1/events?since=yesterday", null, CAROL);

        assertThat(none.body()).isEqualTo("{\"events\":[],\"next\":null}");
        assertThat(all.json().objects("events", 100)).isNotEmpty();
        assertThat(wrong.status()).isEqualTo(422);
    }
}
