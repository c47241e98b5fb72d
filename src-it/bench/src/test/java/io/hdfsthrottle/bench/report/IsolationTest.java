package io.hdfsthrottle.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.bench.report.Isolation.Served;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class IsolationTest {

    private static final Offset<Double> A_LITTLE = within(1e-6);

    @Test
    void secondsInWhichAllIsDone_areFullyIsolated() {
        List<Served> served = List.of(
                new Served(0, 0, 0.2), new Served(0.5, 0.5, 0.9), new Served(1, 1, 1.3), new Served(1.5, 1.5, 1.6));

        Isolation isolation = Isolation.of(served, 0, 2, 2, 2);

        assertThat(isolation.percents()).containsExactly(100.0, 100.0);
        assertThat(isolation.requests().mean()).isEqualTo(250, within(0.25));
    }

    @Test
    void requestThatCrossesASecond_countsInBoth() {
        List<Served> served = List.of(new Served(0, 0, 0.5), new Served(0.5, 0.75, 1.25));

        Isolation isolation = Isolation.of(served, 0, 2, 2, 2);

        assertThat(isolation.percents()).containsExactly(75.0, 25.0);
        assertThat(isolation.mean()).isEqualTo(50, A_LITTLE);
        assertThat(isolation.first()).isEqualTo(25, A_LITTLE);
    }

    @Test
    void secondInWhichMoreIsDone_doesNotMakeUpForAnother() {
        List<Served> served = List.of(new Served(0, 1, 1.2), new Served(1, 1.2, 1.4));

        Isolation isolation = Isolation.of(served, 0, 2, 1, 2);

        assertThat(isolation.percents()).containsExactly(0.0, 100.0);
    }

    @Test
    void request_takesAsLongAsItWaitsFromWhenItWasDue() {
        Isolation beside = Isolation.of(List.of(new Served(0, 0.05, 0.15)), 0, 1, 1, 1);

        assertThat(beside.requests().mean()).isEqualTo(150, within(0.15));
    }

    @Test
    void requestThatIsNeverServed_countsWithTheTimeThatItWasSeenWaiting() {
        Isolation isolation = Isolation.of(List.of(new Served(0, 0, 0.1)), 0, 2, 1, 4);

        assertThat(isolation.requests().count()).isEqualTo(2);
        assertThat(isolation.requests().percentile(100)).isEqualTo(3000, within(3.0));
    }

    @Test
    void secondsWithoutAnyServedRequest_areNotIsolatedAtAll() {
        Isolation isolation = Isolation.of(List.of(), 0, 1, 1, 1);

        assertThat(isolation.percents()).containsExactly(0.0);
        assertThat(isolation.requests().mean()).isEqualTo(1000, within(1.0));
    }
}
