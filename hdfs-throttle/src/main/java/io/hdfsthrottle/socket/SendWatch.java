package io.hdfsthrottle.socket;

import io.hdfsthrottle.kernel.Connection;
import io.hdfsthrottle.observation.Sending;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What connections of this process wait for with what they send. Thread-safe. */
public final class SendWatch {

    /** All open files are looked through for new connections, which takes a while where there are many. */
    private static final Duration LEAST_PAUSE = Duration.ofSeconds(1);

    /** The search takes at most one part in so many of the time. */
    private static final int PARTS = 200;

    /** With more connections, it begins anew. */
    private static final int MOST = 8_192;

    private final Sockets sockets;
    private final Ticker ticker;
    private final Map<Connection, Watched> known = new HashMap<>();
    private final Set<Connection> unknown = new HashSet<>();
    private long dueNanos;

    /** Watches connections of these sockets. */
    public SendWatch(Sockets sockets, Ticker ticker) {
        this.sockets = sockets;
        this.ticker = ticker;
        this.dueNanos = ticker.nanos();
    }

    private static final class Watched {
        private final int descriptor;
        private SendTime before = SendTime.NONE;
        private SendTime last = SendTime.NONE;

        Watched(int descriptor) {
            this.descriptor = descriptor;
        }

        Optional<Sending> waited(SendTime now) {
            if (now.isWellAfter(last)) {
                before = last;
                last = now;
            }
            return now.since(before);
        }
    }

    /**
     * What that connection waited for mostly in its last second or two of sending; empty if it has sent nothing, is not
     * found yet, or the kernel does not tell.
     */
    public synchronized Optional<Sending> sending(Connection connection) {
        Watched watched = known.get(connection);
        if (watched == null) {
            seek(connection);
            return Optional.empty();
        }
        Optional<SendTime> now = sockets.sendTime(watched.descriptor, connection);
        if (now.isEmpty()) {
            known.remove(connection);
        }
        return now.flatMap(watched::waited);
    }

    private void seek(Connection connection) {
        if (unknown.size() < MOST) {
            unknown.add(connection);
        }
        long now = ticker.nanos();
        if (now - dueNanos >= 0) {
            if (known.size() + unknown.size() > MOST) {
                known.clear();
            }
            sockets.find(unknown).forEach((found, descriptor) -> known.put(found, new Watched(descriptor)));
            unknown.clear();
            dueNanos = now + Math.max(LEAST_PAUSE.toNanos(), PARTS * (ticker.nanos() - now));
        }
    }
}
