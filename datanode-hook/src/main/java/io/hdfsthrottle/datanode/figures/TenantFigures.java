package io.hdfsthrottle.datanode.figures;

import io.hdfsthrottle.observation.TenantActivity;

/** One tenant on one volume, as JMX shows it. Immutable. */
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

    /** The weight it is paced with. */
    public double getWeight() {
        return tenant.terms().weight();
    }

    /** What it is due, in bytes per second. */
    public long getEntitlement() {
        return tenant.entitlement().due().bytesPerSecond();
    }

    /** What it was charged lately, in bytes per second: what is due is of the same kind. */
    public long getBytesPerSecond() {
        return tenant.rate().bytesPerSecond();
    }

    /** What it moved since the DataNode started, in bytes. */
    public long getBytes() {
        return tenant.bytes();
    }

    /** What it was charged for them, in bytes. */
    public long getChargedBytes() {
        return tenant.charged();
    }

    /** Whether pacing held it back lately. */
    public boolean isBacklogged() {
        return tenant.backlogged();
    }

    /** How many of the DataNode's transfer threads it holds on this volume, whatever they do. */
    public int getSlots() {
        return tenant.threads();
    }

    /** The longest that a call of its may sleep now, in milliseconds; reads in the same proportion to their own longest. */
    public long getSleepLimitMillis() {
        return tenant.waitLimit().toMillis();
    }

    /** How many of its threads sleep. */
    public int getSleeping() {
        return tenant.waiting();
    }

    /** How long its threads slept since the DataNode started, in milliseconds, summed over threads. */
    public long getSleptMillis() {
        return tenant.waited().toMillis();
    }

    /** How many calls waited as long as they may and went on out of turn since the DataNode started. */
    public long getOutOfTurn() {
        return tenant.outOfTurn();
    }
}
