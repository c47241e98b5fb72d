package io.hdfsthrottle.law;

import java.util.ArrayList;
import java.util.List;

/** Who waits for a limit, in no heap, and when the first of them may be let through. Not thread-safe. */
final class Delayed {

    private final List<ShareNode> nodes = new ArrayList<>();

    /** No later than the first of them is due. */
    private long firstNanos = Long.MAX_VALUE;

    boolean isEmpty() {
        return nodes.isEmpty();
    }

    /** Takes a backlogged node out of its parent's heap until its limit allows more. */
    void add(ShareNode node) {
        node.parent.backlogged.remove(node);
        node.delayed = true;
        nodes.add(node);
        firstNanos = Math.min(firstNanos, node.limit.dueNanos());
    }

    /** The node is not there any more. */
    void forget(ShareNode node) {
        if (node.delayed) {
            nodes.remove(node);
        }
    }

    /** Somebody's limit was changed: who is due is found out anew. */
    void limitsChanged() {
        if (!nodes.isEmpty()) {
            firstNanos = Long.MIN_VALUE;
        }
    }

    /** A node that is due is backlogged again, if somebody below wants something. */
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
                node.delayed = false;
                if (node.hasBacklog()) {
                    node.enter(now);
                }
            } else {
                first = Math.min(first, node.limit.dueNanos());
            }
        }
        firstNanos = first;
    }

    /** When somebody is to be released; {@link Long#MAX_VALUE} if nobody waits. */
    long firstNanos() {
        return nodes.isEmpty() ? Long.MAX_VALUE : firstNanos;
    }
}
