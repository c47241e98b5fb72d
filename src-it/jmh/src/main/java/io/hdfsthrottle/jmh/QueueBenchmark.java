package io.hdfsthrottle.jmh;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.part.SharePath;
import io.hdfsthrottle.queue.Bypass;
import io.hdfsthrottle.queue.QueueHost;
import io.hdfsthrottle.queue.QueueSettings;
import io.hdfsthrottle.queue.Stream;
import io.hdfsthrottle.queue.VolumeQueue;
import io.hdfsthrottle.queue.WaitLimits;
import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.unit.Ticker;
import java.util.Optional;
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

/** Measures the cost of our queue alone per packet when no call waits. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class QueueBenchmark {

    private static final int PACKET = 65_536;

    /** A disk without requests: everything comes from memory. */
    @State(Scope.Benchmark)
    public static class Disk {
        private final VolumeQueue queue = new VolumeQueue(
                "DS-1",
                new QueueSettings(WaitLimits.of(WaitLimits.DEFAULT_LONGEST_SLEEP), Optional.empty(), false, 256L << 20),
                host());
    }

    /** A thread that reads by a stream. */
    public abstract static class Reader {
        private Stream stream;
        private long position;

        /** Opens its stream, as an operation does when it begins. */
        void open(Disk disk, Tenant tenant) {
            stream = disk.queue
                    .account(tenant, SharePath.of(""), () -> Tenant.DEFAULT)
                    .longRead(Optional.of(new FileInMemory()));
        }

        void read() {
            stream.before(position, PACKET);
            stream.moved(PACKET);
            position += PACKET;
        }
    }

    /** A thread of a tenant shared by all threads. */
    @State(Scope.Thread)
    public static class Shared extends Reader {
        @Setup
        public void find(Disk disk) {
            open(disk, Tenant.DEFAULT);
        }
    }

    /** A thread with its own tenant. */
    @State(Scope.Thread)
    public static class Own extends Reader {
        @Setup
        public void find(Disk disk) {
            open(disk, Tenant.named("t" + Thread.currentThread().getId()));
        }
    }

    /** All threads belong to one tenant. */
    @Benchmark
    public void oneTenant(Shared shared) {
        shared.read();
    }

    /** Each thread has its own tenant. */
    @Benchmark
    public void tenantEach(Own own) {
        own.read();
    }

    private static QueueHost host() {
        return new QueueHost(new Bypass(), Ticker.system(), Parker.system(), () -> 0, () -> Grant.NOBODY, error -> {
            throw new IllegalStateException(error);
        });
    }
}
