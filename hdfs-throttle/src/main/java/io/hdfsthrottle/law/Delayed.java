package io.hdfsthrottle.law;

import java.util.ArrayList;
import java.util.List;

/** The nodes delayed by a limit, which are in no heap, and when the first of them may be released. Not thread-safe. */
final class Delayed {

    private final List<ShareNode> nodes = new ArrayList<>();

    /** No later than the first of them is due. */
    private long firstNanos = Long.MAX_VALUE;

    /** Takes a backlogged node out of its parent's heap until its limit allows more. */
    void add(ShareNode node, long now) {
        node.parent.backlogged.remove(node);
        node.delayed = true;
        node.delayedSinceNanos = now;
        nodes.add(node);
        firstNanos = Math.min(firstNanos, node.limit.dueNanos());
    }

    /** Removes a node that no longer exists. */
    void forget(ShareNode node) {
        if (node.delayed) {
            nodes.remove(node);
        }
    }

    /** A limit was changed: the due nodes are determined anew. */
    void limitsChanged() {
        if (!nodes.isEmpty()) {
            firstNanos = Long.MIN_VALUE;
        }
    }

    /** Makes each due node backlogged again, if a stream below wants a piece. */
    void release(long now) {
        boolean clockWentBack = firstNanos - now > 2 * RateTag.MOST_DEBT_NANOS;
        if (nodes.isEmpty() || (firstNanos > now && !clockWentBack)) {
            return;
        }
        long first = Long.MAX_VALUE;
        for (int i = nodes.size() - 1; i >= 0; i--) {
            ShareNode node = nodes.get(i);
            if (node.limit.isDue(now)) {
                nodes.remove(i);
                node.skip(now);
                node.delayed = false;
                node.delayedBeforeNanos += Math.max(0, now - node.delayedSinceNanos);
                if (node.hasBacklog()) {
                    node.enter(now);
                }
            } else {
                first = Math.min(first, node.limit.dueNanos());
            }
        }
        firstNanos = first;
    }

    /** When a node is to be released; {@link Long#MAX_VALUE} if none is delayed. */
    long firstNanos() {
        return nodes.isEmpty() ? Long.MAX_VALUE : firstNanos;
    }
}
