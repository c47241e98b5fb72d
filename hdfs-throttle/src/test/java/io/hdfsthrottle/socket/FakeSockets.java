package io.hdfsthrottle.socket;

import io.hdfsthrottle.kernel.Connection;
import io.hdfsthrottle.kernel.Outcome;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Connections in memory and the pacing rate of each. Used by one thread. */
final class FakeSockets implements Sockets {

    private final Map<Connection, Integer> descriptors = new HashMap<>();
    private final Map<Connection, Long> rates = new LinkedHashMap<>();
    private Outcome usable = Outcome.DONE;
    private Outcome answer = Outcome.DONE;
    private final Map<Connection, SendTime> times = new HashMap<>();
    private int searches;

    /** Opens a connection of this process. */
    Connection opened(int port) {
        Connection connection = new Connection("192.0.2.1", port, 9866);
        descriptors.put(connection, descriptors.size() + 1);
        return connection;
    }

    /** Makes native calls unavailable. */
    void areNotThere(String reason) {
        usable = Outcome.failed(reason);
    }

    /** Answers every later pacing with this and does not apply it. */
    void answer(Outcome newAnswer) {
        answer = newAnswer;
    }

    /** The connection's pacing rate in bytes per second. */
    long rate(Connection connection) {
        return rates.getOrDefault(connection, UNPACED);
    }

    /** How often connections were looked for. */
    int searches() {
        return searches;
    }

    @Override
    public Outcome usable() {
        return usable;
    }

    @Override
    public Map<Connection, Integer> find(Collection<Connection> connections) {
        searches++;
        Map<Connection, Integer> found = new HashMap<>(descriptors);
        found.keySet().retainAll(connections);
        return found;
    }

    /** That connection has had bytes to send for so long, and for the part its peer took no more, in microseconds. */
    void sent(Connection connection, long busyMicros, long peerMicros) {
        times.put(connection, new SendTime(busyMicros, peerMicros));
    }

    @Override
    public Optional<SendTime> sendTime(int descriptor, Connection connection) {
        return Optional.ofNullable(times.get(connection));
    }

    @Override
    public Outcome pace(int descriptor, Connection connection, long bytesPerSecond) {
        if (answer.isDone()) {
            rates.put(connection, bytesPerSecond);
        }
        return answer;
    }
}
