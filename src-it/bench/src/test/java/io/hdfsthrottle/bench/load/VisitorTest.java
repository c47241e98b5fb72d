package io.hdfsthrottle.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.hdfsthrottle.bench.report.Latencies;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class VisitorTest {

    private static long millis(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    @Test
    void readThatWaitsForTheOneBefore_takesAsLongAsFromWhenItWasDue() {
        Visitor.Turns turns = new Visitor.Turns(0);
        turns.done(millis(500));
        assertThat(turns.due()).isEqualTo(Visitor.PERIOD.toNanos());
        turns.done(millis(501));

        Latencies seen = turns.seenAt(millis(60));
        assertThat(seen.count()).isEqualTo(2);
        assertThat(seen.percentile(50)).isCloseTo(451, withinPercentage(0.2));
        assertThat(seen.percentile(100)).isCloseTo(500, withinPercentage(0.2));
    }

    @Test
    void readsThatAreDueAndNotDone_areCounted() {
        Visitor.Turns turns = new Visitor.Turns(0);

        Latencies seen = turns.seenAt(millis(1000));
        assertThat(seen.count()).isEqualTo(20);
        assertThat(seen.percentile(100)).isCloseTo(1000, withinPercentage(0.2));
    }

    @Test
    void forgetting_keepsTheReadThatIsUnderWay() {
        Visitor.Turns turns = new Visitor.Turns(0);
        turns.begun(0);
        turns.done(millis(10));
        turns.begun(millis(50));
        turns.forget(millis(60));

        Latencies seen = turns.seenAt(millis(100));
        assertThat(seen.count()).isEqualTo(1);
        assertThat(seen.percentile(100)).isCloseTo(50, withinPercentage(0.2));
    }

    @Test
    void whatWasOverdueWhenItWasForgotten_isNotCounted() {
        Visitor.Turns turns = new Visitor.Turns(0);
        turns.begun(0);
        turns.done(millis(1000));
        turns.begun(millis(1000));
        turns.forget(millis(1010));
        turns.done(millis(1020));

        assertThat(turns.due()).isEqualTo(millis(1050));
        assertThat(turns.seenAt(millis(1030)).percentile(100)).isCloseTo(20, withinPercentage(0.2));
    }
}
