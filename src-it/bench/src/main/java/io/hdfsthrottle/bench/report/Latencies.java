package io.hdfsthrottle.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** The distribution of operations' times, to three significant digits. Immutable. */
public final class Latencies {

    private static final long MOST_MICROS = 3_600_000_000L; // longer ones are counted as an hour

    private final Histogram micros;

    private Latencies(Histogram micros) {
        this.micros = micros;
    }

    /** An empty histogram to record microseconds in, with {@link #record}. */
    public static Histogram recording() {
        return new Histogram(MOST_MICROS, 3);
    }

    /** Records a time in nanoseconds. */
    public static void record(Histogram histogram, long nanos) {
        histogram.recordValue(Math.min(Math.max(nanos / 1000, 0), MOST_MICROS));
    }

    public static Latencies of(Histogram recorded) {
        return new Latencies(recorded.copy());
    }

    public static Latencies ofSeconds(DoubleStream seconds) {
        Histogram micros = recording();
        seconds.forEach(each -> record(micros, (long) (each * 1e9)));
        return new Latencies(micros);
    }

    public static Latencies ofAll(Stream<Latencies> several) {
        Histogram all = recording();
        several.forEach(each -> all.add(each.micros));
        return new Latencies(all);
    }

    public long count() {
        return micros.getTotalCount();
    }

    /** The time that this percentage of them did not exceed, in milliseconds; infinite if there were none. */
    public double percentile(double percent) {
        return count() == 0 ? Double.POSITIVE_INFINITY : micros.getValueAtPercentile(percent) / 1e3;
    }

    /** The mean in milliseconds; infinite if there were none. */
    public double mean() {
        return count() == 0 ? Double.POSITIVE_INFINITY : micros.getMean() / 1e3;
    }

    public Charts.Line line() {
        List<Double> percents = new ArrayList<>();
        List<Double> millis = new ArrayList<>();
        for (double percent = 0.5; count() > 0 && percent <= 100; percent += 0.5) {
            percents.add(percent);
            millis.add(Math.max(percentile(percent), 0.1));
        }
        return new Charts.Line(percents, millis);
    }

    public Map<String, Object> members() {
        Figures figures = new Figures().put("reads", count()).put("meanMillis", mean());
        List.of(50, 90, 99, 100).forEach(percent -> figures.put("p" + percent + "Millis", percentile(percent)));
        return figures.members();
    }
}
