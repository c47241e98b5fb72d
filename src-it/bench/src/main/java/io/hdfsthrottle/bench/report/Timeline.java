package io.hdfsthrottle.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.knowm.xchart.internal.chartpart.Chart;

/** The cumulative bytes of each tenant at closely spaced instants. Immutable; times in seconds. */
public record Timeline(List<Sample> samples) {

    /** The averaging interval of rates when the time of a change is determined. */
    static final double AVERAGED_OVER = 0.2;

    private static final double STEP = 0.05;
    private static final double SLIDE = 0.1;
    private static final double NEAR = 0.95;
    private static final double HELD_FOR = 1;

    /** One instant. */
    public record Sample(double seconds, List<Long> bytes) {}

    public Timeline {
        samples = List.copyOf(samples);
        if (samples.size() < 2) {
            throw new IllegalArgumentException("one instant has no rate");
        }
    }

    /** A tenant's rate between two times, in bytes per second. */
    public double rate(int tenant, double from, double to) {
        return (bytesAt(tenant, to) - bytesAt(tenant, from)) / (to - from);
    }

    /** The total rate between two times. */
    public double total(double from, double to) {
        return IntStream.range(0, samples.get(0).bytes().size())
                .mapToDouble(tenant -> rate(tenant, from, to))
                .sum();
    }

    /**
     * The time after {@code from} until the tenant's moving average reached 95 % of the rate, and its mean over the
     * following second stayed there: a peak does not count. Empty if not before {@code until}.
     */
    public OptionalDouble reached(int tenant, double bytesPerSecond, double from, double until) {
        return lasting(tenant, rate -> rate >= NEAR * bytesPerSecond, from, until);
    }

    /** The same for a falling rate: until it is no more than 5 % above. */
    public OptionalDouble lowered(int tenant, double bytesPerSecond, double from, double until) {
        return lasting(tenant, rate -> rate <= (2 - NEAR) * bytesPerSecond, from, until);
    }

    private OptionalDouble lasting(int tenant, DoublePredicate near, double from, double until) {
        return samples.stream()
                .mapToDouble(Sample::seconds)
                .filter(now -> now >= from && now <= until)
                .filter(now -> near.test(rate(tenant, now - AVERAGED_OVER, now)))
                .filter(now -> near.test(rate(tenant, now, now + HELD_FOR)))
                .map(now -> now - from)
                .findFirst();
    }

    /** The lowest total rate in any second between two times, in bytes per second. */
    public double leanestSecond(double from, double to) {
        return samples.stream()
                .mapToDouble(Sample::seconds)
                .filter(now -> now >= from && now + 1 <= to)
                .map(now -> total(now, now + 1))
                .min()
                .orElse(Double.NaN);
    }

    public double bytes() {
        return samples.get(samples.size() - 1).bytes().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** The time of the last sample. */
    public double end() {
        return samples.get(samples.size() - 1).seconds();
    }

    /** The highest rate of a tenant in any time of that length, in bytes per second. */
    public double mostIn(double seconds, int tenant) {
        return DoubleStream.iterate(0, from -> from + seconds <= end(), from -> from + SLIDE)
                .map(from -> rate(tenant, from, from + seconds))
                .max()
                .orElse(0);
    }

    /** The moving averages of tenants of these names, and of the total if it is wanted. */
    public Chart<?, ?> chart(String title, List<String> tenants, boolean withTotal) {
        Map<String, Charts.Line> lines = new LinkedHashMap<>();
        for (int i = 0; i < tenants.size(); i++) {
            int tenant = i;
            lines.put(tenants.get(i), line((from, to) -> rate(tenant, from, to)));
        }
        if (withTotal) {
            lines.put("total", line(this::total));
        }
        return Charts.lines(title, "seconds", "MB/s, 200 ms average", lines);
    }

    private Charts.Line line(DoubleBinaryOperator rate) {
        List<Double> times = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        for (double now = AVERAGED_OVER; now < end(); now += STEP) {
            times.add(now);
            rates.add(rate.applyAsDouble(now - AVERAGED_OVER, now) / Statistics.MEGA);
        }
        return new Charts.Line(times, rates);
    }

    /** Between two samples bytes are assumed to arrive evenly. */
    private double bytesAt(int tenant, double seconds) {
        int low = 1;
        int high = samples.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (samples.get(middle).seconds() < seconds) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        int after = Math.min(low, samples.size() - 1);
        Sample left = samples.get(after - 1);
        Sample right = samples.get(after);
        double part = (seconds - left.seconds()) / (right.seconds() - left.seconds());
        double within = Math.max(0, Math.min(1, part));
        return left.bytes().get(tenant)
                + within * (right.bytes().get(tenant) - left.bytes().get(tenant));
    }
}
