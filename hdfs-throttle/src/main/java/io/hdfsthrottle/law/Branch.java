package io.hdfsthrottle.law;

/** A tenant or an application in the share tree of one {@link Scheduler}: what its streams are opened below. Not thread-safe. */
public final class Branch {

    final ShareNode node;

    private Branch(ShareNode node) {
        this.node = node;
    }

    static Branch below(ShareNode parent) {
        return new Branch(new ShareNode(parent));
    }

    /** A branch below this one: an application of a tenant. All branches of a tenant are equal. */
    public Branch branch() {
        return below(node);
    }

    /** Whether a stream below it wants a piece that was not dispatched yet. */
    public boolean isBacklogged() {
        return node.hasBacklog();
    }
}
