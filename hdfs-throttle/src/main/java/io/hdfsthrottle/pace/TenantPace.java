package io.hdfsthrottle.pace;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;

/** How one tenant fared on one volume at the last tick: for reports and metrics. Immutable. */
public final class TenantPace {

    private final Terms terms;
    private final Entitlement entitlement;
    private final Rate rate;
    private final long bytes;
    private final long charged;
    private final boolean backlogged;
    private final int threads;
    private final int resting;
    private final long sleepLimitNanos;
    private final long restedNanos;

    TenantPace(
            Terms terms,
            Entitlement entitlement,
            Rate rate,
            long bytes,
            long charged,
            boolean backlogged,
            int threads,
            int resting,
            long sleepLimitNanos,
            long restedNanos) {
        this.terms = terms;
        this.entitlement = entitlement;
        this.rate = rate;
        this.bytes = bytes;
        this.charged = charged;
        this.backlogged = backlogged;
        this.threads = threads;
        this.resting = resting;
        this.sleepLimitNanos = sleepLimitNanos;
        this.restedNanos = restedNanos;
    }

    /** The terms it was paced on. */
    public Terms terms() {
        return terms;
    }

    /** What it was due. */
    public Entitlement entitlement() {
        return entitlement;
    }

    /** What it was charged lately: in the currency of {@link #entitlement}. */
    public Rate rate() {
        return rate;
    }

    /** What it moved since the volume was first seen, in bytes. */
    public long bytes() {
        return bytes;
    }

    /** What it was charged for them, in bytes. */
    public long charged() {
        return charged;
    }

    /** Whether pacing held it back lately. */
    public boolean backlogged() {
        return backlogged;
    }

    /** How many of the host's transfer threads it holds, whatever they do. */
    public int threads() {
        return threads;
    }

    /** The longest that a thread of its, one that does not read, may rest now. */
    public Duration sleepLimit() {
        return Duration.ofNanos(sleepLimitNanos);
    }

    /** How many of its threads rested at the tick. */
    public int resting() {
        return resting;
    }

    /** How long its threads rested in all, summed over threads. */
    public Duration rested() {
        return Duration.ofNanos(restedNanos);
    }
}
