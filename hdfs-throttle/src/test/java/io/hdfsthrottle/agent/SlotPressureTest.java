package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.ClockParker;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.pace.Slots;
import io.hdfsthrottle.pace.TenantBucket;
import io.hdfsthrottle.pace.Volume;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SlotPressureTest {

    private static final int MOST = 4096;

    private final HandSetTicker ticker = new HandSetTicker();
    private final ClockParker parker = new ClockParker(ticker);
    private final FillingHost host = new FillingHost();

    @Test
    void debt_isSleptOffOnlyAsLongAsTheHostHasThreadsToSpare() throws Exception {
        AgentSettings settings = AgentSettings.parse(Map.of("hdfs.throttle.volume.capacity", "1m"));
        try (ThrottleAgent agent = new ThrottleAgent("dn:9866", settings, ticker, parker, host)) {
            TenantBucket bucket = agent.bucket("a-client", "10.1.2.3", Volume.of("DS-1", null));
            assertThat(sleepAt(agent, bucket, 0.50)).isEqualTo(Duration.ofSeconds(2));
            assertThat(agent.state().sleepLimit()).isEqualTo(Duration.ofSeconds(2));
            assertThat(sleepAt(agent, bucket, 0.80)).isBetween(Duration.ofMillis(990), Duration.ofMillis(1010));
            assertThat(agent.state().slots().occupancy()).isBetween(0.799, 0.801);
            assertThat(sleepAt(agent, bucket, 0.95)).isZero();
            assertThat(agent.state().sleepLimit()).isZero();
            assertThat(sleepAt(agent, bucket, 0.10)).isEqualTo(Duration.ofSeconds(2));
        }
    }

    private Duration sleepAt(ThrottleAgent agent, TenantBucket bucket, double occupancy) {
        host.used = (int) Math.round(occupancy * MOST);
        agent.tick();
        Duration before = parker.total();
        bucket.pace(1 << 30);
        return parker.total().minus(before);
    }

    /** A host whose threads are taken as the test says. */
    private static final class FillingHost implements Host {
        private int used;

        @Override
        public boolean readsAhead() {
            return false;
        }

        @Override
        public Slots slots() {
            return Slots.of(used, MOST);
        }
    }
}
