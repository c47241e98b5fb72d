package io.hdfsthrottle.datanode.figures;

import io.hdfsthrottle.observation.TenantActivity;

/** The figures of one tenant on one volume, as JMX shows them. Immutable. */
public final class TenantFigures {

    private final String volume;
    private final TenantActivity tenant;

    TenantFigures(String volume, TenantActivity tenant) {
        this.volume = volume;
        this.tenant = tenant;
    }

    /** The volume's storage id. */
    public String getVolume() {
        return volume;
    }

    /** The tenant. */
    public String getTenant() {
        return tenant.terms().tenant().name();
    }

    /** The weight that it has now. */
    public double getWeight() {
        return tenant.terms().weight();
    }

    /** What it is due, in bytes per second. */
    public long getEntitlement() {
        return tenant.entitlement().due().bytesPerSecond();
    }

    /** What it was charged lately, in bytes per second; comparable with the entitlement. */
    public long getBytesPerSecond() {
        return tenant.rate().bytesPerSecond();
    }

    /** What it transferred since the DataNode started. */
    public long getBytes() {
        return tenant.bytes();
    }

    /** What it was charged for that. */
    public long getChargedBytes() {
        return tenant.charged();
    }

    /** Whether pacing delayed it lately; if not, something else is its bottleneck. */
    public boolean isBacklogged() {
        return tenant.backlogged();
    }

    /** The transfer threads that it holds on this volume, whatever they do. */
    public int getSlots() {
        return tenant.threads();
    }

    /**
     * The longest that one of its calls may sleep now, in milliseconds; reads are limited in the same proportion to
     * their own longest.
     */
    public long getSleepLimitMillis() {
        return tenant.waitLimit().toMillis();
    }

    /** Its threads that are delayed now. */
    public int getSleeping() {
        return tenant.waiting();
    }

    /** The time that its threads were delayed since the DataNode started, in milliseconds, summed over threads. */
    public long getSleptMillis() {
        return tenant.waited().toMillis();
    }

    /** How often its threads were delayed since the DataNode started. */
    public long getWaits() {
        return tenant.waits().all();
    }

    /** How often they were delayed for 10 ms at most. */
    public long getWaitsUpTo10Millis() {
        return tenant.waits().upTo(0);
    }

    /** How often they were delayed for 100 ms at most. */
    public long getWaitsUpTo100Millis() {
        return tenant.waits().upTo(1);
    }

    /** How often they were delayed for 1 s at most. */
    public long getWaitsUpTo1000Millis() {
        return tenant.waits().upTo(2);
    }

    /**
     * The calls since the DataNode started that waited their longest and then went on out of turn. If it grows on a
     * disk that seeks, {@code hdfs.throttle.pacing.longest.sleep} is too short for a tenant with many streams and a
     * small share, and shares are less exact.
     */
    public long getOutOfTurn() {
        return tenant.outOfTurn();
    }
}
