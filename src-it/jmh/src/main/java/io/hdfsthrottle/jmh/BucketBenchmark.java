package io.hdfsthrottle.jmh;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.pace.DiskWatch;
import io.hdfsthrottle.pace.Gate;
import io.hdfsthrottle.pace.PacingLimits;
import io.hdfsthrottle.pace.Parker;
import io.hdfsthrottle.pace.TenantBucket;
import io.hdfsthrottle.pace.VolumePacer;
import io.hdfsthrottle.unit.Ticker;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What our bucket alone costs a packet when nobody waits. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class BucketBenchmark {

    private static final int PACKET = 65_536;

    /** A disk on which everybody goes free. */
    @State(Scope.Benchmark)
    public static class Disk {
        private final VolumePacer pacer = VolumePacer.watching(
                "DS-1",
                DiskWatch.BLIND,
                PacingLimits.of(PacingLimits.DEFAULT_LONGEST_SLEEP),
                new Gate(),
                Ticker.system(),
                Parker.system());
        private final TenantBucket shared = pacer.bucket(Tenant.DEFAULT);
    }

    /** A thread that is a tenant of its own. */
    @State(Scope.Thread)
    public static class Own {
        private TenantBucket bucket;

        /** Finds its bucket, as an operation does when it begins. */
        @Setup
        public void find(Disk disk) {
            bucket = disk.pacer.bucket(Tenant.named("t" + Thread.currentThread().getId()));
        }
    }

    /** All threads are one tenant's. */
    @Benchmark
    public void oneTenant(Disk disk) {
        disk.shared.pace(PACKET);
    }

    /** Each thread is a tenant's of its own. */
    @Benchmark
    public void tenantEach(Own own) {
        own.bucket.pace(PACKET);
    }
}
