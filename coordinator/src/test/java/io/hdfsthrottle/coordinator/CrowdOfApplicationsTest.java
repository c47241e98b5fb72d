package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many applications register at a time, and one registrant tries to take all the room. */
@Tag("slow")
final class CrowdOfApplicationsTest {
    private static final int MOST = 100;
    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    private static Path folder;

    private static TestCluster cluster;
    private static Wire wire;

    @BeforeAll
    static void start() throws Exception {
        Path file = Files.writeString(
                folder.resolve("access"),
                "one register token=" + TOKEN + "-1\ntwo register token=" + TOKEN + "-2\nroot admin token=" + TOKEN
                        + "-3\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        cluster = new TestCluster(folder);
        wire = new Wire(cluster.leader(
                "access.file",
                file.toString(),
                "limits.applications.per.credential",
                Integer.toString(MOST),
                "limits.requests.at.once",
                "999",
                "limits.requests.per.second",
                "9999"));
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    private static CompletableFuture<Answer> later(String method, String who, String path, String body) {
        return wire.sendLater(method, path, body, "Authorization", "Bearer " + TOKEN + who);
    }

    private static CompletableFuture<Answer> register(String who, String id) {
        return later("POST", who, "/v1/applications", "{\"application\":\"" + id + "\",\"user\":\"alice\"}");
    }

    @Test
    void registrant_cannotTakeMoreRoomThanItsPart_andTheOthersRegister() throws Exception {
        List<CompletableFuture<Answer>> crowd = IntStream.range(0, MOST + 20)
                .mapToObj(number -> register("-1", "crowd-" + number))
                .toList();
        CompletableFuture<Answer> other = register("-2", "other");
        CompletableFuture.allOf(crowd.toArray(CompletableFuture<?>[]::new)).get(30, TimeUnit.SECONDS);

        assertThat(crowd.stream().filter(each -> each.join().status() == 201)).hasSize(MOST);
        assertThat(crowd.stream().map(CompletableFuture::join).filter(each -> each.status() != 201))
                .allSatisfy(refused -> {
                    assertThat(refused.status()).isEqualTo(507);
                    assertThat(refused.json().text("detail")).contains("limits.applications.per.credential = 100");
                });
        JsonObject registered = other.get(30, TimeUnit.SECONDS).json();
        assertThat(registered.text("application")).isEqualTo("other");
        assertThat(later(
                                "POST",
                                "-2",
                                "/v1/applications/other/renewal",
                                "{\"secret\":\"" + registered.text("secret") + "\"}")
                        .get(30, TimeUnit.SECONDS)
                        .status())
                .isEqualTo(200);
        assertThat(later("DELETE", "-3", "/v1/applications/other", null)
                        .get(30, TimeUnit.SECONDS)
                        .status())
                .isEqualTo(204);
        assertThat(later("DELETE", "-3", "/v1/applications/other", null)
                        .get(30, TimeUnit.SECONDS)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void idThatTwoAskForAtOnce_isOnes() throws Exception {
        List<CompletableFuture<Answer>> both = List.of(register("-2", "same"), register("-2", "same"));

        CompletableFuture.allOf(both.toArray(CompletableFuture<?>[]::new)).get(30, TimeUnit.SECONDS);

        assertThat(both).extracting(each -> each.join().status()).containsExactlyInAnyOrder(201, 409);
    }
}
