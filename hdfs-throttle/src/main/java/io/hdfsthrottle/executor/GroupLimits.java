package io.hdfsthrottle.executor;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Limits of each tenant's executors on one disk, so that what HDFS and executors move for it together is its share of
 * what all tenants move there. Limits are a quarter above shares: a disk that has more to give is used in full a few
 * seconds later, and its capacity need not be known. What a tenant had above its share is taken from its limit until
 * the others had as much for their weight; so limits hold in the mean, whatever the kernel counts apart. Pure
 * arithmetic.
 */
final class GroupLimits {

    /** The least limit: an executor that moves nothing is taken for dead. */
    static final Rate LEAST = Rate.ofBytesPerSecond(1L << 20);

    /** A tenant that uses this part of its limit would use more. */
    private static final double NEARLY = 0.8;

    /** How long it takes at most to pay back what was had too much, or too little. */
    private static final double SECONDS = 5;

    private GroupLimits() {}

    /** One tenant on the disk. Immutable. */
    static final class Contender {

        private final Tenant tenant;
        private final double weight;
        private final Rate hdfs;
        private final Rate local;
        private final boolean wantsMore;
        private final double ahead;

        /**
         * A tenant that uses the disk.
         *
         * @param backlogged whether HDFS would move more for it, or an executor waits for a disk
         * @param limit the current limit of its executors
         * @param ahead what it had above its share, in bytes; negative if it lacks some
         */
        Contender(Tenant tenant, double weight, Rate hdfs, boolean backlogged, Rate local, Rate limit, double ahead) {
            this.tenant = tenant;
            this.weight = weight;
            this.hdfs = hdfs;
            this.local = local;
            this.wantsMore = backlogged || isNearly(local, limit);
            this.ahead = ahead;
        }

        private static boolean isNearly(Rate local, Rate limit) {
            return !limit.isUnlimited() && local.bytesPerSecond() >= NEARLY * limit.bytesPerSecond();
        }

        private long moved() {
            return hdfs.bytesPerSecond() + local.bytesPerSecond();
        }

        private Demand demand() {
            Rate wanted = wantsMore ? Rate.UNLIMITED : Rate.ofBytesPerSecond(moved());
            return Demand.of(weight, Rate.ZERO, Rate.UNLIMITED, wanted);
        }

        private Standing standing(Entitlement share, boolean isAlone, double seconds) {
            double due = share.due().bytesPerSecond();
            boolean counts = !isAlone && (wantsMore || moved() > due);
            double most = SECONDS * due;
            double then = counts ? Math.max(-most, Math.min(ahead + (moved() - due) * seconds, most)) : 0;
            double left = share.ceiling().bytesPerSecond() / NEARLY - hdfs.bytesPerSecond() - then / SECONDS;
            long limit = Math.max(LEAST.bytesPerSecond(), Math.round(left));
            return new Standing(isAlone ? Rate.UNLIMITED : Rate.ofBytesPerSecond(limit), then);
        }
    }

    /** What a tenant's executors may move, and what it then had above its share. Immutable. */
    static final class Standing {

        private final Rate limit;
        private final double ahead;

        private Standing(Rate limit, double ahead) {
            this.limit = limit;
            this.ahead = ahead;
        }

        Rate limit() {
            return limit;
        }

        /** In bytes. */
        double ahead() {
            return ahead;
        }
    }

    /**
     * The limits of each tenant's executors on a disk. Nobody is limited where no other tenant wants more.
     *
     * @param seconds since the last time
     */
    static Map<Tenant, Standing> of(List<Contender> contenders, double seconds) {
        List<Demand> demands = contenders.stream().map(Contender::demand).collect(Collectors.toList());
        long moved = contenders.stream().mapToLong(Contender::moved).sum();
        List<Entitlement> shares = ShareAlgorithm.weightedMaxMin().divide(Rate.ofBytesPerSecond(moved), demands);
        long wanting = contenders.stream().filter(each -> each.wantsMore).count();
        Map<Tenant, Standing> standings = new HashMap<>();
        for (int i = 0; i < contenders.size(); i++) {
            Contender each = contenders.get(i);
            boolean isAlone = wanting == (each.wantsMore ? 1 : 0);
            standings.put(each.tenant, each.standing(shares.get(i), isAlone, seconds));
        }
        return standings;
    }
}
