package io.hdfsthrottle.datanode.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.datanode.TestAgents;
import io.hdfsthrottle.datanode.transfer.Direction;
import io.hdfsthrottle.datanode.transfer.TransferPacing;
import io.hdfsthrottle.observation.Volume;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

final class PeerTimingTest {

    private static final int PACKET = 65_536;

    private final Configuration configuration = new Configuration(false);
    private final AtomicBoolean end = new AtomicBoolean(true);
    private final PeerTiming timing = new PeerTiming(configuration, end::get);

    @Test
    void nobodyTakesTheTime_unlessItIsSwitchedOn() {
        assertThat(timing.longestRestNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void thresholdThatIsMalformed_doesNotMatterWhileNobodyAsksForIt() {
        configuration.set(PeerTiming.FAST, "quick");
        timing.refresh();
        assertThat(timing.longestRestNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void endOfAPipeline_restsShorterThanWhatIsCalledFast() {
        configuration.setBoolean(PeerTiming.ENABLED, true);
        timing.refresh();
        assertThat(timing.longestRestNanos()).isEqualTo(2_000_000L);
        configuration.setLong(PeerTiming.FAST, 50);
        timing.refresh();
        assertThat(timing.longestRestNanos()).isEqualTo(20_000_000L);
        configuration.setLong(PeerTiming.FAST, -1);
        timing.refresh();
        assertThat(timing.longestRestNanos()).isZero();
    }

    @Test
    void whoeverPassesABlockOn_restsAsLongAsItsShareSays() {
        configuration.setBoolean(PeerTiming.ENABLED, true);
        timing.refresh();
        end.set(false);
        assertThat(timing.longestRestNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void switchThatIsTurnedOffAgain_isSeen() {
        configuration.setBoolean(PeerTiming.ENABLED, true);
        timing.refresh();
        configuration.setBoolean(PeerTiming.ENABLED, false);
        timing.refresh();
        assertThat(timing.longestRestNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void everyPacketOfSuchAnOperation_restsNoLonger_andTheDebtIsPaidByOthers() throws Exception {
        configuration.setBoolean(PeerTiming.ENABLED, true);
        timing.refresh();
        try (TestAgents agents = new TestAgents("1m")) {
            TransferPacing pacing = agents.pacing(name -> Volume.of("DS-1", null), timing::longestRestNanos);
            agents.named(new String(TestAgents.READING));
            for (int i = 0; i < 100; i++) {
                long before = agents.restedNanos();
                pacing.moved(PACKET, Direction.WRITE);
                assertThat(agents.restedNanos() - before).isLessThanOrEqualTo(2_000_000L);
            }
            end.set(false);
            agents.named(new String(TestAgents.READING));
            long before = agents.restedNanos();
            pacing.moved(PACKET, Direction.WRITE);
            assertThat(agents.restedNanos() - before).isGreaterThan(1_000_000_000L);
        }
    }

    @Test
    void threadThatReceivesNothing_isNotTheEndOfAPipeline() throws Exception {
        assertThat(PipelineEnd.find().getAsBoolean()).isFalse();
    }
}
