package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class EventsCommandTest {
    private static final String CHANGED = event(
            2,
            "tenant.changed",
            "gold",
            "{\"priority\":8,\"reservationBytesPerSecond\":0,\"limitBytesPerSecond\":null}",
            "{\"priority\":9,\"reservationBytesPerSecond\":0,\"limitBytesPerSecond\":100}",
            "null");
    private static final String REFUSED = event(1, "refused", "GET /\\u001b[2J\\n", "null", "null", "\"401: why\"");

    private ScriptedCoordinator coordinator;

    @BeforeEach
    void start() throws Exception {
        coordinator = new ScriptedCoordinator();
    }

    @AfterEach
    void stop() {
        coordinator.close();
    }

    private static String event(int id, String event, String name, String before, String after, String detail) {
        return "{\"id\":" + id + ",\"time\":\"2026-11-24T12:00:00Z\",\"event\":\"" + event + "\",\"name\":\"" + name
                + "\",\"by\":\"carol\",\"from\":\"10.0.0.1\",\"before\":" + before + ",\"after\":" + after
                + ",\"detail\":" + detail + "}";
    }

    private static String answer(String... events) {
        return "{\"events\":[" + String.join(",", events) + "]}";
    }

    @Test
    void events_areToldOldestFirst_oneALine() {
        coordinator.then(200, "", answer(CHANGED, REFUSED));

        assertThat(coordinator.run("events", "--since", "2026-11-24T00:00:00Z", "--limit", "7"))
                .isEqualTo("0 2026-11-24T12:00:00Z  refused  GET /?[2J?  by carol from 10.0.0.1: 401: why\n"
                        + "2026-11-24T12:00:00Z  tenant.changed  gold  by carol from 10.0.0.1:"
                        + " priority 8 -> 9, limitBytesPerSecond none -> 100\n");
        assertThat(coordinator.requests().get(0)).startsWith("GET /v1/events?since=2026-11-24T00%3A00%3A00Z&limit=7 ");
    }

    @Test
    void json_isTheCoordinatorsOwnAnswer() {
        coordinator.then(200, "", answer(CHANGED));

        assertThat(coordinator.run("events", "--json")).isEqualTo("0 " + answer(CHANGED) + "\n");
    }

    @Test
    void follow_goesOnAfterTheLastOne_alsoWhenTheCoordinatorFails() throws Exception {
        coordinator
                .then(200, "", answer(REFUSED))
                .then(500, "", "{\"detail\":\"for a moment\"}")
                .then(200, "", answer(CHANGED))
                .then(200, "", answer());
        AtomicReference<String> told = new AtomicReference<>();
        Thread following = new Thread(() -> told.set(coordinator.run("events", "--follow")));
        following.start();
        await().until(() -> coordinator.requests().size() >= 4);

        following.interrupt();
        following.join();

        assertThat(told.get()).contains("refused", "tenant.changed", "for a moment; asking again");
        assertThat(coordinator.requests().get(2)).startsWith("GET /v1/events?since=1&");
        assertThat(coordinator.requests().get(3)).startsWith("GET /v1/events?since=2&");
    }

    @Test
    void epoch_isRaisedAboveTheHighestThatANodeHas() {
        coordinator
                .then(200, "", "{\"nodes\":[{\"epoch\":70},{\"epoch\":90},{\"epoch\":80}]}")
                .then(200, "", "{\"epoch\":75}")
                .then(202, "", "{\"above\":90}");

        assertThat(coordinator.run("epoch", "raise")).isEqualTo("0 a new term begins, above epoch 90\n");

        assertThat(coordinator.requests().get(2)).isEqualTo("POST /v1/epoch null null {\"above\":90}");
    }

    @Test
    void epoch_isNotRaisedWhenNoNodeIsAhead() {
        coordinator.then(200, "", "{\"nodes\":[{\"epoch\":70}]}").then(200, "", "{\"epoch\":75}");

        assertThat(coordinator.run("epoch", "raise")).startsWith("0 no node is ahead of epoch 75");

        assertThat(coordinator.requests()).hasSize(2);
    }
}
