package io.hdfsthrottle.coordinator.admission;

import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.Multiset;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.SelectorManager.AcceptListener;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.component.LifeCycle;

/**
 * Bounds the connections of one address and of all, closing those above at once, and closes connections on which a
 * request takes too long: idle timeouts do not end those that send a byte now and then. Thread-safe.
 */
public final class Connections implements AcceptListener, Connection.Listener {
    private static final long LOOK_AGAIN_MILLIS = 1_000;

    /**
     * The longest time of a request, unless it waits for a grant: also cuts off clients that read their answer slowly
     * without ever stalling.
     */
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(60);

    private final Admission admission;
    private final Ticker ticker;
    private final ConcurrentMap<SelectableChannel, String> open = new ConcurrentHashMap<>();
    private final Multiset<String> ofAddress = ConcurrentHashMultiset.create();
    private final Map<Connection, Head> heads = new ConcurrentHashMap<>();

    /**
     * The last observed state of a connection.
     *
     * @param requests how many complete requests it had sent
     * @param bytes how many bytes it had sent by then
     * @param begun when bytes beyond these were first seen; null while there are none
     * @param underWay when its unanswered request was first seen; null while there is none
     */
    private record Head(long requests, long bytes, Long begun, Long underWay) {}

    /** Guards no connector yet. */
    public Connections(Admission admission, Ticker ticker) {
        this.admission = admission;
        this.ticker = ticker;
    }

    /** Guards what this connector accepts from now on. */
    public void guard(AbstractConnector connector) {
        connector.addBean(this, false);
        connector.addEventListener(new LifeCycle.Listener() {
            @Override
            public void lifeCycleStarted(LifeCycle started) {
                lookAgain(connector);
            }

            /** Jetty keeps those open that it has accepted and not served yet. */
            @Override
            public void lifeCycleStopped(LifeCycle stopped) {
                open.keySet().forEach(IO::close);
            }
        });
    }

    private void lookAgain(AbstractConnector connector) {
        if (connector.isRunning()) {
            connector
                    .getScheduler()
                    .schedule(
                            () -> {
                                closeSlow();
                                lookAgain(connector);
                            },
                            LOOK_AGAIN_MILLIS,
                            TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void onAccepting(SelectableChannel channel) {
        String origin = origin(channel);
        open.put(channel, origin);
        int others = ofAddress.add(origin, 1);
        Limits limits = admission.limits();
        boolean fits = open.size() <= limits.connections() && others < limits.connectionsPerAddress();
        if (!fits) {
            admission.refused(Refusal.CONNECTIONS);
            IO.close(channel);
        }
    }

    @Override
    public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
        forget(channel);
    }

    @Override
    public void onClosed(SelectableChannel channel) {
        forget(channel);
    }

    private void forget(SelectableChannel channel) {
        String origin = open.remove(channel);
        if (origin != null) {
            ofAddress.remove(origin);
        }
    }

    private static String origin(SelectableChannel channel) {
        try {
            SocketAddress remote = channel instanceof SocketChannel socket ? socket.getRemoteAddress() : null;
            return remote instanceof InetSocketAddress address ? CallerAddress.of(address.getAddress()) : "unknown";
        } catch (IOException gone) {
            return "unknown";
        }
    }

    @Override
    public void onOpened(Connection connection) {
        // Below TLS there is another connection, of which requests are not known.
        if (connection instanceof ConnectionMetaData) {
            heads.put(connection, new Head(0, 0, null, null));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        heads.remove(connection);
    }

    /** Closes connections whose next request has been arriving for too long. */
    private void closeSlow() {
        long now = ticker.nanos();
        heads.forEach((connection, last) -> {
            Head seen = seen(connection, last, now);
            heads.replace(connection, last, seen);
            if (isOver(seen.begun(), admission.limits().patience(), now)
                    || isOver(seen.underWay(), LONGEST_REQUEST, now)) {
                admission.refused(Refusal.SLOW);
                connection.getEndPoint().close(new TimeoutException("a request took too long"));
            }
        });
    }

    private static boolean isOver(Long since, Duration most, long now) {
        return since != null && now - since > most.toNanos();
    }

    private Head seen(Connection connection, Head last, long now) {
        long requests = connection.getMessagesIn();
        long bytes = connection.getBytesIn();
        if (connection.getMessagesOut() < requests) {
            boolean waits = connection.getEndPoint().getIdleTimeout()
                    > admission.limits().patience().toMillis();
            if (waits) {
                return new Head(requests, bytes, null, null);
            }
            boolean same = requests == last.requests() && last.underWay() != null;
            return new Head(requests, bytes, null, same ? last.underWay() : Long.valueOf(now));
        }
        if (requests != last.requests() || last.underWay() != null) {
            return new Head(requests, bytes, null, null);
        }
        return bytes > last.bytes() && last.begun() == null ? new Head(requests, last.bytes(), now, null) : last;
    }
}
