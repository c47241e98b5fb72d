package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.queue.Bypass;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thread of the agent that does not work is noticed, told and replaced. */
final class HeartbeatTest {

    private static final Duration SOON = Duration.ofMillis(1);

    private final Bypass gate = new Bypass();
    private final HostGuard guard = new HostGuard(gate, new HandSetTicker());
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private Heartbeat heartbeat;

    @AfterEach
    void stop() {
        heartbeat.stop();
    }

    @Test
    void controllerThatFailsAgainAndAgain_letsEverythingPass() {
        heartbeat = Heartbeat.startVital("controller", this::fail, guard);
        await().until(gate::isOpen);
        assertThat(guard.figures().errors()).isGreaterThanOrEqualTo(Heartbeat.MOST);
        assertThat(guard.figures().passingPeriods()).isEqualTo(1);
    }

    @Test
    void otherWorkThatFails_isCounted_andNothingElse() {
        heartbeat = Heartbeat.start("reports", this::fail, guard);
        await().until(() -> guard.figures().errors() > Heartbeat.MOST);
        assertThat(gate.isOpen()).isFalse();
    }

    private Duration fail() {
        throw new IllegalStateException("on purpose");
    }

    @Test
    void controllerThatDoesNotComeBack_isReplaced_andMeanwhileEverythingPasses() {
        CountDownLatch stuck = new CountDownLatch(1);
        heartbeat = Heartbeat.startVital(
                "controller",
                () -> {
                    if (threads.add(Thread.currentThread()) && threads.size() == 1) {
                        stuck.await();
                    }
                    return SOON;
                },
                guard);
        await().until(() -> !threads.isEmpty());
        for (int look = 0; look < Heartbeat.MOST; look++) {
            heartbeat.renew();
        }
        assertThat(gate.isOpen()).as("it may only be slow").isFalse();
        heartbeat.renew();
        assertThat(gate.isOpen()).isTrue();
        await().until(() -> threads.size() == 2);
        stuck.countDown();
        await().until(() -> threads.stream().filter(Thread::isAlive).count() == 1);
    }

    @Test
    void threadThatHasEnded_isReplaced() {
        heartbeat = Heartbeat.start(
                "volumes",
                () -> {
                    threads.add(Thread.currentThread());
                    return threads.size() == 1 ? null : SOON; // which no thread survives
                },
                guard);
        await().dontCatchUncaughtExceptions().until(() -> threads.stream().anyMatch(thread -> !thread.isAlive()));
        assertThatNoException().isThrownBy(heartbeat::renew);
        await().until(() -> threads.size() == 2);
        assertThat(guard.figures().errors()).isEqualTo(1);
        assertThat(gate.isOpen()).isFalse();
    }

    @Test
    void threadThatWasStopped_staysStopped() {
        heartbeat = Heartbeat.startVital(
                "controller",
                () -> {
                    threads.add(Thread.currentThread());
                    return SOON;
                },
                guard);
        await().until(() -> !threads.isEmpty());
        heartbeat.stop();
        await().until(() -> threads.stream().noneMatch(Thread::isAlive));
        heartbeat.renew();
        assertThat(threads).hasSize(1);
        assertThat(gate.isOpen()).isFalse();
    }
}
