package io.hdfsthrottle.bench;

import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;

/**
 * Tenants that use one disk at the same time, and what each is due of what they get together.
 *
 * @param speeds what part of the disk's rate it gives in each window, in turn
 */
record ShareCase(String name, DiskKind disk, List<Contender> contenders, List<Double> speeds) {

    private static final double PERCENT = 100;

    /** What a tenant does. */
    enum Work {
        /** Each thread reads a part of its own from front to back. */
        READS,
        /** Each thread reads a small piece here and one there. */
        READS_ANYWHERE,
        /** Each thread writes files. */
        WRITES
    }

    /** One tenant; {@code wanted} is {@link Rate#UNLIMITED} for one that takes all it can get. */
    record Contender(int weight, int threads, Work work, Rate wanted) {

        /** One that reads all it can get. */
        static Contender reading(int weight, int threads) {
            return new Contender(weight, threads, Work.READS, Rate.UNLIMITED);
        }

        boolean isSlow() {
            return work == Work.READS && !wanted.equals(Rate.UNLIMITED);
        }

        /** Its threads as they stand in charts. */
        String doing() {
            return switch (work) {
                case READS -> isSlow() ? "slow" : threads + " thr";
                case READS_ANYWHERE -> threads + " random";
                case WRITES -> threads + " writing";
            };
        }
    }

    /** On a disk whose rate is always the same. */
    static ShareCase of(String name, DiskKind disk, List<Contender> contenders) {
        return new ShareCase(name, disk, contenders, List.of(1.0));
    }

    /** Tenants that read all they can get. */
    static ShareCase backlogged(String name, List<Integer> weights, List<Integer> threads) {
        List<Contender> contenders = new ArrayList<>();
        for (int i = 0; i < weights.size(); i++) {
            contenders.add(Contender.reading(weights.get(i), threads.get(i)));
        }
        return of(name, DiskKind.STEADY, contenders);
    }

    /** The same on such a disk. */
    ShareCase on(DiskKind other) {
        return new ShareCase(name, other, contenders, speeds);
    }

    /** The same with another rate of the disk in each window. */
    ShareCase at(List<Double> others) {
        return new ShareCase(name, disk, contenders, others);
    }

    /** The same with a tenant of which it is known now what it wants. */
    ShareCase wanting(int tenant, Rate wanted) {
        List<Contender> others = new ArrayList<>(contenders);
        Contender known = others.get(tenant);
        others.set(tenant, new Contender(known.weight(), known.threads(), known.work(), wanted));
        return new ShareCase(name, disk, others, speeds);
    }

    /** What everybody is due when they get so much together, in bytes per second. */
    List<Double> due(double total) {
        List<Demand> demands = contenders.stream()
                .map(each -> Demand.of(each.weight(), Rate.ZERO, Rate.UNLIMITED, each.wanted()))
                .toList();
        return ShareAlgorithm.weightedMaxMin().divide(Rate.ofBytesPerSecond((long) total), demands).stream()
                .map(Entitlement::due)
                .map(due -> (double) due.bytesPerSecond())
                .toList();
    }

    /** By how much the tenant that is furthest from what it is due misses that, in percent of it. */
    double worstErrorPercent(List<Double> rates) {
        List<Double> due = due(total(rates));
        double worst = 0;
        for (int i = 0; i < rates.size(); i++) {
            worst = Math.max(worst, Math.abs(rates.get(i) / due.get(i) - 1) * PERCENT);
        }
        return worst;
    }

    static double total(List<Double> rates) {
        return rates.stream().mapToDouble(Double::doubleValue).sum();
    }
}
