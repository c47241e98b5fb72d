package io.hdfsthrottle.observation;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Objects;

/** A snapshot of one tenant's I/O on one volume, and of its entitlement there. Immutable. */
public final class TenantActivity {

    private final Terms terms;
    private final Entitlement entitlement;
    private final Rate rate;
    private final long bytes;
    private final long charged;
    private final boolean backlogged;
    private final boolean heldBack;
    private final int threads;
    private final int waiting;
    private final long waitLimitNanos;
    private final Duration waited;
    private final long outOfTurn;
    private final WaitCounts waits;

    private TenantActivity(Builder builder) {
        this.terms = builder.terms;
        this.entitlement = builder.entitlement;
        this.rate = builder.rate;
        this.bytes = builder.bytes;
        this.charged = builder.charged;
        this.backlogged = builder.backlogged;
        this.heldBack = builder.heldBack;
        this.threads = builder.threads;
        this.waiting = builder.waiting;
        this.waitLimitNanos = builder.waitLimitNanos;
        this.waited = builder.waited;
        this.outOfTurn = builder.outOfTurn;
        this.waits = builder.waits;
    }

    /** The same where that many of its bytes are told elsewhere. */
    public TenantActivity without(long bytesElsewhere) {
        Builder builder = new Builder(terms, entitlement)
                .rate(rate)
                .moved(Math.max(0, bytes - bytesElsewhere), charged)
                .backlogged(backlogged)
                .heldBack(heldBack)
                .threads(threads, waiting)
                .waits(waitLimitNanos, waited)
                .outOfTurn(outOfTurn)
                .counting(waits);
        return builder.build();
    }

    /** Begins the activity of a tenant on those terms; whatever is not set is zero, or false. */
    public static Builder of(Terms terms, Entitlement entitlement) {
        return new Builder(terms, entitlement);
    }

    /** The terms that it was scheduled on. */
    public Terms terms() {
        return terms;
    }

    /** Its entitlement. */
    public Entitlement entitlement() {
        return entitlement;
    }

    /** The rate at which it was charged lately, comparable with {@link #entitlement}. */
    public Rate rate() {
        return rate;
    }

    /** The bytes that it moved since the volume was first seen. */
    public long bytes() {
        return bytes;
    }

    /** The bytes that it was charged for them. */
    public long charged() {
        return charged;
    }

    /** Whether it was throttled lately: it would use more. */
    public boolean backlogged() {
        return backlogged;
    }

    /**
     * Whether it waited and left hardly anything of its share unused: it would use more. The demand of a tenant with a
     * pace of its own is its rate, however often it waits.
     */
    public boolean heldBack() {
        return heldBack;
    }

    /** How many of the host's transfer threads it holds, whatever they do. */
    public int threads() {
        return threads;
    }

    /** How many of its threads were waiting at that moment. */
    public int waiting() {
        return waiting;
    }

    /** The longest that one of its operations other than a read may be delayed now. */
    public Duration waitLimit() {
        return Duration.ofNanos(waitLimitNanos);
    }

    /** How long its threads waited since the volume was first seen, summed over threads. */
    public Duration waited() {
        return waited;
    }

    /** How many waits there were, by their duration; since the volume was first seen. */
    public WaitCounts waits() {
        return waits;
    }

    /** How many waits reached their limit, so that the thread went on out of turn; since the volume was first seen. */
    public long outOfTurn() {
        return outOfTurn;
    }

    @Override
    public String toString() {
        return terms.tenant() + " at " + rate + " of " + entitlement;
    }

    /** Collects one tenant's figures. Used by one thread. */
    public static final class Builder {

        private final Terms terms;
        private final Entitlement entitlement;
        private Rate rate = Rate.ZERO;
        private long bytes;
        private long charged;
        private boolean backlogged;
        private boolean heldBack;
        private int threads;
        private int waiting;
        private long waitLimitNanos;
        private Duration waited = Duration.ZERO;
        private long outOfTurn;
        private WaitCounts waits = WaitCounts.NONE;

        private Builder(Terms terms, Entitlement entitlement) {
            this.terms = Objects.requireNonNull(terms, "terms");
            this.entitlement = Objects.requireNonNull(entitlement, "entitlement");
        }

        /** The rate at which it was charged lately, comparable with its entitlement. */
        public Builder rate(Rate newRate) {
            rate = Objects.requireNonNull(newRate, "rate");
            return this;
        }

        /** The bytes that it moved, and that it was charged for them, since the volume was first seen. */
        public Builder moved(long newBytes, long newCharged) {
            bytes = newBytes;
            charged = newCharged;
            return this;
        }

        /** See {@link TenantActivity#heldBack}. */
        public Builder heldBack(boolean newHeldBack) {
            heldBack = newHeldBack;
            return this;
        }

        /** Whether it was throttled lately. */
        public Builder backlogged(boolean newBacklogged) {
            backlogged = newBacklogged;
            return this;
        }

        /** How many of the host's threads it holds, and how many of them wait now. */
        public Builder threads(int newThreads, int newWaiting) {
            threads = newThreads;
            waiting = newWaiting;
            return this;
        }

        /**
         * Its waits.
         *
         * @param limitNanos the longest that one operation may be delayed now, in nanoseconds
         * @param newWaited how long its threads waited so far, summed over threads
         */
        public Builder waits(long limitNanos, Duration newWaited) {
            this.waitLimitNanos = limitNanos;
            waited = Objects.requireNonNull(newWaited, "waited");
            return this;
        }

        /** See {@link TenantActivity#outOfTurn}. */
        public Builder outOfTurn(long newOutOfTurn) {
            outOfTurn = newOutOfTurn;
            return this;
        }

        /** See {@link TenantActivity#waits}. */
        public Builder counting(WaitCounts newWaits) {
            waits = Objects.requireNonNull(newWaits, "waits");
            return this;
        }

        /** The figures so far. */
        public TenantActivity build() {
            return new TenantActivity(this);
        }
    }
}
