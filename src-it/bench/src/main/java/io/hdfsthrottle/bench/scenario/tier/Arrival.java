package io.hdfsthrottle.bench.scenario.tier;

import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Statistics;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The state of files after waiting for them to move on.
 *
 * @param seconds the waiting time
 * @param onTheWay how many had not arrived then
 */
record Arrival(double seconds, int onTheWay, FileStates stock) {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration DELETION = Duration.ofSeconds(60);

    static Arrival of(MigratingFiles journey) throws IOException {
        double seconds = journey.await(PATIENCE);
        return new Arrival(seconds, journey.onTheWay().size(), journey.stock(DELETION));
    }

    List<Bar> bars(String when) {
        return List.of(
                Bar.atMost(when + ": files lost or changed", stock.lost().size(), 0),
                Bar.atMost(
                        when + ": files that no client wrote",
                        stock.unexpected().size(),
                        0),
                Bar.atMost(when + ": blocks in two places", stock.twice().size(), 0),
                Bar.atMost(when + ": blocks nowhere", stock.nowhere().size(), 0),
                Bar.atMost(when + ": files that have not gone on after " + PATIENCE.toSeconds() + " s", onTheWay, 0));
    }

    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("files", stock.written().size());
        members.put("blocks", stock.places().size());
        members.put("seconds", Statistics.jsonNumber(seconds));
        members.put("lost", List.copyOf(stock.lost()));
        members.put("notGoneOn", onTheWay);
        return members;
    }
}
