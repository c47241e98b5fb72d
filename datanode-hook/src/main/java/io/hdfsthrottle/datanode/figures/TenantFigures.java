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

    /** The weight used for pacing it. */
    public double getWeight() {
        return tenant.terms().weight();
    }

    /** Its entitlement, in bytes per second. */
    public long getEntitlement() {
        return tenant.entitlement().due().bytesPerSecond();
    }

    /** Its recent charge in bytes per second, in the same unit as the entitlement. */
    public long getBytesPerSecond() {
        return tenant.rate().bytesPerSecond();
    }

    /** The bytes moved since the DataNode started. */
    public long getBytes() {
        return tenant.bytes();
    }

    /** The bytes charged for them. */
    public long getChargedBytes() {
        return tenant.charged();
    }

    /** Whether pacing throttled it recently. */
    public boolean isBacklogged() {
        return tenant.backlogged();
    }

    /** The number of the DataNode's transfer threads that it holds on this volume, whatever they do. */
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

    /** The number of its threads that sleep. */
    public int getSleeping() {
        return tenant.waiting();
    }

    /** The time that its threads slept since the DataNode started, in milliseconds, summed over threads. */
    public long getSleptMillis() {
        return tenant.waited().toMillis();
    }

    /**
     * The number of calls since the DataNode started that waited their longest and were then dispatched out of turn.
     */
    public long getOutOfTurn() {
        return tenant.outOfTurn();
    }
}
