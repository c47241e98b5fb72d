package io.hdfsthrottle.law;

import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;

/**
 * The nodes with a reservation, of a disk or of a tenant, and the bound on their total service out of turn. Not
 * thread-safe.
 */
final class Reserved {

    /** The service out of turn, at the rate that all together may have; no bound unless set. */
    final RateTag together = new RateTag();

    private final List<ShareNode> nodes = new ArrayList<>();
    private final int most;

    /** Room for that many nodes. */
    Reserved(int most) {
        this.most = most;
    }

    /** Sets the node's reservation from now on; {@link Rate#ZERO} for none. */
    void set(ShareNode node, Rate reservation) {
        nodes.remove(node);
        boolean counts = !reservation.equals(Rate.ZERO) && nodes.size() < most;
        node.reservation.set(counts ? reservation : Rate.UNLIMITED);
        if (counts) {
            nodes.add(node);
        }
    }

    void forget(ShareNode node) {
        nodes.remove(node);
    }

    /**
     * Of the backlogged nodes that no limit delays, the one that is furthest behind its reservation; null if none is
     * behind.
     */
    ShareNode behind(long now) {
        ShareNode behind = null;
        for (int i = 0; i < nodes.size(); i++) { // an iterator would be allocated for every piece
            ShareNode node = nodes.get(i);
            if (node.reservation.isDue(now)
                    && (behind == null || node.reservation.dueNanos() < behind.reservation.dueNanos())
                    && node.isServable(now)) {
                behind = node;
            }
        }
        return behind;
    }
}
