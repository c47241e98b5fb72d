package io.hdfsthrottle.testkit.hdfs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The throughput of several streams over the same window of time, in bytes per second. */
public final class Rates {

    private static final double NANOS = 1e9;

    private Rates() {}

    /** Measures for that long. */
    public static List<Double> over(Duration window, List<Streams> streams) {
        long from = System.nanoTime();
        List<Long> before = streams.stream().map(Streams::bytes).toList();
        long until = from + window.toNanos();
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
        double seconds = (System.nanoTime() - from) / NANOS;
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < streams.size(); i++) {
            rates.add((streams.get(i).bytes() - before.get(i)) / seconds);
        }
        return rates;
    }

    /** Each as a fraction of their sum. */
    public static List<Double> shares(List<Double> rates) {
        double sum = rates.stream().mapToDouble(Double::doubleValue).sum();
        return rates.stream().map(rate -> rate / sum).toList();
    }
}
