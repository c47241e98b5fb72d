package io.hdfsthrottle.law;

/**
 * A tenant, an application or a part of one in the share tree of one {@link Scheduler}: the parent of its streams. Not
 * thread-safe.
 */
public final class Branch {

    final ShareNode node;

    private Branch(ShareNode node) {
        this.node = node;
    }

    static Branch below(ShareNode parent) {
        return new Branch(new ShareNode(parent));
    }

    /**
     * A branch below this one: an application of a tenant, or a part of one. All are of weight 1 until they have terms
     * of their own.
     */
    public Branch branch() {
        return below(node);
    }

    /** Whether a stream below it wants a piece that was not dispatched yet. */
    public boolean isBacklogged() {
        return node.hasBacklog();
    }
}
