package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads at rest: all that a DataNode has of them. */
@Timeout(120)
final class SleepersTest {

    private static final int PACKET = 65_536;
    private static final int ALL_OF_A_DATANODE = 4_096;
    private static final long SMALL_STACK = 128 * 1024;

    /** So that thousands of sleepers leave a busy machine the time for the test. */
    private static final long LONG_PIECE_NANOS = 1_000_000_000L;

    private final Gate gate = new Gate();
    private final TenantBucket bucket = new TenantBucket(
            Tenant.DEFAULT,
            gate,
            Ticker.system(),
            nanos -> LockSupport.parkNanos(Math.max(nanos, LONG_PIECE_NANOS)),
            PacingLimits.of(PacingLimits.GREATEST_LONGEST_SLEEP),
            Allowance.of(Ticker.system().nanos(), 0, 1));
    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        gate.open();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void gateThatOpens_wakesAllOf4096Sleepers() throws Exception {
        AtomicInteger woken = new AtomicInteger();
        CountDownLatch allThere = new CountDownLatch(ALL_OF_A_DATANODE);
        for (int i = 0; i < ALL_OF_A_DATANODE; i++) {
            start(() -> {
                allThere.countDown();
                allThere.await();
                while (!gate.isOpen()) {
                    bucket.pace(PACKET);
                }
                woken.incrementAndGet();
                return null;
            });
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> bucket.resting() > ALL_OF_A_DATANODE * 0.99);

        gate.open();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(woken).hasValue(ALL_OF_A_DATANODE);
        assertThat(bucket.resting()).isZero();
    }

    @Test
    void sleeperThatIsInterrupted_goesOnWithItsFlag_whileTheOthersSleepOn() throws Exception {
        AtomicBoolean flag = new AtomicBoolean();
        Thread interrupted = start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                bucket.pace(PACKET);
            }
            flag.set(Thread.currentThread().isInterrupted());
            return null;
        });
        Thread other = start(() -> {
            while (!gate.isOpen()) {
                bucket.pace(PACKET);
            }
            return null;
        });
        await().until(() -> bucket.resting() == 2);

        interrupted.interrupt();
        interrupted.join();

        assertThat(flag).isTrue();
        assertThat(other.isAlive()).isTrue();
    }

    private Thread start(Callable<Void> work) {
        Thread thread = new Thread(null, new FutureTask<>(work), "sleeper-" + threads.size(), SMALL_STACK);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }
}
