package io.hdfsthrottle.datanode.figures;

import java.util.List;

/** The figures of a hook that did not start, with the reason. Immutable. */
public final class NoFigures implements ThrottleMXBean {

    private final String reason;

    public NoFigures(String reason) {
        this.reason = reason;
    }

    @Override
    public String getState() {
        return "OFF";
    }

    @Override
    public String getMode() {
        return "";
    }

    @Override
    public String getReason() {
        return reason;
    }

    @Override
    public String getCharge() {
        return "";
    }

    @Override
    public String getNode() {
        return "";
    }

    @Override
    public String getGrant() {
        return "";
    }

    @Override
    public String getGrantFreshness() {
        return "NONE";
    }

    @Override
    public long getGrantAgeMillis() {
        return 0;
    }

    @Override
    public long getErrors() {
        return 0;
    }

    @Override
    public long getPassingPeriods() {
        return 0;
    }

    @Override
    public long getRefusedTags() {
        return 0;
    }

    @Override
    public long getForgedTags() {
        return 0;
    }

    @Override
    public long getDeadTags() {
        return 0;
    }

    @Override
    public long getCrossUserTags() {
        return 0;
    }

    @Override
    public long getMalformedTags() {
        return 0;
    }

    @Override
    public long getOversizeTags() {
        return 0;
    }

    @Override
    public long getBlocksOnOwnLeases() {
        return 0;
    }

    @Override
    public long getBlocksOnOthersLeases() {
        return 0;
    }

    @Override
    public List<DrainFigures> getDrains() {
        return List.of();
    }

    @Override
    public long getReinstalled() {
        return 0;
    }

    @Override
    public long getLongestSleepMillis() {
        return 0;
    }

    @Override
    public double getSlotOccupancy() {
        return 0;
    }

    @Override
    public int getLentSlots() {
        return 0;
    }

    @Override
    public long getSleepLimitMillis() {
        return 0;
    }

    @Override
    public int getShortCircuitReplicas() {
        return -1;
    }

    @Override
    public List<TenantFigures> getTenants() {
        return List.of();
    }

    @Override
    public List<DiskFigures> getDisks() {
        return List.of();
    }

    @Override
    public List<ExecutorFigures> getExecutors() {
        return List.of();
    }

    @Override
    public List<CoverageFigures> getCoverage() {
        return List.of();
    }
}
