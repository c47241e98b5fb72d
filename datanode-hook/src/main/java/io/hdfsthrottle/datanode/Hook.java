package io.hdfsthrottle.datanode;

import io.hdfsthrottle.agent.ThrottleAgent;
import io.hdfsthrottle.datanode.drain.VolumeDrain;
import io.hdfsthrottle.datanode.field.FileIoField;
import io.hdfsthrottle.datanode.field.ReadaheadPoolField;
import io.hdfsthrottle.datanode.field.ThrottlerField;
import io.hdfsthrottle.datanode.field.TokenCheckerField;
import io.hdfsthrottle.datanode.field.TransferPoolField;
import io.hdfsthrottle.datanode.figures.HookFigures;
import io.hdfsthrottle.datanode.figures.HookMetrics;
import io.hdfsthrottle.datanode.figures.ThrottleMXBean;
import io.hdfsthrottle.datanode.host.ClientPatience;
import io.hdfsthrottle.datanode.host.IssuedTokens;
import io.hdfsthrottle.datanode.host.KnownGroups;
import io.hdfsthrottle.datanode.host.PeerTiming;
import io.hdfsthrottle.datanode.host.PipelineEnd;
import io.hdfsthrottle.datanode.host.RegisteredDataNodes;
import io.hdfsthrottle.datanode.host.ShortCircuitReplicas;
import io.hdfsthrottle.datanode.host.TransferServers;
import io.hdfsthrottle.datanode.host.TransferThreads;
import io.hdfsthrottle.datanode.transfer.BlockPlacement;
import io.hdfsthrottle.datanode.transfer.BlockVolumes;
import io.hdfsthrottle.datanode.transfer.ClusterPeers;
import io.hdfsthrottle.datanode.transfer.ShownTokens;
import io.hdfsthrottle.datanode.transfer.ThreadNames;
import io.hdfsthrottle.datanode.transfer.TransferPacing;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.link.CoordinatorLink;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.queue.WaitLimits;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An installed hook: the agent, and the DataNode's throttler fields that it occupies. */
public final class Hook implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Hook.class);

    private final ThrottleAgent agent;
    private final List<ThrottlerField> fields;
    private final TransferPoolField poolField;
    private final FileIoField fileField;
    private final ReadaheadPoolField readaheadField;
    private final TokenCheckerField tokenField;
    private final ShownTokens tokens;
    private final RegisteredDataNodes registered;
    private final KnownGroups groups;
    private final PeerTiming peerTiming;
    private final TransferPacing pacing;
    private final BlockPlacement placement;
    private final BlockVolumes volumes;
    private final VolumeDrain drain;
    private final Configuration configuration;
    private final HookFigures figures;
    private final AtomicLong reinstalled = new AtomicLong();

    /** Whether the queues can read ahead; else Hadoop's readahead is left alone. */
    private boolean mayReadAhead;

    private boolean readsAhead;

    /** Assembles a hook; does not modify the DataNode yet. */
    Hook(DataNode dataNode, AgentSettings settings) throws ReflectiveOperationException {
        TransferServers servers = TransferServers.of(dataNode);
        this.fields = ThrottlerField.of(servers);
        this.poolField = new TransferPoolField(dataNode);
        this.fileField = new FileIoField(dataNode);
        this.readaheadField = new ReadaheadPoolField(dataNode);
        TransferThreads threads = TransferThreads.of(dataNode.getConf(), servers);
        warn("Clients that come through a UNIX domain socket are not scheduled", servers.domainSocket());
        warn("No transfer threads are lent", threads.lendable());
        warn("Clients cannot be told apart", ThreadNames.known(DataNode.class));
        warnOfTimeouts(dataNode.getConf(), settings.pacing().limits());
        this.volumes = new BlockVolumes(dataNode);
        this.drain =
                VolumeDrain.of(dataNode, this::toBeDrained, this::leased, keepsBlocksOff(dataNode), Ticker.system());
        this.registered = RegisteredDataNodes.of(dataNode, Ticker.system());
        this.groups = KnownGroups.of(dataNode.getConf(), Ticker.system());
        DataNodeHost host = new DataNodeHost(dataNode, volumes, threads, groups, registered::isOthers, drain::left);
        this.agent = new ThrottleAgent(dataNode.getDisplayName(), settings, Ticker.system(), Parker.system(), host);
        this.peerTiming = new PeerTiming(dataNode.getConf(), endOfPipeline());
        this.tokenField = new TokenCheckerField(dataNode);
        this.tokens = new ShownTokens(issuedTokens(dataNode));
        ClusterPeers peers = new ClusterPeers(tokens, dataNodeUser(), registered);
        this.pacing = new TransferPacing(agent, volumes, peers, peerTiming::longestRestNanos);
        this.placement = new BlockPlacement(agent, volumes, peers);
        this.configuration = dataNode.getConf();
        this.figures = new HookFigures(
                agent::state, reinstalled::get, ShortCircuitReplicas.of(dataNode), placement, drain::left);
    }

    /** As configured when the DataNode starts, which is when it creates its policy. */
    private static boolean keepsBlocksOff(DataNode dataNode) {
        return LeasedVolumeChoosingPolicy.class
                .getName()
                .equals(dataNode.getConf().getTrimmed("dfs.datanode.fsdataset.volume.choosing.policy"));
    }

    private Set<String> leased() {
        return agent.leases().keySet();
    }

    private Set<String> toBeDrained() {
        Set<String> draining = agent.isPassing() ? Set.of() : agent.draining();
        return draining.isEmpty()
                ? draining
                : volumes.all().stream()
                        .map(Volume::id)
                        .filter(draining::contains)
                        .collect(Collectors.toSet());
    }

    private static BooleanSupplier endOfPipeline() {
        try {
            return PipelineEnd.find();
        } catch (ReflectiveOperationException unknown) {
            LOG.warn(
                    "Every operation counts as the end of a pipeline, because this Hadoop does not say: {}",
                    unknown.toString());
            return () -> true;
        }
    }

    /** No tag is accepted where it is unknown whether a block token has to be shown with it. */
    private static BooleanSupplier issuedTokens(DataNode dataNode) {
        try {
            return IssuedTokens.of(dataNode);
        } catch (ReflectiveOperationException unknown) {
            LOG.warn(
                    "No tag counts, because this Hadoop does not say whether it issues block tokens: {}",
                    unknown.toString());
            return () -> true;
        }
    }

    private static Optional<String> dataNodeUser() {
        try {
            return Optional.of(UserGroupInformation.getLoginUser().getShortUserName());
        } catch (IOException unknown) {
            LOG.warn("Copies between DataNodes are not recognised by their tokens: {}", unknown.toString());
            return Optional.empty();
        }
    }

    /** Starts the agent and takes the fields. */
    void start(AgentSettings settings, GrantFile grantFile) {
        Optional<CoordinatorLink> link = settings.link().coordinators().isEmpty()
                ? Optional.empty()
                : Optional.of(new HttpLink(
                        settings.link().coordinators(),
                        settings.link().timeout(),
                        agent.credential(),
                        settings.link().tls()));
        agent.start(link, grantFile);
        warn("No tag counts where HDFS issues block tokens", tokenField.take(tokens));
        fields.forEach(field -> field.take(pacing));
        warn("Copies for other DataNodes are charged on no particular disk", poolField.take());
        Outcome files = fileField.take(pacing);
        warn("Reads are held between packets and not read ahead", files);
        mayReadAhead = files.isDone();
        followMode();
        placement.begin(configuration);
        agent.watch(this::refresh);
        agent.watch(registered::refresh);
        agent.watch(groups::refresh);
        agent.watch(drain);
    }

    /** Reacts to what {@code dfsadmin -reconfig} may have changed. */
    private void refresh() {
        keepSeats();
        followMode();
        peerTiming.refresh();
    }

    /** Hadoop reads ahead while the queues do not. */
    private void followMode() {
        boolean wanted = mayReadAhead && agent.isScheduling();
        if (wanted != readsAhead) {
            readsAhead = wanted;
            warn(
                    wanted ? "Hadoop reads ahead beside the hook" : "Neither Hadoop nor the hook reads ahead",
                    wanted ? readaheadField.take() : readaheadField.leave());
        }
    }

    /** {@code dfsadmin -reconfig} installs its own throttlers without asking; ours replace them within a second. */
    private void keepSeats() {
        for (ThrottlerField field : fields) {
            if (field.take(pacing)) {
                reinstalled.incrementAndGet();
                LOG.info("The {} was replaced; it is back, the new limit as a ceiling over all tenants", field);
            }
        }
    }

    static void warnOfTimeouts(Configuration configuration, WaitLimits limits) {
        warn("Clients that are paced may give up reading", ClientPatience.forAPacket(configuration, limits));
        warn("Clients that are paced may give up writing", ClientPatience.forAClose(configuration, limits));
    }

    /** Logs the consequence of a missing capability; everything else continues. */
    private static void warn(String cost, Outcome capability) {
        if (!capability.isDone()) {
            LOG.warn("{}: {}", cost, capability);
        }
    }

    ThrottleMXBean figures() {
        return figures;
    }

    HookMetrics metrics() {
        return new HookMetrics(
                figures.getNode(), figures::atOnce, error -> agent.guard().failed("metrics", error));
    }

    /** Lets all I/O pass, wakes sleeping threads and restores the DataNode's own throttlers. Idempotent, immediate. */
    @Override
    public void close() {
        agent.close();
        placement.end(configuration);
        fields.forEach(ThrottlerField::leave);
        warn("Stopped", tokenField.leave());
        warn("Stopped", poolField.leave());
        warn("Stopped", fileField.leave());
        warn("Stopped", readaheadField.leave());
    }
}
