package io.hdfsthrottle.bench;

import io.hdfsthrottle.bench.Requests.Served;
import java.util.ArrayList;
import java.util.List;

/**
 * How well a tenant is kept from its neighbours, by the definitions of resctl-bench (facebookexperimental/resctl-demo): each
 * second what it did of what it was to do, at most 100 %; and by how much its requests took longer than alone.
 *
 * @param percents of each second
 * @param seconds that each request took
 */
record Isolation(List<Double> percents, List<Double> seconds) {

    /** What was served in so many whole seconds from that one on, of so many requests each second. */
    static Isolation of(List<Served> served, int from, int seconds, double perSecond) {
        List<Double> percents = new ArrayList<>();
        for (int second = from; second < from + seconds; second++) {
            double done = 0;
            for (Served each : served) {
                done += part(each, second, second + 1);
            }
            percents.add(Math.min(100, done / perSecond * 100));
        }
        return new Isolation(
                percents,
                served.stream()
                        .filter(each -> each.done() >= from && each.done() < from + seconds)
                        .map(Served::seconds)
                        .toList());
    }

    /** A request is done evenly while it takes: without this, one that ends just after a second's end would be missing there. */
    private static double part(Served each, double from, double to) {
        double within = Math.min(each.done(), to) - Math.max(each.asked(), from);
        return within <= 0 ? 0 : within / (each.done() - each.asked());
    }

    double mean() {
        return percents.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    /** What all seconds but one in a hundred reach. */
    double first() {
        return percentile(percents, 0.01);
    }

    double meanMillis() {
        return seconds.stream().mapToDouble(Double::doubleValue).average().orElse(Double.POSITIVE_INFINITY) * 1000;
    }

    double millisOfAlmostAll() {
        return percentile(seconds, 0.99) * 1000;
    }

    /** By how much requests take longer than in the other, in percent. */
    double impactPercent(Isolation alone) {
        return Math.max(0, meanMillis() / alone.meanMillis() - 1) * 100;
    }

    private static double percentile(List<Double> values, double part) {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(Math.max(0, (int) Math.ceil(part * sorted.size()) - 1));
    }
}
