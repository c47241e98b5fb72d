package io.hdfsthrottle.law;

import io.hdfsthrottle.window.Window;

/**
 * A node of the share tree: the disk, a tenant, an application or a stream. Children share their parent by start-time
 * fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996), level by level: service is given to the backlogged child with the
 * smallest start tag, which then advances by cost over weight. Not thread-safe.
 */
final class ShareNode {

    /** The place of a node that is in no heap. */
    static final int NOWHERE = -1;

    /**
     * A child that was absent may be behind its siblings, or a limit or a reservation of its own, by what is served in
     * this time, no more: enough to compensate the pauses of a single thread, too little for a returning tenant to
     * starve the others.
     */
    static final long BURST_NANOS = 250_000_000L;

    final ShareNode parent;
    final TagHeap backlogged = new TagHeap();
    final RateTag limit;
    final RateTag reservation = new RateTag();

    /** Start tag in the parent's virtual time. */
    double start;

    /** The place in the parent's heap, or {@link #NOWHERE}; kept by the heap. */
    int place = NOWHERE;

    /** The order of arrival in the parent's heap; kept by the heap. */
    long arrival;

    /** Whether it waits for its limit and is in no heap for that reason. */
    boolean delayed;

    /** Since when, and how long it was so before. */
    long delayedSinceNanos;

    long delayedBeforeNanos;

    /** The stream, in a leaf. */
    Flow flow;

    /** For how long a tenant may be awaited: a part of the time of its service, less what it was awaited. */
    long patienceNanos;

    /** The parts of a tenant that have reservations; null for a tenant that has none. */
    Reserved parts;

    private double weight = 1;
    private double virtualTime;
    private double earlier;
    private double recent;
    private long sinceNanos;

    /** When the virtual time was advanced, and how long in all no child was backlogged. */
    private long advancedNanos;

    private long idleNanos;

    /** The parent's virtual time at the last look, and how much of it the node skipped since then. */
    private double looked;

    private double skipped;

    /** The parent's idle time up to which it is known whether the node used it, and how much it did not since then. */
    private long knownIdleNanos;

    private long unusedNanos;

    ShareNode(ShareNode parent) {
        this.parent = parent;
        this.limit = new RateTag(parent == null ? Window.LONGEST_NANOS : BURST_NANOS); // a disk's is its capacity
        this.start = parent == null ? 0 : parent.virtualTime;
        this.knownIdleNanos = parent == null ? 0 : parent.idleNanos;
        this.looked = start;
    }

    double weight() {
        return weight;
    }

    /**
     * Sets its weight from now on. Its distance from its siblings stays the same cost: what it was served while its
     * weight was small does not keep it waiting when its weight is large.
     */
    void weight(double newWeight) {
        if (newWeight != weight && parent != null) {
            double level = parent.level();
            start = level + (start - level) * weight / newWeight;
            if (place != NOWHERE) {
                parent.backlogged.moved(this);
                parent.backlogged.reweigh(newWeight - weight);
            }
        }
        weight = newWeight;
    }

    boolean hasBacklog() {
        return flow == null ? !backlogged.isEmpty() : flow.mayBeServed();
    }

    /** The tenant that it is, or is a part of; not to be called on the disk. */
    ShareNode tenant() {
        ShareNode node = this;
        while (node.parent.parent != null) {
            node = node.parent;
        }
        return node;
    }

    /** Whether no limit delays it, its own or one above it, except the disk's. */
    boolean isLetThrough(long now) {
        for (ShareNode node = this; node.parent != null; node = node.parent) {
            if (!node.limit.isDue(now)) {
                return false;
            }
        }
        return true;
    }

    /** The bytes that its limit gives in that time, or one above it, except the disk's. */
    double limitedTo(long nanos) {
        double least = Double.POSITIVE_INFINITY;
        for (ShareNode node = this; node.parent != null; node = node.parent) {
            least = Math.min(least, node.limit.within(nanos));
        }
        return least;
    }

    /** Whether it may be served: it and all above it wait for service, and no limit delays them. */
    boolean isServable(long now) {
        for (ShareNode node = this; node.parent != null; node = node.parent) {
            if (node.place == NOWHERE || !node.limit.isDue(now)) {
                return false;
            }
        }
        return true;
    }

    /** The part of the disk that is its share among all that are backlogged; from 0 to 1. */
    double part() {
        double part = 1;
        for (ShareNode node = this; node.parent != null; node = node.parent) {
            part *= node.weight / Math.max(node.weight, node.parent.backlogged.weights());
        }
        return part;
    }

    /** How far it is ahead of the sibling that is furthest behind, as cost of its own. */
    double lead() {
        return (start - parent.backlogged.first().start) * weight;
    }

    /**
     * Whether it wants nothing now and will not have its share if it waits for others when it comes back: it asks for
     * less than its share, or has more of it than all others together, so that hardly any time is left to catch up.
     */
    boolean isHurtByWaiting() {
        double others = parent.backlogged.weights();
        boolean isHurt = start < parent.virtualTime || (others > 0 && weight > others);
        return place == NOWHERE && !delayed && isHurt;
    }

    /** Whether it wants nothing now, although others wait and it would be its turn. */
    boolean isMissed() {
        TagHeap waiting = parent.backlogged;
        return place == NOWHERE && !delayed && !waiting.isEmpty() && start < waiting.first().start;
    }

    /** Backlogged from now on; the parents too, as far as they were not. */
    void enter(long now) {
        ShareNode node = this;
        while (node.parent != null && node.place == NOWHERE && !node.delayed) {
            node.skip(now);
            node.parent.backlogged.add(node);
            node = node.parent;
        }
    }

    /**
     * Gives up what it did not ask for so far and may not catch up with: virtual time, and time in which the parent
     * served nobody. While a limit delays it, that is no decision of its own and does not count as forfeited.
     */
    void skip(long now) {
        double oldest = parent.oldestStart(now);
        if (!delayed) {
            skipped += Math.max(0, oldest - start);
            unusedNanos += parent.idleNanos - knownIdleNanos;
        }
        start = Math.max(start, oldest);
        knownIdleNanos = parent.idleNanos;
    }

    /** See {@link Branch#forfeited}. */
    double forfeited(long nanos, long now) {
        skip(now);
        double advanced = parent.virtualTime - looked;
        double idle = Math.min(1, (double) unusedNanos / nanos);
        double busy = advanced > 0 ? Math.min(1, skipped / advanced) : 0;
        looked = parent.virtualTime;
        skipped = 0;
        unusedNanos = 0;
        return idle + (1 - idle) * busy;
    }

    /** Not backlogged any more; the parents neither, as far as this was their last child. */
    void leave() {
        ShareNode node = this;
        while (node.parent != null && node.place != NOWHERE && !node.hasBacklog()) {
            node.parent.backlogged.remove(node);
            node = node.parent;
        }
    }

    /**
     * Advances this leaf and its parents by that cost.
     *
     * @param reserved whether the tenant's reservation gave it
     * @param part the part whose reservation gave it within the tenant; null if none did
     */
    void serve(double cost, long now, boolean reserved, ShareNode part) {
        ShareNode node = this;
        while (node.parent != null) {
            node.parent.advance(node.place != NOWHERE, now);
            // What a reservation gives beyond the weight's share is not charged to that share.
            if (node != part && (!reserved || node.parent.parent != null)) {
                node.start += cost / node.weight;
                if (node.place != NOWHERE) {
                    node.parent.backlogged.moved(node);
                }
            }
            node.limit.serve(cost, now);
            node = node.parent;
        }
        node.limit.serve(cost, now);
    }

    /**
     * Advances this node and its parents by the cost of I/O beside the scheduler, each no further than a bound ahead of
     * its parent's virtual time.
     *
     * @param most as cost of its own
     */
    void serveBeside(double cost, double most, long now) {
        for (ShareNode node = this; node.parent != null; node = node.parent) {
            node.skip(now);
            node.advance(cost, node.parent.virtualTime + most / node.weight);
        }
    }

    /**
     * Advances this leaf and its parents by the cost of what was moved out of turn, each no further ahead of its parent's
     * virtual time than its siblings, itself included, are served that much together.
     *
     * @param most as cost of all of them
     */
    void serveOutOfTurn(double cost, double most, long now) {
        ShareNode node = this;
        for (; node.parent != null; node = node.parent) {
            node.parent.advance(node.place != NOWHERE, now);
            double weights = Math.max(node.weight, node.parent.backlogged.weights());
            node.advance(cost, node.parent.virtualTime + most / weights);
            node.limit.serve(cost, now);
        }
        node.limit.serve(cost, now);
    }

    /** Advances its start tag, to that one at most. */
    private void advance(double cost, double furthest) {
        start = Math.max(start, Math.min(start + cost / weight, furthest));
        if (place != NOWHERE) {
            parent.backlogged.moved(this);
        }
    }

    /** The virtual time at the next advance. */
    private double level() {
        return backlogged.isEmpty() ? virtualTime : Math.max(virtualTime, backlogged.first().start);
    }

    /**
     * The virtual time is the smallest start tag of the backlogged children when one of them was served last, and never
     * goes back: one that pauses for a moment gives up nothing as long as nobody else is served.
     */
    private void advance(boolean serves, long now) {
        if (now - sinceNanos > BURST_NANOS / 2) {
            earlier = now - sinceNanos > BURST_NANOS ? virtualTime : recent;
            recent = virtualTime;
            sinceNanos = now;
        }
        virtualTime = serves ? level() : virtualTime;
        idleNanos += backlogged.isEmpty() ? Math.max(0, now - advancedNanos) : 0;
        advancedNanos = now;
    }

    /** The least start tag of a child that becomes backlogged now. */
    private double oldestStart(long now) {
        advance(false, now);
        return earlier;
    }
}
