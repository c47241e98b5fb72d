package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.unit.Ticker;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows who leads, and takes the election znode of a leader away that is gone, so that the next candidate leads at once
 * and not only when ZooKeeper ends the session. If the leader lives nevertheless, it can do no harm: its successor has
 * raised the epoch, so its writes are refused, and it looks for that itself.
 */
final class LeaderWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderWatch.class);
    private static final Duration PROBE = Duration.ofMillis(200);
    private static final Duration UNREACHED = Duration.ofMinutes(1);
    private static final Comparator<String> ORDER = Comparator.comparing(name -> name.substring(name.lastIndexOf('-')));

    private final CuratorFramework client;
    private final String latchPath;
    private final Probe probe;
    private final Callable<?> write;
    private final Ticker ticker;
    private final ScheduledExecutorService thread;

    private volatile Optional<First> first = Optional.empty();
    private Suspicion suspicion = Suspicion.NONE;
    private long watchedNanos;
    private boolean told;

    /** The first in line: the znode, and where that coordinator answers. */
    private record First(String path, URI url) {}

    /**
     * Watches nobody yet.
     *
     * @param write writes something to ZooKeeper, which takes most of its servers
     * @param thread one thread, which ends with this
     */
    LeaderWatch(
            CuratorFramework client,
            String latchPath,
            Probe probe,
            Callable<?> write,
            Ticker ticker,
            ScheduledExecutorService thread) {
        this.client = client;
        this.latchPath = latchPath;
        this.probe = probe;
        this.write = write;
        this.ticker = ticker;
        this.thread = thread;
    }

    /**
     * Begins to probe.
     *
     * @param stands whether this coordinator stands for election, and does not lead: only then could it be the next
     */
    void start(BooleanSupplier stands) {
        Future<?> unused = thread.scheduleWithFixedDelay(
                () -> probe(stands), PROBE.toMillis(), PROBE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Asks ZooKeeper who leads. */
    void look() {
        try {
            List<String> names = names();
            if (names.isEmpty()) {
                first = Optional.empty();
                return;
            }
            String path = latchPath + "/" + names.get(0);
            String id = new String(client.getData().forPath(path), StandardCharsets.UTF_8);
            first = id.isEmpty() ? Optional.empty() : Optional.of(new First(path, URI.create(id)));
        } catch (Exception unknown) {
            LOG.debug("It is not known who leads: {}", unknown.toString());
            first = Optional.empty();
        }
    }

    void forget() {
        first = Optional.empty();
    }

    Optional<URI> leader() {
        return first.map(First::url);
    }

    /** How many stand for election. */
    int candidates() throws Exception {
        return names().size();
    }

    /** In the order in which they lead; Curator ends their names with ZooKeeper's sequence number. */
    private List<String> names() throws Exception {
        try {
            return client.getChildren().forPath(latchPath).stream()
                    .sorted(ORDER)
                    .toList();
        } catch (KeeperException.NoNodeException never) {
            return List.of();
        }
    }

    private void probe(BooleanSupplier stands) {
        try {
            Optional<First> leader = first;
            if (leader.isEmpty() || !stands.getAsBoolean()) {
                suspicion = suspicion.withoutEvidence();
                return;
            }
            long asked = ticker.nanos();
            Suspicion before = suspicion;
            suspicion = before.after(leader.get().path(), probe.ask(leader.get().url()), asked);
            tellReached(before, leader.get().url(), asked);
            if (suspicion.isGone(ticker.nanos()) && isStillGone(leader.get(), stands)) {
                remove(leader.get());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (Throwable unable) {
            // Not even an Error may end these looks.
            LOG.warn("The leader cannot be watched: {}", unable.toString());
        }
    }

    private void tellReached(Suspicion before, URI leader, long asked) {
        boolean isOther = !before.znode().equals(suspicion.znode());
        if (isOther) {
            watchedNanos = asked;
            told = false;
        }
        if (suspicion.isReached() && (isOther || !before.isReached())) {
            LOG.info("Reaches the leader at {}, and takes over when it is gone", leader);
        } else if (!suspicion.isReached() && !told && asked - watchedNanos > UNREACHED.toNanos()) {
            told = true;
            LOG.warn(
                    "Has not reached the leader at {} for a minute ({}): if it dies, another one leads only when"
                            + " ZooKeeper ends its session; let coordinators reach each other, and over TLS trust each"
                            + " other by what is in tls.certificate.file",
                    leader,
                    probe.trouble().isEmpty() ? "no answer" : probe.trouble());
        }
    }

    /**
     * It may have been this coordinator that had no network: then a write to ZooKeeper waits until it has one, and the
     * leader is asked once more after that.
     */
    private boolean isStillGone(First leader, BooleanSupplier stands) throws Exception {
        write.call();
        boolean isFirst = client.checkExists().forPath(leader.path()) != null;
        return isFirst && stands.getAsBoolean() && probe.ask(leader.url()) == suspicion.sign();
    }

    private void remove(First leader) throws Exception {
        LOG.warn("{} leads, but {}: the next candidate takes over", leader.url(), suspicion.why(ticker.nanos()));
        remove(leader.path());
        suspicion = Suspicion.NONE;
        look();
    }

    /** Not by Curator: it would try again later, when the leader may be there again. */
    private void remove(String path) throws Exception {
        try {
            client.getZookeeperClient().getZooKeeper().delete(path, -1);
        } catch (KeeperException.NoNodeException already) {
            LOG.debug("Its session has ended: {}", path);
        }
    }

    /** Removes the election znodes of that coordinator, whose process is known to be gone. */
    void remove(URI gone) throws Exception {
        for (String name : names()) {
            String path = latchPath + "/" + name;
            if (new String(client.getData().forPath(path), StandardCharsets.UTF_8).equals(gone.toString())) {
                remove(path);
            }
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
