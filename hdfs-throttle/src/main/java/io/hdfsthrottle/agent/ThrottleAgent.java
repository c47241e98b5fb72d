package io.hdfsthrottle.agent;

import io.hdfsthrottle.coverage.KernelLayers;
import io.hdfsthrottle.coverage.TransferThread;
import io.hdfsthrottle.coverage.VolumeCoverage;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.grant.GrantStore;
import io.hdfsthrottle.guard.DiskGuard;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.Connection;
import io.hdfsthrottle.kernel.ProcessLimits;
import io.hdfsthrottle.kernel.Threads;
import io.hdfsthrottle.link.CoordinatorLink;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.pace.Gate;
import io.hdfsthrottle.pace.Parker;
import io.hdfsthrottle.pace.ReadCharge;
import io.hdfsthrottle.pace.TenantBucket;
import io.hdfsthrottle.pace.Transfer;
import io.hdfsthrottle.pace.Volume;
import io.hdfsthrottle.pace.VolumePacer;
import io.hdfsthrottle.slots.SlotKeeper;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent of one node: the only place where settings, grants, pacers and the link are put together.
 *
 * <p>Five daemon threads at most: the controller divides every volume's capacity each tick, one looks for new volumes and proves the
 * kernel's layers on them, one keeps those layers up if any are wanted, the grant keeper waits for news from the coordinator, the reporter tells it
 * once a second what was used. Without a coordinator the last two are not there, and all tenants are equal. Threads of the host call
 * {@link #bucket}, {@link KernelLayers#enter} and then the bucket; nothing else of ours runs on them.
 */
public final class ThrottleAgent implements AutoCloseable {

    /** Half of the second within which what was changed behind our back is to be mended. */
    private static final Duration WATCH_PERIOD = Duration.ofMillis(500);

    private static final Duration VOLUMES_PERIOD = Duration.ofSeconds(1);
    private static final Duration LAYERS_PERIOD = Duration.ofMillis(250);

    /** Looking which of a thousand threads have ended costs as much as a tick. */
    private static final Duration CLOSE_ENDED_PERIOD = Duration.ofSeconds(1);

    private static final Path PROC = Path.of("/proc");
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");
    private static final Logger LOG = LoggerFactory.getLogger(ThrottleAgent.class);

    private final String node;
    private final AgentSettings settings;
    private final Ticker ticker;
    private final Host host;
    private final Gate gate = new Gate();
    private final HostGuard guard;
    private final GrantStore grants;
    private final CallerResolver resolver;
    private final Threads threads = new Threads(PROC);
    private final DiskWaits diskWaits;
    private final Charging charging;
    private final KernelLayers layers;
    private final Optional<DiskGuard> diskGuard;
    private final VolumePacers pacers;
    private final List<Heartbeat> heartbeats = new ArrayList<>();
    private final SlotKeeper slots;
    private Optional<CoordinatorLink> link = Optional.empty();
    private long closedEndedNanos;

    /**
     * Assembles an agent; starts nothing.
     *
     * @param node what the node calls itself where the settings do not say
     * @throws IOException if the signing keys cannot be read or are malformed
     */
    public ThrottleAgent(String node, AgentSettings settings, Ticker ticker, Parker parker) throws IOException {
        this(node, settings, ticker, parker, Host.UNKNOWN);
    }

    /**
     * Assembles an agent; starts nothing.
     *
     * @param node what the node calls itself where the settings do not say
     * @param host what the host says of itself
     * @throws IOException if the signing keys cannot be read or are malformed
     */
    public ThrottleAgent(String node, AgentSettings settings, Ticker ticker, Parker parker, Host host)
            throws IOException {
        this.node = settings.node().orElse(node);
        this.settings = settings;
        this.ticker = ticker;
        this.closedEndedNanos = ticker.nanos();
        this.host = host;
        this.guard = new HostGuard(gate, ticker);
        this.grants = new GrantStore(ticker, settings.staleAfter(), settings.expireAfter());
        this.resolver = new CallerResolver(signingKeys(settings));
        ProcessLimits limits = ProcessLimits.read(PROC, CGROUPS);
        this.diskWaits = new DiskWaits(threads, limits);
        this.pacers = new VolumePacers(new PacerMaker(settings, gate, ticker, parker, diskWaits)::of);
        this.charging = Charging.of(settings, host, PROC, limits, ticker);
        this.layers = new KernelLayers(settings.kernel()
                .layers(this.node, host, tenant -> grants.effective().terms(tenant), ticker));
        this.diskGuard = settings.kernel().guard(this.node, host);
        this.slots =
                new SlotKeeper(host::slots, host::lend, settings.pacingLimits().longestSleep(), settings.extraSlots());
    }

    private static SigningKeys signingKeys(AgentSettings settings) throws IOException {
        if (settings.signingKeysFile().isEmpty()) {
            return null;
        }
        try {
            return SigningKeys.parse(
                    Files.readAllLines(settings.signingKeysFile().get()));
        } catch (IllegalArgumentException malformed) {
            throw new IOException(settings.signingKeysFile().get() + ": " + malformed.getMessage(), malformed);
        }
    }

    /**
     * Starts the threads.
     *
     * @param newLink the line to the coordinators, which the agent closes; nothing for a node that stands alone
     * @param grantFile where the last good grant is kept
     */
    public synchronized void start(Optional<CoordinatorLink> newLink, GrantFile grantFile) {
        link = newLink;
        restore(grantFile);
        Heartbeat controller = Heartbeat.start("hdfs-throttle-controller", this::control, guard);
        heartbeats.add(controller);
        heartbeats.add(Heartbeat.start("hdfs-throttle-volumes", this::findVolumes, guard));
        if (layers.areWanted() || diskGuard.isPresent()) {
            heartbeats.add(Heartbeat.start("hdfs-throttle-kernel", this::renewLayers, guard));
        }
        link.ifPresent(line -> {
            heartbeats.add(GrantKeeper.start(
                    node, settings.cluster(), line, grants, grantFile, ticker, controller::beatNow, guard));
            heartbeats.add(UsageReporter.start(this::state, line, guard));
        });
    }

    private void restore(GrantFile grantFile) {
        try {
            grantFile.read().ifPresent(this::restore);
        } catch (IOException unreadable) {
            LOG.warn("The grant kept from before is not used: {}", unreadable.getMessage());
        }
    }

    private void restore(Grant kept) {
        if (kept.cluster().equals(settings.cluster())) {
            grants.restore(kept);
            LOG.info("Goes by {} kept from before, until a coordinator answers", kept);
        } else {
            // Its epoch may be higher than any of this cluster's, whose grants would then be refused as older for ever.
            LOG.warn("The grant kept from before is not used: {}, and this node is of {}", kept, settings.cluster());
        }
    }

    /** Does something of the host's twice a second, guarded, until the agent is closed. */
    public synchronized void watch(Runnable work) {
        Heartbeat.Beat beat = () -> {
            work.run();
            return WATCH_PERIOD;
        };
        heartbeats.add(Heartbeat.start("hdfs-throttle-watch", beat, guard));
    }

    private Duration control() {
        tick();
        return pacers.untilNextTick(settings.tick());
    }

    /** Divides every volume's capacity anew; the controller's work, public for simulations that have no threads. */
    public void tick() {
        pacers.limitRests(slots.tick(pacers.activities(), pacers.restedWithin(SlotKeeper.LATELY)));
        pacers.tick(grants.effective());
        long now = ticker.nanos();
        if (now - closedEndedNanos >= CLOSE_ENDED_PERIOD.toNanos()) {
            closedEndedNanos = now;
            charging.closeEnded();
            diskWaits.closeEnded();
        }
    }

    /** A volume is known before its first byte is moved, so that people see what covers it, and forgotten once it is gone. */
    Duration findVolumes() {
        List<Volume> present = host.volumes();
        for (Volume volume : present) {
            if (!gate.isOpen()) {
                VolumePacer unused = pacers.of(volume);
            }
        }
        if (!gate.isOpen()) {
            layers.prove(present);
            diskGuard.ifPresent(strangers -> strangers.guard(present));
        }
        pacers.keep(present);
        return VOLUMES_PERIOD;
    }

    private Duration renewLayers() {
        if (gate.isOpen()) {
            layers.close();
            diskGuard.ifPresent(DiskGuard::close);
        } else {
            layers.renew(pacers.activities());
            diskGuard.ifPresent(DiskGuard::renew);
        }
        return LAYERS_PERIOD;
    }

    /**
     * A client that the host serves: made once a connection, then asked for its bucket with each operation.
     *
     * @param clientName the HDFS client's name, as it claims; empty for another DataNode
     * @param address the numeric address it comes from
     */
    public Client client(String clientName, String address) {
        return new Client(clientName, address, resolver, grants, pacers);
    }

    /**
     * The bucket that pays for an operation.
     *
     * @param clientName the HDFS client's name, as it claims; empty for another DataNode
     * @param address the numeric address it comes from
     * @param volume the disk it touches
     */
    public TenantBucket bucket(String clientName, String address, Volume volume) {
        return client(clientName, address).bucket(volume);
    }

    /** The bucket of a tenant that the host knows by itself: HDFS's own work. */
    public TenantBucket bucket(Tenant tenant, Volume volume) {
        return pacers.of(volume).bucket(tenant);
    }

    /** The calling thread as one that moves data; made once a thread, for some microseconds. */
    public Transfer transferOfThisThread() {
        return Transfer.ofThisThread(threads.current());
    }

    /**
     * The calling thread as the kernel's layers see it; made once a thread, for some microseconds.
     *
     * @param peer the numeric address that it serves as long as it lives
     * @param peerPort the port there; 0 if it serves no connection of the network
     */
    public TransferThread layeredThisThread(String peer, int peerPort) {
        TransferThread thread = TransferThread.ofThisThread(threads.current());
        return peerPort == 0 ? thread : thread.over(Connection.of(peer, peerPort, host.transferPort()));
    }

    /** What the kernel does beside pacing; transfer threads enter it with every operation. */
    public KernelLayers layers() {
        return layers;
    }

    /** What the calling thread's reads are charged; made once a thread, for some microseconds. */
    public ReadCharge readsOfThisThread() {
        return charging.ofThread(threads.current());
    }

    /** Rises with every new grant: a bucket that was asked for before is to be asked for again. */
    public int generation() {
        return grants.generation();
    }

    /** The agent's clock. */
    public Ticker ticker() {
        return ticker;
    }

    /** Whether everything passes unpaced: after too many errors, or once closed. */
    public boolean isPassing() {
        return gate.isOpen();
    }

    /** Where errors of ours go that the host must not see. */
    public HostGuard guard() {
        return guard;
    }

    /** How the agent is doing. */
    public AgentState state() {
        List<VolumeActivity> volumes = pacers.activities();
        List<VolumeCoverage> coverage = new ArrayList<>(volumes.size());
        volumes.forEach(volume -> coverage.add(layers.coverage(volume)));
        return new AgentState(
                node,
                gate.isOpen(),
                charging.charge(),
                grants.version(),
                grants.freshness(),
                grants.age(),
                guard.errors(),
                resolver.refusedTags(),
                Duration.ofNanos(gate.longestRestNanos()),
                slots.slots(),
                slots.lent(),
                slots.waitLimit(),
                volumes,
                coverage);
    }

    /** Lets everything pass, wakes whoever rests, ends the threads without waiting for them. Idempotent. */
    @Override
    public synchronized void close() {
        gate.open();
        pacers.all().forEach(VolumePacer::wake);
        heartbeats.forEach(Heartbeat::stop);
        heartbeats.clear();
        slots.close();
        layers.close();
        diskGuard.ifPresent(DiskGuard::close);
        charging.close();
        diskWaits.close();
        link.ifPresent(CoordinatorLink::close);
        link = Optional.empty();
    }
}
