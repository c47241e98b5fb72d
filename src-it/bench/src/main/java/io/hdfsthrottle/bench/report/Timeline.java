package io.hdfsthrottle.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.knowm.xchart.internal.chartpart.Chart;

/** The cumulative bytes of each tenant at closely spaced instants, in seconds. Immutable. */
public record Timeline(NavigableMap<Double, List<Long>> bytesAt) {

    private static final double AVERAGED_OVER = 0.2; // of rates, when the time of a change is determined
    private static final double NEAR = 0.95;
    private static final double HELD_FOR = 1;

    public Timeline {
        bytesAt = new TreeMap<>(bytesAt);
        if (bytesAt.size() < 2) {
            throw new IllegalArgumentException("one instant has no rate");
        }
    }

    /** A tenant's rate between two times, in bytes per second. */
    public double rate(int tenant, double from, double to) {
        return (bytes(tenant, to) - bytes(tenant, from)) / (to - from);
    }

    /** Between two instants bytes are assumed to arrive evenly. */
    private double bytes(int tenant, double seconds) {
        double within = Math.max(bytesAt.firstKey(), Math.min(bytesAt.lastKey(), seconds));
        Map.Entry<Double, List<Long>> left = bytesAt.floorEntry(within);
        Map.Entry<Double, List<Long>> right = bytesAt.ceilingEntry(within);
        double elapsed = right.getKey() - left.getKey();
        double part = elapsed == 0 ? 0 : (within - left.getKey()) / elapsed;
        return (1 - part) * left.getValue().get(tenant)
                + part * right.getValue().get(tenant);
    }

    public List<Double> rates(double from, double to) {
        return Statistics.numbered(bytesAt.firstEntry().getValue().size(), tenant -> rate(tenant, from, to));
    }

    public double total(double from, double to) {
        return Statistics.total(rates(from, to));
    }

    /**
     * The time after {@code from} until the tenant's moving average reached 95 % of the rate, and its mean over the
     * following second stayed there: a peak does not count. Infinite if not before {@code until}.
     */
    public double reached(int tenant, double bytesPerSecond, double from, double until) {
        return lasting(tenant, rate -> rate >= NEAR * bytesPerSecond, from, until);
    }

    /** The same for a falling rate: until it is no more than 5 % above. */
    public double lowered(int tenant, double bytesPerSecond, double from, double until) {
        return lasting(tenant, rate -> rate <= (2 - NEAR) * bytesPerSecond, from, until);
    }

    private double lasting(int tenant, DoublePredicate near, double from, double until) {
        return instants(from, until)
                .filter(now -> near.test(rate(tenant, now - AVERAGED_OVER, now)))
                .filter(now -> near.test(rate(tenant, now, now + HELD_FOR)))
                .map(now -> now - from)
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private DoubleStream instants(double from, double to) {
        return bytesAt.subMap(from, true, to, true).keySet().stream().mapToDouble(Double::doubleValue);
    }

    /** The lowest total rate in any second between two times, in bytes per second. */
    public double leanestSecond(double from, double to) {
        return instants(from, to - 1).map(now -> total(now, now + 1)).min().orElse(Double.NaN);
    }

    public double bytes() {
        return Statistics.total(Statistics.each(bytesAt.lastEntry().getValue(), Long::doubleValue));
    }

    /** The highest rate of a tenant in any time of that length, in bytes per second. */
    public double mostIn(double seconds, int tenant) {
        return DoubleStream.iterate(0, from -> from + seconds <= bytesAt.lastKey(), from -> from + 0.1)
                .map(from -> rate(tenant, from, from + seconds))
                .max()
                .orElse(0);
    }

    /** The moving averages of tenants of these names, and of the total. */
    public Chart<?, ?> chart(String title, List<String> tenants) {
        Map<String, Charts.Line> lines = new LinkedHashMap<>();
        for (int i = 0; i < tenants.size(); i++) {
            int tenant = i;
            lines.put(tenants.get(i), line((from, to) -> rate(tenant, from, to)));
        }
        lines.put("total", line(this::total));
        return Charts.lines(title, "seconds", "MB/s, 200 ms average", lines);
    }

    private Charts.Line line(DoubleBinaryOperator rate) {
        DoubleStream steps = DoubleStream.iterate(AVERAGED_OVER, now -> now < bytesAt.lastKey(), now -> now + 0.05);
        List<Double> times = steps.boxed().toList();
        ToDoubleFunction<Double> megabytes = now -> rate.applyAsDouble(now - AVERAGED_OVER, now) / Statistics.MEGA;
        return new Charts.Line(times, Statistics.each(times, megabytes));
    }
}
