package io.hdfsthrottle.datanode.figures;

import io.hdfsthrottle.agent.AgentState;
import io.hdfsthrottle.coverage.IoPath;
import io.hdfsthrottle.coverage.VolumeCoverage;
import io.hdfsthrottle.datanode.transfer.BlockPlacement;
import io.hdfsthrottle.identity.RefusedTags;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.usage.DrainFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The figures of a running hook. Thread-safe. */
public final class HookFigures implements ThrottleMXBean {

    private final Supplier<AgentState> agent;
    private final LongSupplier reinstalled;
    private final IntSupplier shortCircuit;
    private final BlockPlacement placement;
    private final Supplier<Map<String, DrainFacts>> drains;

    /**
     * Reads the figures of that agent.
     *
     * @param reinstalled how often a throttler was put back
     * @param shortCircuit how many replicas clients read past the DataNode
     * @param placement where new blocks went
     * @param drains what is left on volumes that are to be drained
     */
    public HookFigures(
            Supplier<AgentState> agent,
            LongSupplier reinstalled,
            IntSupplier shortCircuit,
            BlockPlacement placement,
            Supplier<Map<String, DrainFacts>> drains) {
        this.agent = agent;
        this.reinstalled = reinstalled;
        this.shortCircuit = shortCircuit;
        this.placement = placement;
        this.drains = drains;
    }

    /** The same figures with one snapshot of the agent for all of them. */
    public ThrottleMXBean atOnce() {
        AgentState now = agent.get();
        return new HookFigures(() -> now, reinstalled, shortCircuit, placement, drains);
    }

    @Override
    public long getBlocksOnOwnLeases() {
        return placement.onOwnLeases();
    }

    @Override
    public long getBlocksOnOthersLeases() {
        return placement.onOthersLeases();
    }

    @Override
    public List<DrainFigures> getDrains() {
        List<DrainFigures> all = new ArrayList<>();
        drains.get().forEach((volume, left) -> all.add(new DrainFigures(volume, left)));
        return all;
    }

    @Override
    public String getState() {
        return agent.get().passing() ? "PASSING" : "PACING";
    }

    @Override
    public String getMode() {
        return agent.get().mode().label();
    }

    @Override
    public String getReason() {
        AgentState now = agent.get();
        if (!now.passing()) {
            return "";
        }
        if (now.mode() != Mode.ENFORCE) {
            return "the mode is " + now.mode().label() + "; see hdfs-throttle mode";
        }
        return now.passesFor().isZero()
                ? "stopped"
                : "too many errors, see Errors and the log; paces again in "
                        + now.passesFor().toSeconds() + " s";
    }

    @Override
    public String getCharge() {
        return agent.get().charge().toString();
    }

    @Override
    public String getNode() {
        return agent.get().node();
    }

    @Override
    public String getGrant() {
        return agent.get().grant().toString();
    }

    @Override
    public String getGrantFreshness() {
        return agent.get().freshness().name();
    }

    @Override
    public long getGrantAgeMillis() {
        return agent.get().grantAge().toMillis();
    }

    @Override
    public long getErrors() {
        return agent.get().errors();
    }

    @Override
    public long getPassingPeriods() {
        return agent.get().passingPeriods();
    }

    @Override
    public long getRefusedTags() {
        return agent.get().refusedTags().total();
    }

    @Override
    public long getForgedTags() {
        return agent.get().refusedTags().of(RefusedTags.Kind.FORGED);
    }

    @Override
    public long getDeadTags() {
        return agent.get().refusedTags().of(RefusedTags.Kind.DEAD);
    }

    @Override
    public long getCrossUserTags() {
        return agent.get().refusedTags().of(RefusedTags.Kind.CROSS_USER);
    }

    @Override
    public long getMalformedTags() {
        return agent.get().refusedTags().of(RefusedTags.Kind.MALFORMED);
    }

    @Override
    public long getOversizeTags() {
        return agent.get().refusedTags().of(RefusedTags.Kind.OVERSIZE);
    }

    @Override
    public long getReinstalled() {
        return reinstalled.getAsLong();
    }

    @Override
    public long getLongestSleepMillis() {
        return agent.get().longestSleep().toMillis();
    }

    @Override
    public double getSlotOccupancy() {
        return agent.get().slots().occupancy();
    }

    @Override
    public int getLentSlots() {
        return agent.get().lentSlots();
    }

    @Override
    public long getSleepLimitMillis() {
        return agent.get().sleepLimit().toMillis();
    }

    @Override
    public int getShortCircuitReplicas() {
        return shortCircuit.getAsInt();
    }

    @Override
    public List<TenantFigures> getTenants() {
        List<TenantFigures> tenants = new ArrayList<>();
        for (VolumeActivity volume : agent.get().volumes()) {
            for (TenantActivity tenant : volume.tenants()) {
                tenants.add(new TenantFigures(volume.volume(), tenant));
            }
        }
        return tenants;
    }

    @Override
    public List<DiskFigures> getDisks() {
        List<DiskFigures> disks = new ArrayList<>();
        AgentState now = agent.get();
        for (int i = 0; i < now.volumes().size(); i++) {
            VolumeActivity volume = now.volumes().get(i);
            int fallenBack = now.coverage().get(i).fallenBack();
            disks.add(new DiskFigures(volume, now.localIo().use(volume.volume()), fallenBack));
        }
        return disks;
    }

    @Override
    public List<ExecutorFigures> getExecutors() {
        List<ExecutorFigures> executors = new ArrayList<>();
        agent.get().localIo().executors().forEach(each -> executors.add(new ExecutorFigures(each)));
        return executors;
    }

    @Override
    public List<CoverageFigures> getCoverage() {
        List<CoverageFigures> covers = new ArrayList<>();
        AgentState now = agent.get();
        for (VolumeCoverage coverage : now.coverage()) {
            for (IoPath path : IoPath.values()) {
                covers.add(new CoverageFigures(coverage, path));
            }
            covers.add(new CoverageFigures(coverage.volume(), now.localIo()));
        }
        return covers;
    }
}
