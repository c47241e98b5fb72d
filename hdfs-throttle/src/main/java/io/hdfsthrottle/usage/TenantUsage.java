package io.hdfsthrottle.usage;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Objects;

/** One tenant's use of one disk, in a node's usage report. Immutable. */
public final class TenantUsage {

    private final Tenant tenant;
    private final double weight;
    private final long bytes;
    private final Rate rate;
    private final Rate entitlement;
    private final boolean backlogged;
    private final Duration waited;
    private final Rate limit;

    private TenantUsage(
            Tenant tenant,
            double weight,
            long bytes,
            Rate rate,
            Rate entitlement,
            boolean backlogged,
            Duration waited,
            Rate limit) {
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.weight = weight;
        this.bytes = bytes;
        this.rate = Objects.requireNonNull(rate, "rate");
        this.entitlement = Objects.requireNonNull(entitlement, "entitlement");
        this.backlogged = backlogged;
        this.waited = Objects.requireNonNull(waited, "waited");
        this.limit = Objects.requireNonNull(limit, "limit");
    }

    /** A tenant's usage. */
    public static TenantUsage of(
            Tenant tenant,
            double weight,
            long bytes,
            Rate rate,
            Rate entitlement,
            boolean backlogged,
            Duration waited) {
        return new TenantUsage(tenant, weight, bytes, rate, entitlement, backlogged, waited, Rate.UNLIMITED);
    }

    /** The same with the limit that applies there. */
    public TenantUsage limitedTo(Rate newLimit) {
        return new TenantUsage(tenant, weight, bytes, rate, entitlement, backlogged, waited, newLimit);
    }

    /** The tenant. */
    public Tenant tenant() {
        return tenant;
    }

    /** The weight it is paced with. */
    public double weight() {
        return weight;
    }

    /** The limit that applies on this disk: its part of the tenant's limit, which is of the cluster. */
    public Rate limit() {
        return limit;
    }

    /** Bytes moved since the node started. */
    public long bytes() {
        return bytes;
    }

    /** Its rate over the last second or so. */
    public Rate rate() {
        return rate;
    }

    /** Its entitlement. */
    public Rate entitlement() {
        return entitlement;
    }

    /** Whether pacing throttled it lately: it would use more. */
    public boolean backlogged() {
        return backlogged;
    }

    /** Whether it uses the disk, or would. */
    public boolean isActive() {
        return backlogged || rate.bytesPerSecond() > 0;
    }

    /** The time its threads were made to wait since the node started, summed over threads. */
    public Duration waited() {
        return waited;
    }
}
