package io.hdfsthrottle.agent;

import static io.hdfsthrottle.fakes.Seeds.seeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.pace.Gate;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

final class HostGuardTest {

    private final HandSetTicker ticker = new HandSetTicker(Long.MAX_VALUE - 3_000_000_000L);
    private final Gate gate = new Gate();
    private final HostGuard guard = new HostGuard(gate, ticker);

    @Test
    void hundredErrorsWithinTenSeconds_openTheGateAndNinetyNineDoNot() {
        fail(99);
        assertThat(gate.isOpen()).isFalse();
        ticker.advance(Duration.ofSeconds(10));
        fail(1);
        assertThat(gate.isOpen()).isTrue();
        assertThat(guard.errors()).isEqualTo(100);
    }

    @Test
    void hundredErrorsInMoreThanTenSeconds_doNotOpenIt() {
        for (int i = 0; i < 1000; i++) {
            fail(1);
            ticker.advance(Duration.ofMillis(102));
        }
        assertThat(gate.isOpen()).isFalse();
        assertThat(guard.errors()).isEqualTo(1000);
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
        seeded(300, random -> {
            HandSetTicker clock = new HandSetTicker(random.nextLong());
            Gate drawn = new Gate();
            HostGuard drawnGuard = new HostGuard(drawn, clock);
            Deque<Long> latest = new ArrayDeque<>();
            for (int i = 0; i < 500 && !drawn.isOpen(); i++) {
                clock.advance(random.nextLong(210_000_000));
                latest.add(clock.nanos());
                drawnGuard.failed("a test", new IllegalStateException());
                latest.removeIf(nanos -> clock.nanos() - nanos > 10_000_000_000L);
                assertThat(drawn.isOpen()).isEqualTo(latest.size() >= 100);
            }
        });
    }

    @Test
    void gate_staysOpenForGood() {
        fail(100);
        ticker.advance(Duration.ofDays(1));
        fail(1);
        assertThat(gate.isOpen()).isTrue();
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
        assertThat(guard.errors()).isEqualTo(2);
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            guard.failed("a test", new IllegalStateException("on purpose"));
        }
    }
}
