package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.ClockParker;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.queue.Account;
import io.hdfsthrottle.queue.Stream;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.slots.Slots;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SlotPressureTest {

    private static final int MOST = 100;

    private final HandSetTicker ticker = new HandSetTicker();
    private final ClockParker parker = new ClockParker(ticker);
    private final FillingHost host = new FillingHost();
    private ThrottleAgent agent;

    @BeforeEach
    void open() throws Exception {
        agent = new ThrottleAgent(
                "dn:9866", AgentSettings.parse(Map.of("hdfs.throttle.volume.capacity", "1m")), ticker, parker, host);
    }

    @AfterEach
    void close() {
        agent.close();
    }

    @Test
    void debt_isSleptOffOnlyAsLongAsTheHostHasThreadsToSpare() {
        Stream writing = account().write(Optional.empty(), Long.MAX_VALUE);
        assertThat(waitAt(writing, 50)).isEqualTo(Duration.ofSeconds(2));
        assertThat(agent.state().sleepLimit()).isEqualTo(Duration.ofSeconds(2));
        assertThat(waitAt(writing, 90)).isBetween(Duration.ofMillis(990), Duration.ofMillis(1010));
        assertThat(agent.state().slots().occupancy()).isBetween(0.899, 0.901);
        assertThat(waitAt(writing, 95)).isZero();
        assertThat(agent.state().sleepLimit()).isZero();
        assertThat(waitAt(writing, 10)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void read_mayBeHeldBackAsLongAsAWrite() {
        account().longRead(Optional.empty()).moved(1 << 30);
        assertThat(parker.total()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void hostThatCanBearMore_isLentSomeAndNobodyGivesWay() {
        host.spare = 1000;
        Stream writing = account().write(Optional.empty(), Long.MAX_VALUE);
        assertThat(waitAt(writing, 50)).isEqualTo(Duration.ofSeconds(2));
        assertThat(host.lent).isZero();
        assertThat(waitAt(writing, 100)).isEqualTo(Duration.ofSeconds(2));
        assertThat(host.lent).isEqualTo(7);
        assertThat(agent.state().lentSlots()).isEqualTo(7);
        assertThat(waitAt(writing, 145)).isZero();
        assertThat(host.lent).isEqualTo(50);
    }

    @Test
    void hostWhereNobodyIsHeldBack_isLentNoMoreThanADoor() {
        host.spare = 1000;
        host.used = 140;
        agent.tick();
        assertThat(host.lent).isEqualTo(7);
    }

    @Test
    void whatWasLent_isTakenBackAtTheEnd() {
        host.spare = 1000;
        host.used = 100;
        agent.tick();
        assertThat(host.lent).isPositive();
        agent.close();
        assertThat(host.lent).isZero();
        agent.tick();
        assertThat(host.lent).isZero();
    }

    private Account account() {
        return agent.client("a-client", "10.1.2.3").account(Volume.of("DS-1", null));
    }

    private Duration waitAt(Stream writing, int used) {
        host.used = used;
        agent.tick();
        agent.tick(); // the first tick counts each tenant's threads, the second acts on it
        Duration before = parker.total();
        writing.moved(1 << 30);
        return parker.total().minus(before);
    }

    /** A host whose number of used threads the test sets. */
    private static final class FillingHost implements Host {
        private int used;
        private int spare;
        private int lent;

        @Override
        public boolean readsAhead() {
            return false;
        }

        @Override
        public Slots slots() {
            return Slots.of(used, MOST, spare);
        }

        @Override
        public void lend(int threads) {
            lent = threads;
        }
    }
}
