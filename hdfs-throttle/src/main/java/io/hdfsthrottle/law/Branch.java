package io.hdfsthrottle.law;

/**
 * A tenant, an application or a part of one in the share tree of one {@link Scheduler}: the parent of its streams. Not
 * thread-safe.
 */
public final class Branch {

    final ShareNode node;

    Branch(ShareNode parent) {
        this.node = new ShareNode(parent);
    }

    /**
     * A branch below this one: an application of a tenant, or a part of one. All are of weight 1 until they have terms
     * of their own.
     */
    public Branch branch() {
        return new Branch(node);
    }

    /** Whether a stream below it wants a piece that was not dispatched yet. */
    public boolean isBacklogged() {
        return node.hasBacklog();
    }

    /**
     * How long limits below the tenant's have delayed it so far, its own and those above it: the difference of two
     * calls, at most the time between them, is for how long they did.
     */
    public long delayedNanos(long now) {
        long nanos = 0;
        for (ShareNode part = node; part.parent.parent != null; part = part.parent) {
            nanos += part.delayedBeforeNanos + (part.delayed ? Math.max(0, now - part.delayedSinceNanos) : 0);
        }
        return nanos;
    }

    /**
     * The part, from 0 to 1, of the service it could have had since the last call for which it did not ask: of its share
     * while others were served, and of the time in which nobody was. About 0 for a branch that its share holds back.
     *
     * @param nanos since the last call, above 0
     */
    public double forfeited(long nanos, long now) {
        return node.forfeited(nanos, now);
    }
}
