package io.hdfsthrottle.usage;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.WaitCounts;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Objects;

/** One tenant's use of one disk, in a node's usage report. Immutable. */
public final class TenantUsage {

    /** No DataNode has as many transfer threads: its default is 4,096. */
    private static final int MOST_STREAMS = 1 << 20;

    /** A tenant that uses this fraction of its part of the limit is throttled by the limit, not by the disk. */
    private static final double AT_LIMIT = 0.98;

    private final Tenant tenant;
    private final double weight;
    private final long bytes;
    private final Rate rate;
    private final Rate entitlement;
    private final boolean backlogged;
    private final Duration waited;
    private final Rate limit;
    private final int streams;
    private final Rate reservation;
    private final WaitCounts waits;

    private TenantUsage(
            Tenant tenant,
            double weight,
            long bytes,
            Rate rate,
            Rate entitlement,
            boolean backlogged,
            Duration waited,
            Rate limit,
            int streams,
            Rate reservation,
            WaitCounts waits) {
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.weight = weight;
        this.bytes = bytes;
        this.rate = Objects.requireNonNull(rate, "rate");
        this.entitlement = Objects.requireNonNull(entitlement, "entitlement");
        this.backlogged = backlogged;
        this.waited = Objects.requireNonNull(waited, "waited");
        this.limit = Objects.requireNonNull(limit, "limit");
        this.streams = streams;
        this.reservation = Objects.requireNonNull(reservation, "reservation");
        this.waits = Objects.requireNonNull(waits, "waits");
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
        return new TenantUsage(
                tenant,
                weight,
                bytes,
                rate,
                entitlement,
                backlogged,
                waited,
                Rate.UNLIMITED,
                0,
                Rate.ZERO,
                WaitCounts.NONE);
    }

    /** The same with the limit that applies there. */
    public TenantUsage limitedTo(Rate newLimit) {
        return new TenantUsage(
                tenant, weight, bytes, rate, entitlement, backlogged, waited, newLimit, streams, reservation, waits);
    }

    /** The same with the reservation that applies there. */
    public TenantUsage reserving(Rate newReservation) {
        return new TenantUsage(
                tenant, weight, bytes, rate, entitlement, backlogged, waited, limit, streams, newReservation, waits);
    }

    /** The same with so many waits. */
    public TenantUsage counting(WaitCounts newWaits) {
        return new TenantUsage(
                tenant, weight, bytes, rate, entitlement, backlogged, waited, limit, streams, reservation, newWaits);
    }

    /**
     * The same with that many open streams.
     *
     * @throws IllegalArgumentException if it is not 0 to {@value #MOST_STREAMS}
     */
    public TenantUsage with(long open) {
        if (open < 0 || open > MOST_STREAMS) {
            throw new IllegalArgumentException("a tenant has 0 to " + MOST_STREAMS + " streams");
        }
        return new TenantUsage(
                tenant, weight, bytes, rate, entitlement, backlogged, waited, limit, (int) open, reservation, waits);
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

    /** The reservation that applies on this disk; {@link Rate#ZERO} for none. */
    public Rate reservation() {
        return reservation;
    }

    /** Its open streams there, each on a connection and a transfer thread of its own, whether anything moves or not. */
    public int streams() {
        return streams;
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

    /** Whether its limit throttles it there, rather than the disk. */
    public boolean isAtLimit() {
        return backlogged && rate.bytesPerSecond() >= AT_LIMIT * limit.bytesPerSecond();
    }

    /** Whether it uses the disk, or would. */
    public boolean isActive() {
        return backlogged || rate.bytesPerSecond() > 0;
    }

    /** The time its threads were made to wait since the node started, summed over threads. */
    public Duration waited() {
        return waited;
    }

    /** How many waits that were, by their duration; none from a node that does not count them. */
    public WaitCounts waits() {
        return waits;
    }
}
