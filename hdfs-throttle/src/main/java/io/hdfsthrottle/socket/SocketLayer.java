package io.hdfsthrottle.socket;

import io.hdfsthrottle.coverage.IoPath;
import io.hdfsthrottle.coverage.KernelLayer;
import io.hdfsthrottle.coverage.LayerCoverage;
import io.hdfsthrottle.coverage.TransferThread;
import io.hdfsthrottle.coverage.Work;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.Connection;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kernel layer that paces what each connection sends, so that every tenant gets its share of the node's network:
 * for nodes whose network is narrower than their disks. Transfer threads only note the tenant that they work for; one
 * thread of the agent divides the network once a second.
 */
public final class SocketLayer implements KernelLayer {

    private static final String NAME = "socket";
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /** A smaller change of a rate is not set: setting one costs some system calls. */
    private static final double SAME = 0.02;

    private static final Logger LOG = LoggerFactory.getLogger(SocketLayer.class);

    private final Rate network;
    private final Sockets sockets;
    private final Ticker ticker;
    private final ShareAlgorithm algorithm = ShareAlgorithm.weightedMaxMin();
    private final Map<TransferThread, Tenant> sending = new ConcurrentHashMap<>();

    // Used by the one thread that renews.
    private final Map<TransferThread, PacedSocket> paced = new HashMap<>();
    private Map<Tenant, Sender> senders = Map.of();
    private long renewedNanos;

    private volatile Outcome state = Outcome.failed("it was not tried yet");

    /** A layer, by the capacity of the node's network, that is not proved yet. */
    public SocketLayer(Rate network, Sockets sockets, Ticker ticker) {
        this.network = network;
        this.sockets = sockets;
        this.ticker = ticker;
        this.renewedNanos = ticker.nanos();
    }

    /**
     * Whether native calls work is all that can be known before there is a connection; it is the same for all volumes.
     */
    @Override
    public synchronized void prove(Volume volume) {
        if (state.kind() == Outcome.Kind.FAILED) {
            Outcome usable = sockets.usable();
            if (!usable.isDone() && !usable.equals(state)) {
                LOG.warn("hdfs.throttle.kernel.socket is off, pacing goes on: {}", usable);
            }
            state = usable;
        }
    }

    @Override
    public void forget(String volume) {}

    @Override
    public void enter(TransferThread thread, Work work) {
        if (work.reads()) {
            sending.put(thread, work.tenant());
        } else {
            sending.remove(thread);
        }
    }

    @Override
    public void leave(TransferThread thread) {
        sending.remove(thread);
    }

    @Override
    public synchronized void renew(List<VolumeActivity> volumes, Collection<TransferThread> threads) {
        long now = ticker.nanos();
        if (!state.isDone() || now - renewedNanos < PERIOD.toNanos()) {
            return;
        }
        Map<TransferThread, Tenant> current = new HashMap<>(sending);
        senders = divide(volumes, current, now - renewedNanos);
        renewedNanos = now;
        free(current);
        find(current.keySet());
        current.forEach((thread, tenant) -> {
            Sender sender = senders.get(tenant);
            PacedSocket socket = paced.get(thread);
            if (sender != null && socket != null) {
                note(socket.pace(sockets, sender.ofConnection().bytesPerSecond(), SAME));
            }
        });
    }

    private Map<Tenant, Sender> divide(
            List<VolumeActivity> volumes, Map<TransferThread, Tenant> current, long elapsedNanos) {
        Map<Tenant, Integer> connections = new HashMap<>();
        current.values().forEach(tenant -> connections.merge(tenant, 1, Integer::sum));
        Map<Tenant, Double> weights = new HashMap<>();
        Map<Tenant, Long> moved = new HashMap<>();
        for (VolumeActivity volume : volumes) {
            for (TenantActivity tenant : volume.tenants()) {
                weights.put(tenant.terms().tenant(), tenant.terms().weight());
                moved.merge(tenant.terms().tenant(), tenant.bytes(), Long::sum);
            }
        }
        List<Sender> present = new ArrayList<>();
        connections.forEach((tenant, number) -> {
            // A tenant that was not seen at a tick yet gets a share at the next.
            if (weights.containsKey(tenant)) {
                Sender before = senders.get(tenant);
                present.add(Sender.of(tenant, weights.get(tenant), number, moved.get(tenant), before, elapsedNanos));
            }
        });
        List<Demand> demands = new ArrayList<>();
        present.forEach(sender -> demands.add(sender.demand()));
        List<Entitlement> entitlements = algorithm.divide(network, demands);
        Map<Tenant, Sender> divided = new HashMap<>();
        for (int i = 0; i < present.size(); i++) {
            Sender sender = present.get(i).due(entitlements.get(i));
            divided.put(sender.tenant(), sender);
        }
        return divided;
    }

    /** Connections on which no thread sends any more are no longer paced; those of threads that ended are closed. */
    private void free(Map<TransferThread, Tenant> current) {
        paced.entrySet().removeIf(entry -> {
            if (!current.containsKey(entry.getKey())) {
                note(entry.getValue().pace(sockets, Sockets.UNPACED, 0));
            }
            return !entry.getKey().isAlive();
        });
    }

    private void find(Collection<TransferThread> threads) {
        Map<Connection, TransferThread> unknown = new HashMap<>();
        for (TransferThread thread : threads) {
            if (!paced.containsKey(thread)) {
                thread.connection().ifPresent(connection -> unknown.put(connection, thread));
            }
        }
        if (!unknown.isEmpty()) {
            sockets.find(unknown.keySet())
                    .forEach((connection, descriptor) ->
                            paced.put(unknown.get(connection), new PacedSocket(connection, descriptor)));
        }
    }

    /** A connection may end at any moment; any other refusal ends the layer. */
    private void note(Outcome outcome) {
        boolean ended = outcome.kind() == Outcome.Kind.ENDED || outcome.kind() == Outcome.Kind.ABSENT;
        if (!outcome.isDone() && !ended && state.isDone()) {
            state = outcome;
            LOG.warn("hdfs.throttle.kernel.socket went off, pacing goes on: {}", outcome);
        }
    }

    @Override
    public LayerCoverage cover(String volume) {
        return state.isDone()
                ? LayerCoverage.by(NAME)
                        .butNot(IoPath.WRITES, "what a client sends is paced by nobody here")
                        .butNot(IoPath.SHORT_CIRCUIT, "no network is in them")
                : LayerCoverage.none(NAME, state.toString());
    }

    @Override
    public synchronized void close() {
        sending.clear();
        paced.values().forEach(socket -> socket.pace(sockets, Sockets.UNPACED, 0));
        paced.clear();
        state = Outcome.failed("it is closed");
    }

    /** One connection's socket, and the rate set last. Used by one thread at a time. */
    private static final class PacedSocket {
        private final Connection connection;
        private final int descriptor;
        private long told = Sockets.UNPACED;

        PacedSocket(Connection connection, int descriptor) {
            this.connection = connection;
            this.descriptor = descriptor;
        }

        /** Sets the rate, unless it is the one set last, or differs from it by less than that part. */
        Outcome pace(Sockets sockets, long bytesPerSecond, double same) {
            boolean bothPaced = told != Sockets.UNPACED && bytesPerSecond != Sockets.UNPACED;
            if (told == bytesPerSecond || (bothPaced && Math.abs(bytesPerSecond - told) <= same * told)) {
                return Outcome.DONE;
            }
            told = bytesPerSecond;
            return sockets.pace(descriptor, connection, bytesPerSecond);
        }
    }
}
