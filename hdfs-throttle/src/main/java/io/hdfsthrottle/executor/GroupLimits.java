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
 * what all tenants move there. Limits are a quarter above shares, and double while the disk is not busy: one that has
 * more to give is used in full seconds later, and its capacity need not be known. What a tenant had above its share is
 * taken from its limit until the others had as much for their weight; so shares hold in the mean, whatever the kernel
 * counts apart. Pure arithmetic.
 */
final class GroupLimits {

    /** The least limit: an executor that moves nothing is taken for dead. */
    static final Rate LEAST = Rate.ofBytesPerSecond(1L << 20);

    /** More than any disk moves. */
    private static final long MOST = 1L << 40;

    /** A tenant that uses this part of its limit would use more. */
    private static final double NEARLY = 0.8;

    /**
     * How long it takes at most to pay back what was had too much, or too little. A tenant that lacks as much although
     * others have been limited for it so long cannot use more.
     */
    private static final double SECONDS = 5;

    private GroupLimits() {}

    /** One tenant on the disk. Immutable. */
    static final class Contender {

        private final Tenant tenant;
        private final double weight;
        private final double moves;
        private final double used;
        private final double hdfs;
        private final Rate limit;
        private final boolean wantsMore;
        private final double ahead;

        /**
         * A tenant that uses the disk.
         *
         * @param hdfs what HDFS moves for it
         * @param local what its executors moved since the last time
         * @param mean the same in the last seconds
         * @param heldBack whether HDFS would move more for it, or an executor waits for a disk
         * @param limit the current limit of its executors
         * @param ahead what it had above its share, in seconds of its share; negative if it lacks some
         */
        Contender(
                Tenant tenant,
                double weight,
                Rate hdfs,
                Rate local,
                Rate mean,
                boolean heldBack,
                Rate limit,
                double ahead) {
            double most = Math.max(local.bytesPerSecond(), mean.bytesPerSecond());
            this.tenant = tenant;
            this.weight = weight;
            this.hdfs = hdfs.bytesPerSecond();
            this.moves = this.hdfs + local.bytesPerSecond();
            this.used = this.hdfs + most;
            this.limit = limit;
            this.wantsMore = heldBack || (!limit.isUnlimited() && most >= NEARLY * limit.bytesPerSecond());
            this.ahead = ahead;
        }

        private Demand demand() {
            Rate wanted = !wantsMore ? rate(used) : ahead > -SECONDS ? Rate.UNLIMITED : rate(used / NEARLY);
            return Demand.of(weight, Rate.ZERO, Rate.UNLIMITED, wanted);
        }

        /** Whether it lacks something that it could use. */
        private boolean lacks() {
            return wantsMore && ahead < 0 && ahead > -SECONDS;
        }

        /** While the disk is not busy, nobody has too much of it. */
        private Standing ofIdleDisk() {
            double more = 2.0 * limit.bytesPerSecond();
            return new Standing(limit.isUnlimited() || more > MOST ? Rate.UNLIMITED : rate(more), ahead);
        }

        /** What it is due changes within a second, and so does what all move: the mean only says how far limits go. */
        private Standing ofBusyDisk(Entitlement share, double all, double allNow, boolean owes, double seconds) {
            double due = Math.max(1, share.due().bytesPerSecond());
            double dueNow = due / Math.max(1, all) * allNow;
            double before = owes ? ahead : Math.min(0, ahead);
            double now = before + (moves - dueNow) / due * Math.min(seconds, SECONDS);
            double then = wantsMore || used > due ? Math.max(-SECONDS, Math.min(now, SECONDS)) : 0;
            double left = share.ceiling().bytesPerSecond() / NEARLY - hdfs - due * then / SECONDS;
            return new Standing(rate(Math.max((double) LEAST.bytesPerSecond(), left)), then);
        }

        private static Rate rate(double bytesPerSecond) {
            return Rate.ofBytesPerSecond(Math.round(bytesPerSecond));
        }
    }

    /** What a tenant's executors may move, and what it then had above its share. Immutable. */
    static final class Standing {

        private static final Standing FREE = new Standing(Rate.UNLIMITED, 0);

        private final Rate limit;
        private final double ahead;

        private Standing(Rate limit, double ahead) {
            this.limit = limit;
            this.ahead = ahead;
        }

        Rate limit() {
            return limit;
        }

        /** In seconds of its share. */
        double ahead() {
            return ahead;
        }
    }

    /**
     * The limits of each tenant's executors on a disk. Nobody is limited where no other tenant wants more.
     *
     * @param isBusy whether the disk had requests nearly all the time
     * @param seconds since the last time
     */
    static Map<Tenant, Standing> of(List<Contender> contenders, boolean isBusy, double seconds) {
        List<Demand> demands = contenders.stream().map(Contender::demand).collect(Collectors.toList());
        double all = contenders.stream().mapToDouble(each -> each.used).sum();
        double allNow = contenders.stream().mapToDouble(each -> each.moves).sum();
        List<Entitlement> shares = ShareAlgorithm.weightedMaxMin().divide(Contender.rate(all), demands);
        boolean owed = contenders.stream().anyMatch(Contender::lacks);
        long wanting = contenders.stream().filter(each -> each.wantsMore).count();
        Map<Tenant, Standing> standings = new HashMap<>();
        for (int i = 0; i < contenders.size(); i++) {
            Contender each = contenders.get(i);
            boolean isAlone = wanting == (each.wantsMore ? 1 : 0);
            Standing ofDisk = isBusy ? each.ofBusyDisk(shares.get(i), all, allNow, owed, seconds) : each.ofIdleDisk();
            standings.put(each.tenant, isAlone ? Standing.FREE : ofDisk);
        }
        return standings;
    }
}
