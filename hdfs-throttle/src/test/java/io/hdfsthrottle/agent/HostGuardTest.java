package io.hdfsthrottle.agent;

import static io.hdfsthrottle.fakes.Seeds.seeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.queue.Bypass;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class HostGuardTest {

    private final HandSetTicker ticker = new HandSetTicker(Long.MAX_VALUE - 3_000_000_000L);
    private final Bypass gate = new Bypass();
    private final HostGuard guard = new HostGuard(gate, ticker);

    @Test
    void hundredErrorsWithinTenSeconds_openTheGateAndNinetyNineDoNot() {
        fail(99);
        assertThat(gate.isOpen()).isFalse();
        ticker.advance(Duration.ofSeconds(10));
        fail(1);
        assertThat(gate.isOpen()).isTrue();
        assertThat(guard.figures().errors()).isEqualTo(100);
    }

    @Test
    void hundredErrorsInMoreThanTenSeconds_doNotOpenIt() {
        for (int i = 0; i < 1000; i++) {
            fail(1);
            ticker.advance(Duration.ofMillis(102));
        }
        assertThat(gate.isOpen()).isFalse();
        assertThat(guard.figures().errors()).isEqualTo(1000);
    }

    @Test
    void burst_countsWhereverItsTenSecondsBegin() {
        fail(1);
        ticker.advance(Duration.ofSeconds(9));
        fail(50);
        ticker.advance(Duration.ofSeconds(2));
        fail(49);
        assertThat(gate.isOpen()).isFalse();
        fail(1);
        assertThat(gate.isOpen()).isTrue();
    }

    @Test
    void gate_opensExactlyAtTheFirstHundredthErrorWithinTenSeconds() {
        seeded(50, random -> {
            HandSetTicker clock = new HandSetTicker(random.nextLong());
            Bypass drawn = new Bypass();
            HostGuard drawnGuard = new HostGuard(drawn, clock);
            Deque<Long> latest = new ArrayDeque<>();
            ExecutorService[] streams = new ExecutorService[4];
            Arrays.setAll(streams, i -> Executors.newSingleThreadExecutor());
            for (int i = 0; i < 500 && !drawn.isOpen(); i++) {
                clock.advance(random.nextLong(210_000_000));
                latest.add(clock.nanos());
                CompletableFuture.runAsync(
                                () -> drawnGuard.failed("a test", new IllegalStateException()), streams[i % 4])
                        .join();
                latest.removeIf(nanos -> clock.nanos() - nanos > 10_000_000_000L);
                assertThat(drawn.isOpen()).isEqualTo(latest.size() >= 100);
            }
            Arrays.asList(streams).forEach(ExecutorService::shutdown);
        });
    }

    @Test
    void gate_closesAgainAfterItsPeriod_andItTakesAHundredNewErrorsToOpenIt() {
        fail(100);
        assertThat(guard.figures().passesFor()).isEqualTo(HostGuard.FIRST_PERIOD);
        assertPassesFor(HostGuard.FIRST_PERIOD);
        assertThat(guard.figures().passesFor()).isZero();
        fail(99);
        assertThat(gate.isOpen()).isFalse();
        fail(1);
        assertThat(gate.isOpen()).isTrue();
        assertThat(guard.figures().passingPeriods()).isEqualTo(2);
    }

    @Test
    void errorsThatComeBackAtOnce_openItTwiceAsLongEachTime_upToTenMinutes() {
        for (int seconds : new int[] {30, 60, 120, 240, 480, 600, 600, 600}) {
            fail(100);
            assertPassesFor(Duration.ofSeconds(seconds));
        }
    }

    @Test
    void tenQuietMinutes_makeTheNextPeriodTheFirst() {
        fail(100);
        assertPassesFor(HostGuard.FIRST_PERIOD);
        ticker.advance(HostGuard.LONGEST_PERIOD.minusNanos(1));
        fail(100);
        assertPassesFor(HostGuard.FIRST_PERIOD.multipliedBy(2));
        ticker.advance(HostGuard.LONGEST_PERIOD);
        fail(100);
        assertPassesFor(HostGuard.FIRST_PERIOD);
    }

    @Test
    void errorsWhileItIsOpen_prolongNothing() {
        fail(100);
        ticker.advance(HostGuard.FIRST_PERIOD.minusNanos(1));
        fail(1000);
        ticker.advance(1);
        assertThat(guard.isPeriodOver()).isTrue();
        assertThat(guard.figures().passingPeriods()).isEqualTo(1);
    }

    @Test
    void gateThatWasOpenedForGood_staysOpen() {
        fail(100);
        gate.open();
        ticker.advance(HostGuard.FIRST_PERIOD);
        guard.closeGate();
        assertThat(gate.isOpen()).isTrue();
    }

    private void assertPassesFor(Duration period) {
        ticker.advance(period.minusNanos(1));
        assertThat(gate.isOpen()).isTrue();
        assertThat(guard.isPeriodOver()).isFalse();
        ticker.advance(1);
        assertThat(guard.isPeriodOver()).as("after %s", period).isTrue();
        guard.closeGate();
        assertThat(gate.isOpen()).isFalse();
        assertThat(guard.isPeriodOver()).isFalse();
    }

    @Test
    void errorThatCannotEvenBeTold_neverReachesTheHost() {
        RuntimeException untold = new RuntimeException() {
            private static final long serialVersionUID = 1;

            @Override
            public String getMessage() {
                throw new StackOverflowError();
            }
        };
        assertThatCode(() -> guard.failed("a test", untold)).doesNotThrowAnyException();
        assertThatCode(() -> guard.failed(null, null)).doesNotThrowAnyException();
        assertThat(guard.figures().errors()).isEqualTo(2);
    }

    @Test
    void oneStreamThatAlwaysFails_opensItForNobody() {
        for (int i = 0; i < 100_000; i++) {
            guard.failed("a test", new IllegalStateException("on purpose"));
        }
        assertThat(gate.isOpen()).isFalse();
        assertThat(guard.figures().errors()).isEqualTo(100_000);
    }

    @Test
    void twoStreamsDoNotOpenIt_aThirdDoes() {
        failOnThreads(2, 1000);
        assertThat(gate.isOpen()).isFalse();
        failOnThreads(1, 31);
        assertThat(gate.isOpen()).isFalse();
        failOnThreads(1, 1);
        assertThat(gate.isOpen()).isTrue();
    }

    @Test
    void stream_countsAgainOnceItsErrorsAreOld() {
        ExecutorService stream = Executors.newSingleThreadExecutor();
        failOn(stream, 1000);
        ticker.advance(Duration.ofSeconds(11));
        failOn(stream, 1000);
        failOnThreads(2, 32);
        assertThat(gate.isOpen()).isFalse();
        failOnThreads(1, 2);
        assertThat(gate.isOpen()).isTrue();
        stream.shutdown();
    }

    /** Reports each error on a separate thread. */
    private void fail(int times) {
        failOnThreads(times, 1);
    }

    private void failOnThreads(int threads, int timesEach) {
        for (int i = 0; i < threads; i++) {
            failOn(task -> new Thread(task, "a stream").start(), timesEach);
        }
    }

    private void failOn(Executor stream, int times) {
        CompletableFuture.runAsync(
                        () -> {
                            for (int error = 0; error < times; error++) {
                                guard.failed("a test", new IllegalStateException("on purpose"));
                            }
                        },
                        stream)
                .join();
    }
}
