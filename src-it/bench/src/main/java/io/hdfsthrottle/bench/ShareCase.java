package io.hdfsthrottle.bench;

import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;

/** Tenants that read at the same time, and what each is due of what they get together. */
record ShareCase(String name, List<Contender> contenders) {

    private static final double PERCENT = 100;

    /** One tenant; {@code wanted} is {@link Rate#UNLIMITED} for one that takes all it can get. */
    record Contender(int weight, int threads, Rate wanted) {

        boolean isSlow() {
            return !wanted.equals(Rate.UNLIMITED);
        }
    }

    /** Tenants that take all they can get. */
    static ShareCase backlogged(String name, List<Integer> weights, List<Integer> threads) {
        List<Contender> contenders = new ArrayList<>();
        for (int i = 0; i < weights.size(); i++) {
            contenders.add(new Contender(weights.get(i), threads.get(i), Rate.UNLIMITED));
        }
        return new ShareCase(name, contenders);
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
