package io.hdfsthrottle.coordinator.feature.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Coordinator;
import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.coordinator.Wire;
import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.usage.VolumeUsage;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The timeline over REST, of a node that reports. */
@Tag("slow")
final class TimelinesTest {
    private static final String NODE = "dn1:9866";
    private static final String HOSTILE = "DS-\u001b[2J\u202e\"}";

    @TempDir
    private static Path folder;

    private static TestCluster cluster;
    private static Coordinator coordinator;
    private static Wire wire;

    @BeforeAll
    static void start() throws Exception {
        cluster = new TestCluster(folder);
        coordinator = cluster.leader();
        wire = new Wire(coordinator);
        assertThat(wire.put("/v1/tenants/gold", "{\"priority\":8}").status()).isEqualTo(201);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    private static void report(HttpLink link) throws Exception {
        VolumeUsage disk = Reports.disk(
                HOSTILE,
                Reports.usage(Reports.GOLD, 60, true, 0),
                Reports.usage(Tenant.named("stranger"), 7, false, 0));
        List<LocalExecutor> unused = link.report(Reports.node(NODE, disk).usage());
    }

    private static List<JsonObject> series(String query) throws Exception {
        Answer answer = wire.get("/v1/history?" + query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json().objects("series", Integer.MAX_VALUE);
    }

    @Test
    void whatANodeReports_isShownNow_andThenInTheHistory() throws Exception {
        try (HttpLink link = new HttpLink(List.of(coordinator.url()), Duration.ofSeconds(5), Credential.NONE)) {
            await().atMost(Duration.ofSeconds(20)).until(() -> {
                report(link);
                return series("disk=each&step=10").size() == 2;
            });
        }

        JsonObject now = wire.get("/v1/history/now?sort=demand&match=GOL").json();
        assertThat(now.count("tenantsInAll")).isEqualTo(1);
        assertThat(now.objects("tenants", 9)).singleElement().satisfies(gold -> {
            assertThat(gold.text("tenant")).isEqualTo("gold");
            assertThat(gold.count("givenBytesPerSecond")).isEqualTo(60);
            assertThat(gold.count("entitlementBytesPerSecond")).isEqualTo(50);
            assertThat(gold.count("demandBytesPerSecond")).isEqualTo(100);
        });
        assertThat(wire.get("/v1/history/now").json().objects("tenants", 9)).hasSize(2);
        assertThat(series("")).hasSize(2).first().satisfies(gold -> {
            assertThat(gold.text("tenant")).isEqualTo("gold");
            assertThat(gold.text("disk")).isEqualTo("all");
            assertThat(gold.members().get("givenBytesPerSecond"))
                    .asInstanceOf(InstanceOfAssertFactories.LIST)
                    .hasSizeBetween(360, 361)
                    .containsNull();
        });
        assertThat(series("").get(1).optionalText("tenant")).isEmpty();
        assertThat(series("disk=each").get(0).text("disk")).isEqualTo(NODE + "/" + HOSTILE);
        assertThat(series("disk=each").get(1).text("disk")).isEqualTo("others");
        assertThat(series("tenant=gold&disk=each")).hasSize(1);
        assertThat(series("tenant=gold&disk=dn9:9866/DS-1")).isEmpty();
        assertThat(series("tenant=etl")).isEmpty();
    }

    @Test
    void whoWatches_isToldEachSecond_untilTheStreamEnds() throws Exception {
        try (HttpLink link = new HttpLink(List.of(coordinator.url()), Duration.ofSeconds(5), Credential.NONE)) {
            report(link);
        }

        Answer stream = wire.get("/v1/history/live?forSeconds=3");

        assertThat(stream.header("Content-Type")).startsWith("text/event-stream");
        assertThat(stream.header("Cache-Control")).isEqualTo("no-store");
        List<String> events = List.of(stream.body().split("\n\n"));
        assertThat(events).hasSizeBetween(2, 5).allMatch(event -> event.startsWith("data: {\"at\":"));
        JsonObject last = JsonObject.parse(events.get(events.size() - 1).substring("data: ".length()));
        assertThat(last.objects("tenants", 9).get(0).text("tenant")).isEqualTo("gold");
    }

    /** More of them than there are threads. */
    @Test
    void whoWatchesAndReadsNothing_holdsUpNobody_andThereAreNotTooMany() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < Live.MOST; i++) {
                Socket socket = new Socket(
                        coordinator.url().getHost(), coordinator.url().getPort());
                slow.add(socket);
                socket.getOutputStream()
                        .write("GET /v1/history/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
            }
            await().until(() -> wire.get("/v1/history/live?forSeconds=0").status() == 503);
            assertThat(wire.get("/v1/history/now").status()).isEqualTo(200);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
        await().atMost(Duration.ofSeconds(20))
                .until(() -> wire.get("/v1/history/live?forSeconds=0").status() == 200);
    }

    @Test
    void whatCannotBeAsked_isRefusedWithAGoodValue() throws Exception {
        for (String wrong : List.of(
                "step=7",
                "step=0",
                "step=-10",
                "from=9&to=8",
                "from=1&to=2",
                "from=9999999999&to=99999999999",
                "to=-1",
                "tenant=%1b",
                "from=0&step=50")) {
            assertThat(wire.get("/v1/history?" + wrong).status()).as(wrong).isEqualTo(422);
        }
        assertThat(wire.get("/v1/history/now?sort=name").body()).contains("demand, entitled, given, waited");
        assertThat(wire.get("/v1/history/now?match=" + "x".repeat(256)).status())
                .isEqualTo(422);
        assertThat(wire.get("/v1/history?from=0&step=60").status())
                .as("all that there is")
                .isEqualTo(200);
    }
}
