package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists in pages. */
@Tag("slow")
final class PagesTest {
    @TempDir
    private Path folder;

    private TestCluster cluster;
    private Wire wire;
    private String secretOf2;

    @BeforeEach
    void start() throws Exception {
        cluster = new TestCluster(folder);
        wire = new Wire(cluster.leader());
        for (String id : List.of("app-1", "app-2", "app-3", "app-4", "app-5")) {
            String secret = register(id);
            secretOf2 = id.equals("app-2") ? secret : secretOf2;
        }
    }

    private String register(String id) throws Exception {
        return wire.post("/v1/applications", "{\"application\":\"" + id + "\",\"user\":\"u\"}")
                .json()
                .text("secret");
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    private static List<String> ids(JsonObject page) throws Exception {
        List<String> ids = new ArrayList<>();
        for (JsonObject each : page.objects("applications", 10)) {
            ids.add(each.text("application"));
        }
        return ids;
    }

    @Test
    void pages_areTheList_alsoWhereSomethingComesAndGoesMeanwhile() throws Exception {
        JsonObject first = wire.get("/v1/applications?limit=2").json();
        assertThat(ids(first)).containsExactly("app-1", "app-2");
        assertThat(wire.send("DELETE", "/v1/applications/app-2", "{\"secret\":\"" + secretOf2 + "\"}")
                        .status())
                .isEqualTo(204);
        String unused = register("app-0");

        JsonObject second = wire.get("/v1/applications?limit=2&cursor=" + first.text("next"))
                .json();
        assertThat(ids(second)).containsExactly("app-3", "app-4");
        JsonObject last = wire.get("/v1/applications?limit=2&cursor=" + second.text("next"))
                .json();
        assertThat(ids(last)).containsExactly("app-5");
        assertThat(last.optionalText("next")).isEqualTo(Optional.empty());
        assertThat(ids(wire.get("/v1/applications").json())).hasSize(5);
    }

    @Test
    void events_comeNewestFirst_pageByPage() throws Exception {
        JsonObject page = wire.get("/v1/events?limit=3").json();
        long least = Long.MAX_VALUE;
        int seen = 0;
        while (true) {
            for (JsonObject event : page.objects("events", 3)) {
                assertThat(event.count("id")).isLessThan(least);
                least = event.count("id");
                seen++;
            }
            Optional<String> next = page.optionalText("next");
            if (next.isEmpty()) {
                break;
            }
            page = wire.get("/v1/events?limit=3&cursor=" + next.get()).json();
        }
        assertThat(seen).isGreaterThanOrEqualTo(5);
    }

    @Test
    void hostileCursor_isRefused() throws Exception {
        String tooLong = Base64.getUrlEncoder().encodeToString(new byte[2_000]);
        String notUtf8 = Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[] {(byte) 0xC3, (byte) 0x28});
        String padded = Base64.getUrlEncoder().encodeToString("ab".getBytes(StandardCharsets.UTF_8));
        for (String cursor : List.of("%00", "a", "!!!!", "..%2F..", tooLong, notUtf8, padded, "YW%0A")) {
            Wire.Answer refused = wire.get("/v1/applications?cursor=" + cursor);
            assertThat(refused.status()).as(cursor).isEqualTo(400);
            assertThat(refused.json().text("type")).endsWith(":cursor");
        }
        for (String limit : List.of("0", "-1", "1001", "many", "99999999999999999999")) {
            assertThat(wire.get("/v1/applications?limit=" + limit).status())
                    .as(limit)
                    .isEqualTo(422);
        }
    }
}
