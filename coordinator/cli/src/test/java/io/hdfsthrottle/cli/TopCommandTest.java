package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class TopCommandTest {
    private static final String NOW =
            "{\"tenantsInAll\":1,\"tenants\":[{\"tenant\":\"gold\",\"givenBytesPerSecond\":60000000,"
                    + "\"entitlementBytesPerSecond\":50000000,\"demandBytesPerSecond\":100000000,\"waitedMillis\":2500},"
                    + "{\"tenant\":null,\"givenBytesPerSecond\":7,\"entitlementBytesPerSecond\":7,"
                    + "\"demandBytesPerSecond\":7,\"waitedMillis\":0}],\"applicationsInAll\":4,"
                    + "\"applications\":[{\"application\":\"app-1\",\"name\":\"n\\u001b[2J\",\"user\":\"u\","
                    + "\"tenant\":\"gold\",\"givenBytesPerSecond\":1000,\"waitedMillis\":7}]}";

    private ScriptedCoordinator coordinator;

    @BeforeEach
    void start() throws Exception {
        coordinator = new ScriptedCoordinator();
    }

    @AfterEach
    void stop() {
        coordinator.close();
    }

    private static String series(String tenant, String disk, String given) {
        return "{\"tenant\":" + tenant + ",\"disk\":\"" + disk + "\",\"givenBytesPerSecond\":[" + given
                + "],\"entitlementBytesPerSecond\":[" + given + "],\"demandBytesPerSecond\":[" + given
                + "],\"waitedMillis\":[" + given + "]}";
    }

    private static String history(String... series) {
        return "{\"from\":0,\"stepSeconds\":60,\"series\":[" + String.join(",", series) + "],\"next\":null}";
    }

    @Test
    void once_printsTenantsAndApplications_withoutCommandsToTheTerminal() {
        coordinator.then(200, "", NOW);

        assertThat(coordinator.run("top", "--once", "--sort", "waited", "--filter", "Go&d"))
                .startsWith("0 hdfs-throttle top  ")
                .contains("1 tenants, 4 applications", "60 MB/s    50 MB/s   100 MB/s    2.5 s/s", "(others)")
                .contains("app-1 ", "n?[2J", "7 ms/s")
                .doesNotContain("\u001b");
        assertThat(coordinator.requests().get(0)).startsWith("GET /v1/history/now?sort=waited&match=Go%26d&limit=20 ");
    }

    @Test
    void json_isTheCoordinatorsOwnAnswer() {
        coordinator.then(200, "", NOW);

        assertThat(coordinator.run("top", "--once", "--json")).isEqualTo("0 " + NOW + "\n");
    }

    @Test
    void at_printsThatMinuteOfTenantsAndTheirDisks_theGreatestFirst() {
        coordinator
                .then(
                        200,
                        "",
                        history(
                                series("\"etl\"", "all", "600"),
                                series("\"gold\"", "all", "60000"),
                                series("\"new\"", "all", "null"),
                                series("null", "all", "6000")))
                .then(200, "", history(series("\"gold\"", "dn1:9866/DS-\\u001b[2J", "60000")));

        assertThat(coordinator.run("top", "--at", "2026-11-24T03:12:59Z"))
                .containsSubsequence("gold  ", "60 kB/s", "1.0 s/s", "(others)", "6 kB/s", "etl", "dn1:9866/DS-?[2J")
                .contains("3 tenants, 1 times")
                .doesNotContain("new", "\u001b");
        assertThat(coordinator.requests())
                .element(0)
                .asString()
                .startsWith("GET /v1/history?disk=all&from=1795489920&to=1795489980&step=60&limit=1000 ");
        assertThat(coordinator.requests().get(1)).startsWith("GET /v1/history?disk=each&");
    }

    @Test
    void whatIsNotKnown_isSaid() {
        coordinator.then(200, "", history()).then(200, "", history());

        assertThat(coordinator.run("top", "--at", "03:12")).contains("nothing is known of that minute");
    }

    @Test
    void whatIsWronglyAsked_isAnsweredWithAGoodValue() {
        assertThat(coordinator.run("top", "--sort", "name"))
                .isEqualTo(
                        "2 hdfs-throttle: --sort: 'name' is none; a good value is given, entitled, demand or waited\n");
        assertThat(coordinator.run("top", "--at", "3 o'clock")).startsWith("2 ").contains("a good value is 03:12");
        assertThat(coordinator.requests()).isEmpty();
    }

    @Test
    void timeThatIsNotWithinTheLastDay_isAWrongArgument() {
        coordinator.then(422, "", "{\"detail\":\"from cannot be 1700000000; permitted: a time before `to`\"}");

        assertThat(coordinator.run("top", "--at", "2023-11-14T22:13:20Z"))
                .isEqualTo("2 hdfs-throttle: --at: that is not within the last day; a good value is 03:12\n");
    }

    @Test
    void jsonWithoutATerminal_isALineOfJsonAgainAndAgain() throws Exception {
        coordinator.then(200, "", NOW).then(200, "", NOW).then(200, "", NOW);
        AtomicReference<String> told = new AtomicReference<>();
        Thread running = new Thread(() -> told.set(coordinator.run("top", "--json")));
        running.start();
        await().until(() -> coordinator.requests().size() >= 3);

        running.interrupt();
        running.join();

        assertThat(told.get().lines().limit(2)).allMatch(line -> line.endsWith(NOW));
    }

    @Test
    void withoutATerminal_itIsPrintedAgainAndAgain_untilInterrupted() throws Exception {
        coordinator.then(200, "", NOW).then(200, "", NOW).then(200, "", NOW);
        AtomicReference<String> told = new AtomicReference<>();
        Thread running = new Thread(() -> told.set(coordinator.run("top")));
        running.start();
        await().until(() -> coordinator.requests().size() >= 2);

        running.interrupt();
        running.join();

        assertThat(told.get()).contains("gold", "hdfs-throttle top").doesNotContain("\u001b");
    }
}
