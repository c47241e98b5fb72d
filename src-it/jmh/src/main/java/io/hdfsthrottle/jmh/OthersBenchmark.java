package io.hdfsthrottle.jmh;

import com.google.common.util.concurrent.RateLimiter;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the cost per packet of other rate limiters, each with so high a rate that no call waits, shared by all
 * threads.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class OthersBenchmark {

    private static final int PACKET = 65_536;

    private final DataTransferThrottler stock = new DataTransferThrottler(1L << 50);
    private final RateLimiter guava = RateLimiter.create(1e18);
    private final Bucket bucket4j = Bucket.builder()
            .addLimit(Bandwidth.builder()
                    .capacity(1L << 60)
                    .refillGreedy(1_000_000, Duration.ofSeconds(1))
                    .build())
            .withNanosecondPrecision()
            .build();

    /** One permit per call: an int cannot hold the bytes of a period. */
    private final io.github.resilience4j.ratelimiter.RateLimiter resilience4j =
            io.github.resilience4j.ratelimiter.RateLimiter.of(
                    "jmh",
                    RateLimiterConfig.custom()
                            .limitForPeriod(Integer.MAX_VALUE)
                            .limitRefreshPeriod(Duration.ofMillis(100))
                            .timeoutDuration(Duration.ofSeconds(1))
                            .build());

    /** HDFS's own throttler, which a DataNode with {@code dfs.datanode.data.read.bandwidthPerSec} calls. */
    @Benchmark
    public void stockThrottler() {
        stock.throttle(PACKET);
    }

    /** Guava's limiter. */
    @Benchmark
    public double guavaRateLimiter() {
        return guava.acquire(PACKET);
    }

    /** Bucket4j's lock-free bucket. */
    @Benchmark
    public boolean bucket4j() {
        return bucket4j.tryConsume(PACKET);
    }

    /** Resilience4j's limiter. */
    @Benchmark
    public boolean resilience4j() {
        return resilience4j.acquirePermission(1);
    }
}
