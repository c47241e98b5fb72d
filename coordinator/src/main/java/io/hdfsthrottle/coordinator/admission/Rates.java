package io.hdfsthrottle.coordinator.admission;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;

/**
 * Rate limits: one token bucket for each caller. Buckets of callers idle for a while are full and need not be kept.
 * Thread-safe.
 */
final class Rates {
    static final int MOST_BUCKETS = 20_000;

    /** The size of a burst, in seconds of the rate. */
    private static final int BURST_SECONDS = 5;

    private final Cache<String, Bucket> buckets = CacheBuilder.newBuilder()
            .maximumSize(MOST_BUCKETS)
            .expireAfterAccess(Duration.ofSeconds(2L * BURST_SECONDS))
            .build();
    private final int perSecond;
    private final TimeMeter time;

    Rates(int perSecond, Ticker ticker) {
        this.perSecond = perSecond;
        long begun = ticker.nanos();
        this.time = new TimeMeter() {
            @Override
            public long currentTimeNanos() {
                return ticker.nanos() - begun;
            }

            @Override
            public boolean isWallClockBased() {
                return false;
            }
        };
    }

    /** Takes tokens from the caller's bucket; zero if they were taken, else how long to wait for them. */
    Duration take(String caller, int tokens) {
        Bucket bucket = buckets.asMap().computeIfAbsent(caller, unseen -> full());
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(tokens);
        return probe.isConsumed() ? Duration.ZERO : Duration.ofNanos(Math.max(1, probe.getNanosToWaitForRefill()));
    }

    /** How long to wait until one token can be taken; zero if it can be now. */
    Duration wait(String caller) {
        Bucket bucket = buckets.getIfPresent(caller);
        return bucket == null
                ? Duration.ZERO
                : Duration.ofNanos(bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill());
    }

    private Bucket full() {
        return Bucket.builder()
                .addLimit(limit ->
                        limit.capacity((long) BURST_SECONDS * perSecond).refillGreedy(perSecond, Duration.ofSeconds(1)))
                .withCustomTimePrecision(time)
                .build();
    }

    long kept() {
        return buckets.size();
    }
}
