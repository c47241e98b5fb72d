package io.hdfsthrottle.bench.report;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Tenants that use one disk at the same time, and each one's due share of their total.
 *
 * @param speeds the fraction of the disk's rate in each window, in turn
 */
public record ShareCase(String name, DiskKind disk, List<Contender> contenders, List<Double> speeds) {

    private static final double PERCENT = 100;
    private static final double ERROR = 0.5;

    /** A tenant that is due less than 200 pieces of 128 KiB is off by half a percent with each. */
    private static final double MANY_BYTES = 200 * (128 << 10);

    private static final double ERROR_OF_FEW = 1;
    private static final double ERROR_ON_SEEKING = 2;
    private static final double TOTAL = 99;
    private static final double TOTAL_ON_SEEKING = 100;

    /** A tenant's kind of work. */
    public enum Work {
        /** Each thread reads its own part sequentially. */
        READS,
        /** Each thread reads small pieces at random positions. */
        READS_ANYWHERE,
        /** Each thread writes files. */
        WRITES
    }

    /** One tenant; {@code wanted} is {@link Rate#UNLIMITED} for unlimited demand. */
    public record Contender(int weight, int threads, Work work, Rate wanted) {

        /** A tenant that reads with unlimited demand. */
        public static Contender reading(int weight, int threads) {
            return new Contender(weight, threads, Work.READS, Rate.UNLIMITED);
        }

        /** Whether it reads small pieces at random positions, each as soon as the previous one has arrived. */
        public boolean isRandom() {
            return work == Work.READS_ANYWHERE;
        }

        /** Whether it reads sequentially, with limited demand. */
        public boolean isSlow() {
            return work == Work.READS && !wanted.equals(Rate.UNLIMITED);
        }

        /** The description of its threads in charts. */
        public String doing() {
            return switch (work) {
                case READS -> isSlow() ? "slow" : threads + " thr";
                case READS_ANYWHERE -> threads + " random";
                case WRITES -> threads + " writing";
            };
        }
    }

    /** On a disk of constant rate. */
    public static ShareCase of(String name, DiskKind disk, List<Contender> contenders) {
        return new ShareCase(name, disk, contenders, List.of(1.0));
    }

    /** Tenants that read with unlimited demand. */
    public static ShareCase backlogged(String name, List<Integer> weights, List<Integer> threads) {
        return of(
                name,
                DiskKind.STEADY,
                IntStream.range(0, weights.size())
                        .mapToObj(i -> Contender.reading(weights.get(i), threads.get(i)))
                        .toList());
    }

    /** The same on such a disk. */
    public ShareCase on(DiskKind other) {
        return new ShareCase(name, other, contenders, speeds);
    }

    /** The same with another rate of the disk in each window. */
    public ShareCase at(List<Double> others) {
        return new ShareCase(name, disk, contenders, others);
    }

    /** The same with a tenant whose demand is now known. */
    public ShareCase wanting(int tenant, Rate wanted) {
        List<Contender> others = new ArrayList<>(contenders);
        Contender known = others.get(tenant);
        others.set(tenant, new Contender(known.weight(), known.threads(), known.work(), wanted));
        return new ShareCase(name, disk, others, speeds);
    }

    /**
     * The same with a random reader whose rate alone was measured. On a disk with an arm it kept that busy all the
     * time; tenants share time, so it is due its part of what it got. Elsewhere it left most of the disk's time unused,
     * and is due all of it.
     */
    public ShareCase randomAlone(int tenant, Rate alone) {
        if (disk != DiskKind.SEEKING) {
            return wanting(tenant, alone);
        }
        int weights = contenders.stream().mapToInt(Contender::weight).sum();
        return wanting(
                tenant,
                Rate.ofBytesPerSecond(
                        alone.bytesPerSecond() * contenders.get(tenant).weight() / weights));
    }

    /** What each tenant is due when they get this total, in bytes per second. */
    public List<Double> due(double total) {
        List<Demand> demands = contenders.stream()
                .map(each -> Demand.of(each.weight(), Rate.ZERO, Rate.UNLIMITED, each.wanted()))
                .toList();
        return ShareAlgorithm.weightedMaxMin().divide(Rate.ofBytesPerSecond((long) total), demands).stream()
                .map(Entitlement::due)
                .map(due -> (double) due.bytesPerSecond())
                .toList();
    }

    /**
     * The deviation of a tenant's rate from its due, in percent of that. A random reader that got less than its due
     * leaves more to the others: they are due that.
     */
    public double errorPercent(int tenant, List<Double> rates) {
        return Math.abs(rates.get(tenant)
                                / beside(rates).due(Statistics.total(rates)).get(tenant)
                        - 1)
                * PERCENT;
    }

    private ShareCase beside(List<Double> rates) {
        ShareCase known = this;
        for (int i = 0; i < rates.size(); i++) {
            Contender contender = contenders.get(i);
            if (contender.isRandom() && rates.get(i) < contender.wanted().bytesPerSecond()) {
                known = known.wanting(i, Rate.ofBytesPerSecond((long) (double) rates.get(i)));
            }
        }
        return known;
    }

    /** A tenant's rate in percent of its due. */
    public double gotPercent(int tenant, List<Double> rates) {
        return rates.get(tenant) / due(Statistics.total(rates)).get(tenant) * PERCENT;
    }

    /** The deviation of the worst tenant, in percent; of a random reader, from all its due. */
    public double worstErrorPercent(List<Double> rates) {
        return IntStream.range(0, rates.size())
                .mapToDouble(i -> contenders.get(i).isRandom()
                        ? Math.abs(gotPercent(i, rates) - PERCENT)
                        : errorPercent(i, rates))
                .max()
                .orElse(0);
    }

    /** A tenant's permitted deviation from its due, in percent, in a window in which that many bytes are its due. */
    public double mostErrorPercent(double dueBytes) {
        if (disk == DiskKind.SEEKING) {
            return ERROR_ON_SEEKING;
        }
        boolean writes = contenders.stream().anyMatch(each -> each.work() == Work.WRITES);
        return writes || dueBytes < MANY_BYTES ? ERROR_OF_FEW : ERROR;
    }

    /** The least permitted total, in percent of the total without control. */
    public double leastTotalPercent() {
        return disk == DiskKind.SEEKING ? TOTAL_ON_SEEKING : TOTAL;
    }
}
