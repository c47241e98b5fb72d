package io.hdfsthrottle.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.bench.load.Requests.Turns;
import java.util.stream.DoubleStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class RequestsTest {

    private static final Offset<Double> A_LITTLE = within(1e-6);

    private final Turns turns = new Turns(0, 0.05);

    @Test
    void readThatWaitsForTheOneBefore_takesAsLongAsFromWhenItWasDue() {
        turns.done(0.5);
        assertThat(turns.due()).isEqualTo(0.05);
        turns.done(0.501);

        assertThat(turns.seenAt(0.06)).containsExactly(0.5, 0.451);
    }

    @Test
    void readsThatAreDueAndNotDone_areCounted() {
        double[] seen = turns.seenAt(0.99).toArray();

        assertThat(seen).hasSize(20);
        assertThat(DoubleStream.of(seen).max().orElseThrow()).isEqualTo(0.99);
    }

    @Test
    void forgetting_keepsTheReadThatIsUnderWay() {
        turns.begun(0);
        turns.done(0.01);
        turns.begun(0.05);
        turns.forget(0.06);

        assertThat(turns.seenAt(0.1).toArray()).hasSize(1);
        assertThat(turns.seenAt(0.1).sum()).isEqualTo(0.05, A_LITTLE);
    }

    @Test
    void whatWasOverdueWhenItWasForgotten_isNotCounted() {
        turns.begun(0);
        turns.done(1);
        turns.begun(1);
        turns.forget(1.01);
        turns.done(1.02);

        assertThat(turns.due()).isEqualTo(1.05, A_LITTLE);
        assertThat(turns.seenAt(1.03).max().orElseThrow()).isEqualTo(0.02, A_LITTLE);
    }
}
