package io.hdfsthrottle.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.scenario.Jmh.Cost;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HotPathTest {

    @Test
    void resultOfTheHarness_isReadWithItsParametersAndAllocations() throws IOException {
        String json = """
                [{"benchmark": "a.b.ThrottlerBenchmark.readPacket", "threads": 16, "params": {"pacing": "WITHIN"},
                  "primaryMetric": {"score": 41.5, "scoreUnit": "ns/op"},
                  "secondaryMetrics": {"gc.alloc.rate": {"score": 7}, "gc.alloc.rate.norm": {"score": 0.25}}},
                 {"benchmark": "a.b.OthersBenchmark.stockThrottler", "threads": 16,
                  "primaryMetric": {"score": 83}, "secondaryMetrics": {"gc.alloc.rate.norm": {"score": "NaN"}}}]
                """;
        assertThat(Jmh.costs(json))
                .containsExactly(
                        new Cost("readPacket within", 16, 41.5, 0.25), new Cost("stockThrottler", 16, 83, Double.NaN));
    }

    @Test
    void crowdsWindows_areOneFigureLikeTheHarnesssIterations() {
        assertThat(JmhCrowd.cost(
                        "bucket4j", 256, List.of("SLF4J: a warning", "100.000 64.002000", "300.000 64.002000")))
                .isEqualTo(new Cost("bucket4j", 256, 200, 64.002));
        assertThat(JmhCrowd.cost("bucket4j", 256, List.of()).nanos()).isNaN();
    }

    @Test
    void processorTime_isWhatIsLeftOfWallTimeWhereThreadsShareProcessors() {
        assertThat(new Cost("any", 16, 800, 0).processorNanos(2)).isEqualTo(100);
        assertThat(new Cost("any", 1, 40, 0).processorNanos(2)).isEqualTo(40);
    }

    @Test
    void bars_areTimeForOneThreadAndHdfssOwnThrottlerForMany() {
        List<Bar> bars = HotPath.bars(List.of(
                new Cost("readPacket free", 1, 99, 0.003),
                new Cost("stockThrottler", 1, 20, 0),
                new Cost("readPacket free", 16, 900, 24),
                new Cost("stockThrottler", 16, 600, 0)));
        assertThat(bars).extracting(Bar::value).containsExactly(99.0, 0.003, 1.5, 24.0);
        assertThat(bars).extracting(Bar::holds).containsExactly(true, true, false, false);
    }

    @Test
    void peerThatWasNotMeasured_keepsNoBar() {
        assertThat(HotPath.bars(List.of(new Cost("readPacket free", 256, 1, 0))))
                .extracting(Bar::holds)
                .containsExactly(false, true);
    }
}
