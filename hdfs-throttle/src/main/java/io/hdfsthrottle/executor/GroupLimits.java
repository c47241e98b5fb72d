package io.hdfsthrottle.executor;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Limits of each tenant's executors on one disk: the tenant's entitlement there less the I/O of HDFS for it. A tenant
 * that has the disk for itself is not limited. Pure arithmetic.
 */
final class GroupLimits {

    /** The least limit: an executor that moves nothing is taken for dead. */
    static final Rate LEAST = Rate.ofBytesPerSecond(1L << 20);

    private static final double DIRECTIONS = 2;

    /** A tenant that uses this part of its limit would use more. */
    private static final double NEARLY = 0.8;

    private GroupLimits() {}

    /** One tenant on the disk. Immutable. */
    static final class Contender {

        private final Tenant tenant;
        private final double weight;
        private final Rate hdfs;
        private final boolean backlogged;
        private final Rate local;
        private final Rate limit;

        /**
         * A tenant that uses the disk.
         *
         * @param backlogged whether HDFS would move more for it, or an executor waits for a disk
         * @param limit the current limit of its executors
         */
        Contender(Tenant tenant, double weight, Rate hdfs, boolean backlogged, Rate local, Rate limit) {
            this.tenant = tenant;
            this.weight = weight;
            this.hdfs = hdfs;
            this.backlogged = backlogged;
            this.local = local;
            this.limit = limit;
        }

        private boolean wantsMore() {
            return backlogged || (!limit.isUnlimited() && local.bytesPerSecond() >= NEARLY * limit.bytesPerSecond());
        }

        /**
         * The limit with which its executors move {@code left} bytes a second. It is for reads and for writes, each by
         * itself: executors that do both at once move up to twice as much, and get a smaller one.
         */
        private Rate limited(long left) {
            double times = (double) local.bytesPerSecond() / limit.bytesPerSecond();
            double single = left / Math.max(1, Math.min(DIRECTIONS, times));
            return Rate.ofBytesPerSecond(Math.max(LEAST.bytesPerSecond(), Math.round(single)));
        }

        private Rate wanted() {
            return wantsMore() ? Rate.UNLIMITED : Rate.ofBytesPerSecond(hdfs.bytesPerSecond() + local.bytesPerSecond());
        }
    }

    /** The limits of each tenant's executors on a disk of that capacity. */
    static Map<Tenant, Rate> of(Rate capacity, List<Contender> contenders) {
        Map<Tenant, Rate> limits = new HashMap<>();
        List<Demand> demands = new ArrayList<>();
        for (Contender each : contenders) {
            demands.add(Demand.of(each.weight, Rate.ZERO, Rate.UNLIMITED, each.wanted()));
        }
        List<Entitlement> due = ShareAlgorithm.weightedMaxMin().divide(capacity, demands);
        for (int i = 0; i < contenders.size(); i++) {
            Contender each = contenders.get(i);
            long left = due.get(i).ceiling().bytesPerSecond() - each.hdfs.bytesPerSecond();
            boolean alone = contenders.size() == 1 || capacity.equals(Rate.ZERO);
            limits.put(each.tenant, alone ? Rate.UNLIMITED : each.limited(Math.max(0, left)));
        }
        return limits;
    }
}
