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
        turns.done(millis(10));
        turns.forget();

        assertThat(turns.seenAt(millis(100)).count()).isEqualTo(1);
        assertThat(turns.due()).isEqualTo(millis(50));
    }
}
