package io.hdfsthrottle.datanode;

import io.hdfsthrottle.pace.TenantPace;

/** One tenant on one volume, as JMX shows it. Immutable. */
public final class TenantFigures {

    private final String volume;
    private final TenantPace pace;

    TenantFigures(String volume, TenantPace pace) {
        this.volume = volume;
        this.pace = pace;
    }

    /** The volume's storage id. */
    public String getVolume() {
        return volume;
    }

    /** The tenant. */
    public String getTenant() {
        return pace.terms().tenant().name();
    }

    /** The weight it is paced with. */
    public double getWeight() {
        return pace.terms().weight();
    }

    /** What it is due, in bytes per second. */
    public long getEntitlement() {
        return pace.entitlement().due().bytesPerSecond();
    }

    /** What it was charged lately, in bytes per second: what is due is of the same kind. */
    public long getBytesPerSecond() {
        return pace.rate().bytesPerSecond();
    }

    /** What it moved since the DataNode started, in bytes. */
    public long getBytes() {
        return pace.bytes();
    }

    /** What it was charged for them, in bytes. */
    public long getChargedBytes() {
        return pace.charged();
    }

    /** Whether pacing held it back lately. */
    public boolean isBacklogged() {
        return pace.backlogged();
    }

    /** How many of the DataNode's transfer threads it holds on this volume, whatever they do. */
    public int getSlots() {
        return pace.threads();
    }

    /** The longest that a call of its may sleep now, in milliseconds; reads in the same proportion to their own longest. */
    public long getSleepLimitMillis() {
        return pace.sleepLimit().toMillis();
    }

    /** How many of its threads sleep. */
    public int getSleeping() {
        return pace.resting();
    }

    /** How long its threads slept since the DataNode started, in milliseconds, summed over threads. */
    public long getSleptMillis() {
        return pace.rested().toMillis();
    }
}
