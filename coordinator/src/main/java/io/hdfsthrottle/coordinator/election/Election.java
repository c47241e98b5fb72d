package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.coordinator.state.Announcements;
import io.hdfsthrottle.coordinator.state.Leadership;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.coordinator.state.TermListener;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes part in the election of a leader through ZooKeeper.
 *
 * <p>Leadership is dropped as soon as the connection is in doubt, long before the session ends; a leader that has not
 * noticed yet can do no harm, because its writes are fenced and its epoch is the lower one. All changes of state happen
 * on one thread, the one of {@code events}; what other threads read is volatile.
 */
public final class Election implements Leadership, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Election.class);
    private static final Duration ASK_WHO_LEADS = Duration.ofMillis(500);
    private static final Duration STAND_AGAIN = Duration.ofSeconds(1);
    private static final int CONNECTION_TIMEOUT_MILLIS = 5_000;

    private final CuratorFramework client;
    private final ZnodeAccess access;
    private final String latchPath;
    private final String urls;
    private final LeaderWatch watch;
    private final EpochNode epochs;
    private final FencedSnapshots snapshots;
    private final String announced;
    private final Duration sessionTimeout;
    private final UrlClaim claim;
    private final ClusterClock clock;
    private final ClockGuard guard;
    private final ScheduledExecutorService events;
    private final Function<String, LeaderLatch> latches;
    private volatile Optional<String> rival = Optional.empty();
    private String trouble = "";

    /** Why it could not lead when it was elected last. */
    private volatile String unableToLead = "";

    private volatile URI self;
    private volatile TermListener listener;
    private volatile LeaderLatch latch;
    private volatile Term current;

    /**
     * Prepares a candidate; nothing is connected before {@link #start}.
     *
     * @param root the path below which this cluster's znodes lie
     * @param certificate this coordinator's own, if it has one
     * @param clock this host's
     * @throws IOException if a file of the settings cannot be used; the message names it
     */
    public Election(ZooKeeperSettings settings, String root, Optional<Path> certificate, Clock clock)
            throws IOException {
        this(settings, root, new StatusProbe(certificate), clock);
    }

    Election(ZooKeeperSettings settings, String root, Probe probe, Clock clock) throws IOException {
        this(settings, root, probe, clock, Surroundings.real(settings, root));
        settings.openness(root).ifPresent(meaning -> LOG.warn("{}", meaning));
    }

    Election(ZooKeeperSettings settings, String root, Probe probe, Clock clock, Surroundings surroundings) {
        this.client = surroundings.client();
        this.access = surroundings.access();
        this.latchPath = root + "/leader";
        this.latches = id -> surroundings.latches().of(client, latchPath, id);
        this.sessionTimeout = settings.sessionTimeout();
        this.urls = root + "/urls";
        this.claim = new UrlClaim(client, urls);
        Ticker ticker = surroundings.ticker();
        this.watch = new LeaderWatch(
                client, latchPath, probe, () -> zookeepersTime(root + "/clock"), ticker, surroundings.watching());
        this.clock = new ClusterClock(() -> zookeepersTime(root + "/clock"), clock, ticker);
        this.guard = new ClockGuard(this.clock, watch::candidates, ticker);
        this.epochs = new EpochNode(client, root + "/epoch", this.clock);
        this.announced = root + "/announced";
        this.snapshots = new FencedSnapshots(client, root, epochs.path(), this::doubt);
        this.events = surroundings.events();
    }

    /** Makes a candidate of that name, which has not started. */
    interface Latches {
        LeaderLatch of(CuratorFramework client, String path, String id);
    }

    /**
     * What is around an election, so that a simulation can stand in for it.
     *
     * @param client not started yet
     * @param events one thread
     * @param watching another one
     */
    record Surroundings(
            CuratorFramework client,
            ZnodeAccess access,
            Ticker ticker,
            ScheduledExecutorService events,
            ScheduledExecutorService watching,
            Latches latches) {
        static Surroundings real(ZooKeeperSettings settings, String root) throws IOException {
            ZnodeAccess access = ZnodeAccess.of(settings, root);
            return new Surroundings(
                    ZooKeeperClient.of(settings, access),
                    access,
                    Ticker.system(),
                    thread("hdfs-throttle-election"),
                    thread("hdfs-throttle-leader-watch"),
                    LeaderLatch::new);
        }

        private static ScheduledExecutorService thread(String name) {
            ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
                Thread thread = new Thread(task, name);
                thread.setDaemon(true);
                return thread;
            });
            executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
            executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
            executor.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
            return executor;
        }
    }

    /**
     * Connects and stands for election as soon as no other coordinator has its URI; returns at once.
     *
     * @param where the URI of this coordinator, for the others to pass on
     * @param told called when its terms begin and end
     */
    public void start(URI where, TermListener told) {
        self = where;
        listener = told;
        client.getConnectionStateListenable()
                .addListener(
                        (connected, state) -> {
                            if (state == ConnectionState.CONNECTED) {
                                tellSession();
                            }
                            lookAround();
                        },
                        events);
        client.start();
        watch.start(() ->
                latch != null && current == null && client.getZookeeperClient().isConnected());
        Future<?> unused =
                events.scheduleWithFixedDelay(this::lookAround, 0, ASK_WHO_LEADS.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** ZooKeeper's own limits raise a short timeout to twice its tick, 4 s by default. */
    private void tellSession() {
        try {
            int negotiated = client.getZookeeperClient().getZooKeeper().getSessionTimeout();
            LOG.info("ZooKeeper ends the session of a silent coordinator after {} ms", negotiated);
            if (negotiated > sessionTimeout.toMillis()) {
                LOG.warn(
                        "zookeeper.session.timeout = {} ms is below what ZooKeeper permits: a takeover waits for {} ms;"
                                + " minSessionTimeout there is the limit",
                        sessionTimeout.toMillis(),
                        negotiated);
            }
        } catch (Exception gone) {
            LOG.debug("The session is not known: {}", gone.toString());
        }
    }

    private void lookAround() {
        if (!client.getZookeeperClient().isConnected()) {
            watch.forget();
            return;
        }
        try {
            access.follow(client, epochs.path(), latchPath, urls, announced);
            endTermOfAnother();
            standAside(claim.otherHolder(self, () -> watch.remove(self)));
            standBack();
            if (latch == null) {
                stand();
            }
            trouble = "";
        } catch (Throwable unable) {
            // Not even an Error may end these looks.
            if (!unable.toString().equals(trouble)) {
                LOG.warn("Cannot stand for election yet: {}", unable.toString());
            }
            trouble = unable.toString();
        }
        watch.look();
    }

    private long zookeepersTime(String path) throws Exception {
        try {
            return client.setData().forPath(path, new byte[0]).getMtime();
        } catch (KeeperException.NoNodeException first) {
            client.create().creatingParentsIfNeeded().forPath(path, new byte[0]);
            return client.setData().forPath(path, new byte[0]).getMtime();
        }
    }

    /** Another one took this one for gone: it leads, or could not begin to. */
    private void endTermOfAnother() throws Exception {
        Term leading = current;
        LeaderLatch standing = latch;
        if (leading == null || standing == null) {
            return;
        }
        String own = standing.getOurPath();
        if (!epochs.isOf(leading) || own == null || client.checkExists().forPath(own) == null) {
            LOG.warn("Epoch {} ends: another coordinator has taken this one for gone", leading.epoch());
            standAgain(standing);
        }
    }

    /** With a wrong clock it leaves the lead to whoever else stands, and stands when nobody does. */
    private void standBack() throws Exception {
        LeaderLatch standing = latch;
        if (guard.standsBack(standing != null) && standing != null) {
            latch = null;
            try {
                endTerm();
            } finally {
                withdraw(standing);
            }
        }
    }

    /** Whether it does not stand for election, because another coordinator has its URI. */
    public boolean standsAside() {
        return rival.isPresent();
    }

    /** A second coordinator of one URL would take the first one's calls, and lead where nobody finds it. */
    private void standAside(Optional<String> holder) {
        if (!holder.equals(rival)) {
            holder.ifPresentOrElse(
                    other -> LOG.error(
                            "Does not stand for election: {} has its URL {}, too, and this is {}. Give each coordinator"
                                    + " its own (advertised.url, listen.port). If that process has just been killed,"
                                    + " this one stands once its session has ended",
                            other,
                            self,
                            claim.process()),
                    () -> LOG.info("Stands for election: no other coordinator has its URL {}", self));
        }
        rival = holder;
        LeaderLatch standing = latch;
        if (holder.isPresent() && standing != null) {
            latch = null;
            try {
                endTerm();
            } finally {
                withdraw(standing);
            }
        }
    }

    /** The time of day that all coordinators share. */
    public Clock clock() {
        return clock;
    }

    /** What each coordinator tells the others, sealed by these keys; from {@link #start} on. */
    public Announcements announcements(Supplier<SigningKeys> keys) {
        return new SessionAnnouncements(client, announced, () -> self, keys);
    }

    /** The snapshots that each leader leaves for the next. */
    public SnapshotStore snapshots() {
        return snapshots;
    }

    @Override
    public Optional<Term> term() {
        LeaderLatch standing = latch;
        return standing != null && standing.hasLeadership() ? Optional.ofNullable(current) : Optional.empty();
    }

    @Override
    public Optional<URI> leader() {
        if (term().isPresent()) {
            return Optional.of(self);
        }
        return watch.leader()
                .filter(other ->
                        !other.equals(self) && client.getZookeeperClient().isConnected());
    }

    private void stand() {
        if (rival.isPresent() || !guard.mayStand()) {
            latch = null; // a later look around stands
            return;
        }
        LeaderLatch candidate = latches.apply(self.toString());
        candidate.addListener(
                new LeaderLatchListener() {
                    @Override
                    public void isLeader() {
                        takeOver(candidate);
                    }

                    @Override
                    public void notLeader() {
                        endTerm();
                    }
                },
                events);
        latch = candidate;
        try {
            candidate.start();
        } catch (Exception unable) {
            LOG.warn("Cannot stand for election yet: {}", unable.toString());
            standAgain(candidate);
        }
    }

    private void takeOver(LeaderLatch candidate) {
        if (candidate != latch || !candidate.hasLeadership()) {
            return;
        }
        try {
            access.secure(client, epochs.path());
            Term term = epochs.begin(candidate.getOurPath());
            listener.begins(term);
            current = term;
            unableToLead = "";
            LOG.info("Leading since epoch {}", term.epoch());
        } catch (Throwable unable) {
            // Not even an Error may keep the latch: no other coordinator could lead.
            boolean isKnown = unable.toString().equals(unableToLead);
            LOG.warn(
                    "Elected, but cannot lead; standing again in {} s: {}",
                    STAND_AGAIN.toSeconds(),
                    unable.toString(),
                    isKnown ? null : unable);
            unableToLead = unable.toString();
            standAgain(candidate);
        }
    }

    private void endTerm() {
        Term ended = current;
        current = null;
        if (ended != null) {
            LOG.info("Leading no longer; epoch {} has ended", ended.epoch());
        }
        TermListener told = listener;
        if (told != null) {
            told.ends();
        }
    }

    /** Gives that term up, and stands again. */
    public void resign(Term term) {
        doubt(term);
    }

    @Override
    public void raiseEpoch(long above) {
        Term leading =
                term().orElseThrow(() -> new NotStored(NotStored.Reason.NOT_LEADING, "this coordinator does not lead"));
        LOG.warn("Epoch {} ends: epochs are raised above {}", leading.epoch(), above);
        epochs.raise(leading, above);
        doubt(leading);
    }

    /** A write of this term was refused or its outcome is not known: what is in memory may differ from what is kept. */
    private void doubt(Term term) {
        events.execute(() -> {
            if (term.equals(current)) {
                standAgain(latch);
            }
        });
    }

    private void standAgain(LeaderLatch given) {
        try {
            endTerm();
        } finally {
            withdraw(given);
            Runnable again = () -> {
                if (latch == given) { // no second candidate, if it stood aside meanwhile
                    stand();
                }
            };
            Future<?> unused = events.schedule(again, STAND_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static void withdraw(LeaderLatch given) {
        if (given.getState() != LeaderLatch.State.STARTED) {
            return;
        }
        try {
            given.close();
        } catch (IOException unable) {
            LOG.warn("Cannot withdraw from the election: {}", unable.toString());
        }
    }

    /** Steps down, so that another can lead at once, and disconnects. */
    @Override
    public void close() {
        watch.close();
        events.shutdownNow();
        try {
            if (!events.awaitTermination(CONNECTION_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.warn("The election goes on in the background; the session's end will end it");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        LeaderLatch standing = latch;
        if (standing != null) {
            withdraw(standing);
        }
        endTerm();
        client.close();
    }
}
