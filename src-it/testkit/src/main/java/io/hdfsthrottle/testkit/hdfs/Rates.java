package io.hdfsthrottle.testkit.hdfs;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** The throughput of streams, in bytes per second. */
public final class Rates {

    private static final double NANOS = 1e9;

    private Rates() {}

    /** Measures several over the same window, which lasts that long. */
    public static List<Double> over(Duration window, List<Streams> streams) {
        long from = System.nanoTime();
        List<Long> before = streams.stream().map(Streams::bytes).toList();
        for (long left = window.toNanos(); left > 0; left = from + window.toNanos() - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        double seconds = (System.nanoTime() - from) / NANOS;
        return IntStream.range(0, streams.size())
                .mapToObj(i -> (streams.get(i).bytes() - before.get(i)) / seconds)
                .toList();
    }

    public static List<Double> shares(List<Double> rates) {
        double sum = rates.stream().mapToDouble(Double::doubleValue).sum();
        return rates.stream().map(rate -> rate / sum).toList();
    }

    /**
     * The time from now until a stream's rate, averaged over a second (a client pauses between two files), comes within
     * 5 % of that; at most 20 s.
     */
    public static Duration reaction(Streams stream, double bytesPerSecond) {
        long from = System.nanoTime();
        Deque<long[]> samples = new ArrayDeque<>();
        for (long now = from; now - from < 20 * NANOS; now = System.nanoTime()) {
            samples.addLast(new long[] {now, stream.bytes()});
            while (now - samples.getFirst()[0] > NANOS) {
                samples.removeFirst();
            }
            double seconds = (now - samples.getFirst()[0]) / NANOS;
            double rate = (stream.bytes() - samples.getFirst()[1]) / seconds;
            if (now - from > NANOS && Math.abs(rate / bytesPerSecond - 1) < 0.05) {
                return Duration.ofNanos(now - from);
            }
            LockSupport.parkNanos(20_000_000);
        }
        throw new AssertionError("the rate never came within 5 % of " + bytesPerSecond);
    }
}
