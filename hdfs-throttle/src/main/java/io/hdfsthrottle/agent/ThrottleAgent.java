package io.hdfsthrottle.agent;

import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.blockfile.KernelBlockFiles;
import io.hdfsthrottle.coverage.KernelLayers;
import io.hdfsthrottle.coverage.TransferThread;
import io.hdfsthrottle.coverage.VolumeCoverage;
import io.hdfsthrottle.device.UnscheduledIo;
import io.hdfsthrottle.device.VolumeDisks;
import io.hdfsthrottle.executor.ExecutorMode;
import io.hdfsthrottle.executor.LocalIo;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.grant.GrantStore;
import io.hdfsthrottle.guard.DiskGuard;
import io.hdfsthrottle.identity.OperationKind;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TokenUser;
import io.hdfsthrottle.kernel.Connection;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.kernel.NativeCalls;
import io.hdfsthrottle.kernel.ProcessLimits;
import io.hdfsthrottle.kernel.Threads;
import io.hdfsthrottle.link.CoordinatorLink;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.part.SharePath;
import io.hdfsthrottle.queue.Account;
import io.hdfsthrottle.queue.Bypass;
import io.hdfsthrottle.queue.QueueHost;
import io.hdfsthrottle.queue.QueueSettings;
import io.hdfsthrottle.queue.VolumeQueue;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.setting.Charge;
import io.hdfsthrottle.slots.SlotKeeper;
import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.unit.Ticker;
import io.hdfsthrottle.usage.DiskFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent that paces the disk I/O of one node by tenant; the only class that assembles settings, grants, pacers and
 * the link.
 *
 * <p>Each volume has threads of its own that ask its disk; no other thread of the agent does. Besides, eight daemon
 * threads at most: the controller divides every volume's capacity each tick, one looks for new volumes, one proves the
 * kernel's layers on them and one keeps those layers up, if any are wanted, one polls the local I/O of
 * executors, the grant keeper waits for news from the coordinator, the finder asks it for applications that clients
 * name, the reporter sends it the usage once a second. Without a coordinator the last three do not run, and all tenants
 * are equal. Threads of the host call {@link #client}, {@link KernelLayers#enter} and then a stream of the account; no
 * other code of the agent runs on them.
 */
public final class ThrottleAgent implements AutoCloseable {

    /** Half of the second within which changes made outside the agent must be repaired. */
    private static final Duration WATCH_PERIOD = Duration.ofMillis(500);

    private static final Duration VOLUMES_PERIOD = Duration.ofSeconds(1);
    private static final Duration LAYERS_PERIOD = Duration.ofMillis(250);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(1);

    /** Checking which of a thousand threads have ended costs as much as a tick. */
    private static final Duration CLOSE_ENDED_PERIOD = Duration.ofSeconds(1);

    /** The share of HDFS's own work is not divided. */
    private static final SharePath UNDIVIDED = SharePath.of("");

    private static final Path PROC = Path.of("/proc");
    private static final Path SYS = Path.of("/sys");
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");
    private static final Logger LOG = LoggerFactory.getLogger(ThrottleAgent.class);

    private final String node;
    private final AgentSettings settings;
    private final Ticker ticker;
    private final Host host;
    private final Bypass bypass = new Bypass();
    private final HostGuard guard;
    private final GrantStore grants;
    private final NodeKeys keys;
    private final ApplicationFinder finder;
    private final CallerResolver resolver;
    private final Threads threads = new Threads(PROC);
    private final ReadCosts readCosts;
    private volatile KernelLayers layers;
    private volatile Optional<DiskGuard> diskGuard;
    private final LocalIo localIo;
    private final VolumeFiles files;
    private final VolumeDisks disks = new VolumeDisks(SYS, ControlFiles.ofKernel());
    private final UnscheduledIo unscheduled = new UnscheduledIo(ControlFiles.ofKernel(), PROC);
    private final QueueHost queueHost;
    private final VolumeQueues queues;
    private final List<Heartbeat> heartbeats = new CopyOnWriteArrayList<>();
    private final SlotKeeper slots;
    private Optional<CoordinatorLink> link = Optional.empty();
    private volatile Consumer<List<VolumeActivity>> newcomers = volumes -> {};
    private long closedEndedNanos;
    private long controlledNanos;
    private final LongAdder stalledNanos = new LongAdder();

    /** Assembles an agent of a node, named so where the settings give no name; starts nothing. */
    public ThrottleAgent(String node, AgentSettings settings, Ticker ticker, Parker parker) {
        this(node, settings, ticker, parker, Host.UNKNOWN);
    }

    /**
     * Assembles an agent; starts nothing.
     *
     * @param node the node's name where the settings give none
     * @param host the process that the agent runs in
     */
    public ThrottleAgent(String node, AgentSettings settings, Ticker ticker, Parker parker, Host host) {
        this.node = settings.grants().node().orElse(node);
        this.settings = settings;
        this.ticker = ticker;
        this.closedEndedNanos = ticker.nanos();
        this.host = host;
        this.guard = new HostGuard(bypass, ticker);
        this.grants = new GrantStore(
                ticker, settings.grants().staleAfter(), settings.grants().expireAfter());
        this.keys = NodeKeys.of(settings.grants().nodeKeyFile(), ticker);
        this.finder = new ApplicationFinder(this.node, grants, bypass::schedules, ticker);
        this.resolver = new CallerResolver(keys, host, finder, ticker);
        ProcessLimits limits = ProcessLimits.read(PROC, CGROUPS);
        this.readCosts = ReadCosts.of(settings.pacing().charge(), PROC, limits, threads, ticker);
        this.files = new VolumeFiles(
                List.of(new KernelBlockFiles(new NativeCalls()), host.blockFiles()),
                folder -> VolumeDisks.largestRequest(folder, SYS, ControlFiles.ofKernel()),
                limits.files(),
                settings.pacing().limits().longestSleep().dividedBy(4),
                ticker);
        this.queueHost = new QueueHost(
                bypass, ticker, parker, readCosts, grants::effective, error -> guard.failed("dispatching", error));
        this.queues = new VolumeQueues(
                this::newQueue,
                volume -> disks.of(volume).map(DiskFacts::device),
                error -> guard.failed("a volume's queue", error));
        this.layers = newLayers();
        this.diskGuard = newDiskGuard();
        this.localIo = settings.executors().localIo(shares(), ticker);
        this.slots = new SlotKeeper(
                host::slots,
                host::lend,
                settings.pacing().limits().longestSleep(),
                settings.pacing().extraSlots());
        followMode();
    }

    private KernelLayers newLayers() {
        return new KernelLayers(settings.kernel()
                .layers(node, host.readsAhead(), tenant -> grants.effective().terms(tenant), ticker));
    }

    private Optional<DiskGuard> newDiskGuard() {
        return settings.guard().guard(node, host.stateFolder());
    }

    /**
     * Goes by the mode that was granted last, however long ago, or by the settings' if none ever was. Threads that wait
     * notice a change by themselves; everything else is looked after at once.
     */
    private void followMode() {
        Mode now = grants.held().modes().of(node).orElse(settings.mode());
        Mode before = bypass.switchTo(now);
        if (before != now) {
            LOG.warn("The mode is {} now, before {}", now.label(), before.label());
            heartbeats.forEach(Heartbeat::beatNow);
        }
    }

    private LocalIo.Shares shares() {
        return new LocalIo.Shares() {
            @Override
            public double weight(String volume, Tenant tenant) {
                return grants.effective().terms(volume, tenant).weight();
            }

            @Override
            public void charge(String volume, Tenant tenant, String application, long bytes) {
                queues.chargeBeside(volume, tenant, application, bytes);
            }
        };
    }

    private VolumeQueue newQueue(Volume volume) {
        QueueSettings queueSettings = new QueueSettings(
                settings.pacing().limits(),
                settings.pacing().capacity(),
                readCosts.charge() == Charge.TRANSFERRED,
                settings.pacing().readaheadMemory());
        VolumeQueue queue =
                new VolumeQueue(volume.id(), queueSettings, volume.isInMemory() ? queueHost.counting() : queueHost);
        queue.start();
        return queue;
    }

    /**
     * The credential that proves to coordinators which node this is; it proves nothing without a key.
     */
    public Credential credential() {
        return Credential.ofNode(keys::key, settings.grants().cluster());
    }

    /**
     * Starts the threads.
     *
     * @param newLink the link to the coordinators, which the agent closes; empty for a standalone node
     * @param grantFile where the last good grant is kept
     */
    public synchronized void start(Optional<CoordinatorLink> newLink, GrantFile grantFile) {
        link = newLink;
        if (link.isPresent()) {
            keys.warn(node);
        }
        restore(grantFile);
        followMode();
        controlledNanos = ticker.nanos();
        Heartbeat controller = Heartbeat.startVital("hdfs-throttle-controller", this::control, guard);
        heartbeats.add(controller);
        heartbeats.add(Heartbeat.start("hdfs-throttle-volumes", this::findVolumes, guard));
        if (layers.areWanted() || diskGuard.isPresent()) {
            heartbeats.add(Heartbeat.start("hdfs-throttle-proofs", this::proveLayers, guard));
            heartbeats.add(Heartbeat.start("hdfs-throttle-kernel", this::renewLayers, guard));
        }
        if (settings.executors().mode() != ExecutorMode.OFF) {
            heartbeats.add(Heartbeat.start("hdfs-throttle-executors", this::pollExecutors, guard));
        }
        link.ifPresent(line -> {
            heartbeats.add(finder.start(line, guard));
            heartbeats.add(GrantKeeper.start(
                    node,
                    settings.grants().cluster(),
                    line,
                    grants,
                    grantFile,
                    ticker,
                    finder,
                    () -> {
                        followMode();
                        controller.beatNow();
                    },
                    guard));
            UsageReporter reporter = new UsageReporter(
                    this::state, queues::applications, disks, host::drains, keys, line, localIo::claims, ticker);
            heartbeats.add(reporter.start(guard));
            newcomers = reporter::reportSoonIfChanged;
        });
    }

    private void restore(GrantFile grantFile) {
        try {
            grantFile.read().ifPresent(this::restore);
        } catch (IOException unreadable) {
            LOG.error("The grant kept from before is not used: {}", unreadable.getMessage());
        }
    }

    private void restore(Grant kept) {
        if (kept.cluster().equals(settings.grants().cluster())) {
            grants.restore(kept);
            LOG.info("Goes by {} kept from before, until a coordinator answers", kept);
        } else {
            // Its epoch may be higher than any of this cluster's, whose grants would then be refused as older for ever.
            LOG.warn(
                    "The grant kept from before is not used: {}, and this node is of {}",
                    kept,
                    settings.grants().cluster());
        }
    }

    /** Runs work of the host twice a second, guarded, until the agent is closed. */
    public synchronized void watch(Runnable work) {
        Heartbeat.Beat beat = () -> {
            work.run();
            return WATCH_PERIOD;
        };
        heartbeats.add(Heartbeat.start("hdfs-throttle-watch", beat, guard));
    }

    private Duration control() {
        Duration pause = settings.pacing().tick();
        long late = ticker.nanos() - controlledNanos - pause.toNanos();
        if (late > pause.toNanos()) { // less is said of any thread of a busy machine
            stalledNanos.add(late);
        }
        try {
            tick();
        } finally {
            controlledNanos = ticker.nanos();
        }
        return pause;
    }

    /** Divides every volume's capacity anew; the controller's work, public for simulations that have no threads. */
    public void tick() {
        if (guard.isPeriodOver()) {
            queues.renew();
            guard.closeGate();
        }
        boolean holdingBack = bypass.schedules() && queues.waitedWithin(SlotKeeper.LATELY);
        queues.limitWaits(slots.tick(queues.disks(), holdingBack));
        queues.tick(grants.effective());
        newcomers.accept(queues.disks());
        long now = ticker.nanos();
        if (now - closedEndedNanos >= CLOSE_ENDED_PERIOD.toNanos()) {
            closedEndedNanos = now;
            queues.closeEnded();
            readCosts.closeEnded();
            heartbeats.forEach(Heartbeat::renew);
        }
    }

    /**
     * Registers a volume before its first I/O, so that administrators see its coverage, and forgets it once it is gone.
     */
    Duration findVolumes() {
        List<Volume> present = host.volumes();
        disks.refresh(present);
        queues.keep(present);
        if (!bypass.isOpen()) {
            for (Volume volume : present) {
                VolumeQueue unused = queues.of(volume);
            }
        }
        if (bypass.schedules()) {
            files.prove(present);
            queues.shareDisks(unscheduled.volumes(
                    queues.disks(), volume -> disks.of(volume).map(DiskFacts::device)));
        }
        heartbeats.forEach(Heartbeat::renew);
        queues.rotational(
                volume -> disks.of(volume).flatMap(DiskFacts::rotational).orElse(false));
        return VOLUMES_PERIOD;
    }

    /** Waits for disks, on a thread of its own. */
    private Duration proveLayers() {
        if (bypass.schedules()) {
            List<Volume> present = host.volumes();
            layers.prove(present);
            diskGuard.ifPresent(strangers -> strangers.guard(present));
        }
        return VOLUMES_PERIOD;
    }

    private Duration renewLayers() {
        if (!bypass.schedules()) {
            layers.close();
            diskGuard.ifPresent(DiskGuard::close);
        } else if (layers.isClosed()) {
            layers = newLayers(); // what is closed does not begin again
            diskGuard = newDiskGuard();
        } else {
            layers.renew(queues.disks());
            diskGuard.ifPresent(DiskGuard::renew);
        }
        return LAYERS_PERIOD;
    }

    private Duration pollExecutors() {
        if (!bypass.schedules()) {
            localIo.release();
        } else {
            localIo.poll(host.volumes(), queues.activities());
        }
        return VOLUMES_PERIOD;
    }

    /** A client that reads from the host where HDFS issues no block tokens. */
    public Client client(String clientName, String address) {
        return client(clientName, address, TokenUser.NOT_ISSUED, OperationKind.READ);
    }

    /**
     * A client that the host serves: made once a connection, then asked for its account with each operation.
     *
     * @param clientName the HDFS client's name, as it claims
     * @param address the numeric address it comes from
     * @param user of the block token that it showed
     * @param operation what it does
     */
    public Client client(String clientName, String address, TokenUser user, OperationKind operation) {
        return new Client(clientName, address, user, operation, resolver, grants, queues);
    }

    /**
     * The tenant of a client, as {@link #client} resolves it, but without waiting for a coordinator: for callers that
     * hold locks of the host.
     */
    public Tenant tenantNow(String clientName, String address, TokenUser user, OperationKind operation) {
        return resolver.known(clientName, address, user, operation, grants.effective());
    }

    /**
     * By the storage id of a volume, the tenant that has leased its disk, according to coordinators; none once that is
     * outdated, nor while nothing is scheduled.
     */
    public Map<String, Tenant> leases() {
        return bypass.schedules() ? grants.effective().leases() : Map.of();
    }

    /**
     * The storage ids of leased volumes that are to be drained, according to coordinators; none once that is outdated,
     * nor while nothing is scheduled.
     */
    public Set<String> draining() {
        return bypass.schedules() ? grants.effective().draining() : Set.of();
    }

    /**
     * The file of a block on that disk, to be read ahead or written back; nothing where that is not possible.
     *
     * @param mostWaitNanos the longest wait for a disk that is new, besides that of the settings
     */
    public Optional<BlockFile> open(Volume volume, Path file, long mostWaitNanos) {
        return files.open(volume, file, mostWaitNanos);
    }

    /** The account of a tenant that the host knows by itself: HDFS's own work. */
    public Account account(Tenant tenant, Volume volume) {
        return queues.of(volume).account(tenant, UNDIVIDED, () -> tenant);
    }

    /**
     * The counter for bytes that the account's tenant moves on that volume; empty where its queue counts them by
     * itself, because the volume has a disk of its own or is the first of its disk.
     */
    public Optional<LongAdder> counter(Volume volume, Account account) {
        return queues.counter(volume, account.tenant());
    }

    /**
     * The calling thread for the kernel's layers; made once per thread, which takes some microseconds.
     *
     * @param peer the numeric address that it serves as long as it lives
     * @param peerPort the port there; 0 if it serves no connection of the network
     */
    public TransferThread layeredThisThread(String peer, int peerPort) {
        TransferThread thread = TransferThread.ofThisThread(threads.current());
        if (peerPort == 0) {
            return thread;
        }
        Connection connection = new Connection(peer, peerPort, host.transferPort());
        readCosts.serves(connection);
        return thread.over(connection);
    }

    /** The kernel's layers beside pacing; transfer threads enter them with every operation. */
    public KernelLayers layers() {
        return layers;
    }

    /**
     * Increases with every new policy, with news of applications and of users' groups, with changes of modes, and after
     * errors: an account must then be requested again.
     */
    public int generation() {
        return grants.generation() + grants.arrivals() + resolver.changes() + queues.renewals();
    }

    /** The agent's clock. */
    public Ticker ticker() {
        return ticker;
    }

    /**
     * Whether everything passes and nothing is counted: in that mode, for a time after too many errors, or once closed.
     */
    public boolean isPassing() {
        return bypass.isOpen();
    }

    /** Whether I/O is scheduled; else the host is to do what it does by itself. */
    public boolean isScheduling() {
        return bypass.schedules();
    }

    /** The guard for errors of the agent that the host must not see. */
    public HostGuard guard() {
        return guard;
    }

    /** A snapshot of the agent's state. */
    public AgentState state() {
        List<VolumeActivity> volumes = queues.activities();
        List<VolumeCoverage> coverage = new ArrayList<>(volumes.size());
        List<Tenant> readingPast = grants.effective().readingPast();
        volumes.forEach(volume -> coverage.add(
                bypass.schedules()
                        ? layers.coverage(volume, files.obstacle(volume.volume()), readingPast)
                        : KernelLayers.passing(volume, passes())));
        return new AgentState(
                node,
                !bypass.schedules(),
                bypass.mode(),
                readCosts.charge(),
                grants.version(),
                grants.held().nodeTerms().version(),
                grants.freshness(),
                grants.age(),
                guard.figures(),
                Duration.ofNanos(stalledNanos.sum()),
                resolver.refusedTags(),
                resolver.hits(grants.effective().rules()),
                Duration.ofNanos(bypass.longestWaitNanos()),
                queueHost.reads(),
                slots.slots(),
                slots.lent(),
                slots.waitLimit(),
                volumes,
                coverage,
                localIo.state());
    }

    private String passes() {
        return bypass.mode() == Mode.ENFORCE
                ? "everything passes for now"
                : "everything passes in the mode " + bypass.mode().label();
    }

    /**
     * Lets everything pass, wakes sleeping threads, ends the threads without waiting for them. What others set in the
     * kernel is put back within {@link #LONGEST_CLOSE}, or behind the host's back: a disk that hangs may keep it, and
     * does not keep the host. Idempotent.
     */
    @Override
    public synchronized void close() {
        bypass.open();
        queues.close();
        heartbeats.forEach(Heartbeat::stop);
        heartbeats.clear();
        slots.close();
        Optional<CoordinatorLink> last = link;
        link = Optional.empty();
        Thread rest = new Thread(() -> closeRest(last), "hdfs-throttle-close");
        rest.setDaemon(true);
        try {
            rest.start();
            rest.join(LONGEST_CLOSE.toMillis());
        } catch (OutOfMemoryError noThread) {
            closeRest(last);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeRest(Optional<CoordinatorLink> last) {
        layers.close();
        diskGuard.ifPresent(DiskGuard::close);
        localIo.close();
        readCosts.close();
        last.ifPresent(CoordinatorLink::close);
    }
}
