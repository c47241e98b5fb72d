package io.hdfsthrottle.law;

import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;

/** Those with a reservation, of a disk or of a tenant, and what they may have out of turn together. Not thread-safe. */
final class Reserved {

    /** What was had out of turn, at the rate at which all together may have it; no bound unless set. */
    final RateTag together = new RateTag();

    private final List<ShareNode> nodes = new ArrayList<>();
    private final int most;

    /** Room for so many. */
    Reserved(int most) {
        this.most = most;
    }

    /** From now on the node has that reservation; {@link Rate#ZERO} for none. */
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

    /** Of those that wait and that no limit holds back, the one that is furthest behind its reservation; null if none is behind. */
    ShareNode behind(long now) {
        ShareNode behind = null;
        for (int i = 0; i < nodes.size(); i++) { // an iterator is an object for every piece
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
