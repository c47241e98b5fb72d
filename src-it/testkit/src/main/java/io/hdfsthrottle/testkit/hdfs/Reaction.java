package io.hdfsthrottle.testkit.hdfs;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;

/**
 * The time until a stream's rate, averaged over a second (a client pauses between two files), came within 5 % of its
 * target.
 */
public record Reaction(Duration elapsed) {

    private static final Duration AVERAGED_OVER = Duration.ofSeconds(1);
    private static final Duration STEP = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final double NEAR = 0.05;

    /** Measures from now on. */
    public static Reaction until(Streams stream, double bytesPerSecond) {
        long from = System.nanoTime();
        Deque<long[]> samples = new ArrayDeque<>();
        while (System.nanoTime() - from < PATIENCE.toNanos()) {
            long now = System.nanoTime();
            samples.addLast(new long[] {now, stream.bytes()});
            while (now - samples.getFirst()[0] > AVERAGED_OVER.toNanos()) {
                samples.removeFirst();
            }
            double seconds = (now - samples.getFirst()[0]) / 1e9;
            double rate = (stream.bytes() - samples.getFirst()[1]) / seconds;
            if (now - from > AVERAGED_OVER.toNanos() && Math.abs(rate - bytesPerSecond) < NEAR * bytesPerSecond) {
                return new Reaction(Duration.ofNanos(now - from));
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
        throw new AssertionError("the rate never came within 5 % of " + bytesPerSecond);
    }
}
