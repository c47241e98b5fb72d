package io.hdfsthrottle.queue;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.part.SharePath;
import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * A queue on the machine's clock with all of its threads, for a disk of known speed and the transfer threads that a
 * test starts.
 */
final class QueueOnADisk implements AutoCloseable {

    static final int PACKET = 65_536;

    final TimedDisk disk;
    final Bypass bypass = new Bypass();
    final List<Throwable> errors = new CopyOnWriteArrayList<>();
    final VolumeQueue queue;
    volatile Grant grant = Grant.NOBODY;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean over;

    QueueOnADisk(double bytesPerSecond) {
        WaitLimits limits = WaitLimits.of(WaitLimits.GREATEST_LONGEST_SLEEP);
        disk = new TimedDisk(bytesPerSecond);
        QueueHost host =
                new QueueHost(bypass, Ticker.system(), Parker.system(), DeviceReads.NONE, () -> grant, errors::add);
        queue = new VolumeQueue("DS-1", new QueueSettings(limits, Optional.empty(), false, 1L << 30), host);
        queue.start();
    }

    Account account(Tenant tenant) {
        return queue.account(tenant, SharePath.of(""), () -> Tenant.DEFAULT);
    }

    /** Starts this many threads of a tenant that read until {@link #end}; counts the bytes sent. */
    LongAdder readers(Tenant tenant, int count) {
        return readers(tenant, SharePath.of(""), count);
    }

    LongAdder readers(Tenant tenant, SharePath share, int count) {
        LongAdder sent = new LongAdder();
        for (int i = 0; i < count; i++) {
            run(tenant + "-" + share + "-" + i, () -> {
                Stream stream =
                        queue.account(tenant, share, () -> Tenant.DEFAULT).longRead(Optional.of(disk.new File()));
                for (long position = 0; !over; position += PACKET) {
                    stream.before(position, PACKET);
                    stream.moved(PACKET);
                    sent.add(PACKET);
                }
                stream.leave();
            });
        }
        return sent;
    }

    Thread run(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((unused, error) -> errors.add(error));
        threads.add(thread);
        thread.start();
        return thread;
    }

    boolean isOver() {
        return over;
    }

    /** Tells all threads to end and waits this long at most; returns those that have not ended. */
    List<Thread> end(Duration longest) {
        over = true;
        long until = System.nanoTime() + longest.toNanos();
        List<Thread> stuck = new ArrayList<>();
        for (Thread thread : threads) {
            while (thread.isAlive() && System.nanoTime() < until) {
                LockSupport.parkNanos(1_000_000);
            }
            if (thread.isAlive()) {
                stuck.add(thread);
            }
        }
        return stuck;
    }

    @Override
    public void close() {
        queue.close();
        List<Thread> unused = end(Duration.ofSeconds(5));
    }
}
