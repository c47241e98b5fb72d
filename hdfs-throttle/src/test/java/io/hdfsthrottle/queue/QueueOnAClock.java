package io.hdfsthrottle.queue;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.fakes.ClockParker;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.Sending;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.part.SharePath;
import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A queue on a clock that waiting advances. Until it is started no thread detects completions, so the disk of its files
 * never completes a piece; threads that do their own disk I/O report completion all the same.
 */
final class QueueOnAClock {

    static final Duration LONGEST = Duration.ofSeconds(2);

    /** A waiting thread is woken when it is dispatched; here it polls at this interval. */
    private static final long SOON_NANOS = 1_000_000;

    final HandSetTicker ticker = new HandSetTicker();
    final ClockParker sleeper = new ClockParker(ticker);
    final Bypass bypass = new Bypass();
    final List<Throwable> errors = new CopyOnWriteArrayList<>();
    final QueueHost host;
    final VolumeQueue queue;
    Parker parker = nanos -> sleeper.park(Math.min(nanos, SOON_NANOS));
    DeviceReads deviceReads = DeviceReads.NONE;
    Optional<BooleanSupplier> sleep = Optional.empty();
    Optional<BooleanSupplier> diskWait = Optional.empty();
    Optional<Supplier<Optional<Sending>>> sending = Optional.empty();
    Supplier<Grant> grant = () -> Grant.NOBODY;

    /** For a disk with this capacity limit; all bytes written or read are charged. */
    QueueOnAClock(Rate capacity) {
        this(new QueueSettings(WaitLimits.of(LONGEST), Optional.of(capacity), true, 1L << 30));
    }

    QueueOnAClock(QueueSettings settings) {
        this.host = new QueueHost(
                bypass,
                ticker,
                nanos -> parker.park(nanos),
                new DeviceReads() {
                    @Override
                    public long ofThisThread() {
                        return deviceReads.ofThisThread();
                    }

                    @Override
                    public Optional<BooleanSupplier> sleepOfThisThread() {
                        return sleep;
                    }

                    @Override
                    public Optional<BooleanSupplier> diskWaitOfThisThread() {
                        return diskWait;
                    }

                    @Override
                    public Optional<Supplier<Optional<Sending>>> sendingOfThisThread() {
                        return sending;
                    }
                },
                () -> grant.get(),
                errors::add);
        this.queue = new VolumeQueue("DS-1", settings, host);
    }

    /** For a disk without a limit; only known disk I/O is charged. */
    static QueueOnAClock ofAnyDisk() {
        return ofAnyDisk(LONGEST, 1L << 30);
    }

    static QueueOnAClock ofAnyDisk(Duration longest, long readaheadMemory) {
        return new QueueOnAClock(new QueueSettings(WaitLimits.of(longest), Optional.empty(), false, readaheadMemory));
    }

    /** Starts to detect completions; waiting threads yield to the threads that detect them. */
    void start() {
        parker = nanos -> {
            sleeper.park(Math.min(nanos, SOON_NANOS));
            LockSupport.parkNanos(SOON_NANOS);
        };
        queue.start();
    }

    Account account(Tenant tenant) {
        return queue.account(tenant, SharePath.of(""), () -> Tenant.DEFAULT);
    }

    Stream writing(Tenant tenant) {
        return account(tenant).write(Optional.empty(), Long.MAX_VALUE);
    }

    /** What all tenants were charged so far. */
    long charged() {
        queue.tick(grant.get());
        return queue.activity().tenants().stream()
                .mapToLong(TenantActivity::charged)
                .sum();
    }

    /** Waits until the disk has done all that it was asked for; the queue is started. */
    void settle() {
        if (!queue.isQuiet()) {
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofNanos(100_000))
                    .until(queue::isQuiet);
        }
    }
}
