package io.hdfsthrottle.law;

import static io.hdfsthrottle.law.ModelDisk.MIB;
import static io.hdfsthrottle.law.ModelDisk.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A disk that did not answer for a while has served everybody alike, out of turn. */
final class OutOfTurnTest {

    private static final double RATE = 40 * MIB;

    private final ModelDisk disk = ModelDisk.steady(RATE);
    private final List<ModelDisk.Stream> gold = streams(disk.tenant(3));
    private final List<ModelDisk.Stream> bronze = streams(disk.tenant(1));

    private List<ModelDisk.Stream> streams(Branch tenant) {
        Branch application = tenant.branch();
        return new ArrayList<>(List.of(disk.new Stream(application), disk.new Stream(application)));
    }

    private static long bytes(List<ModelDisk.Stream> streams) {
        return streams.stream().mapToLong(stream -> stream.bytes).sum();
    }

    private void outOfTurn(List<ModelDisk.Stream> streams, int mebibytes) {
        for (int i = 0; i < mebibytes; i++) {
            disk.scheduler.charge(streams.get(i % streams.size()), 1 << 20, disk.now);
        }
    }

    @Test
    void whoWasServedTooMuch_isServedAgainWithinSeconds() {
        disk.runFor(5 * SECOND);
        outOfTurn(gold, 500);
        outOfTurn(bronze, 500);
        disk.runFor(2 * SECOND);
        long before = bytes(bronze);
        disk.runFor(5 * SECOND);
        assertThat((bytes(bronze) - before) / 5.0).isCloseTo(RATE / 4, within(0.02 * RATE));
    }

    @Test
    void whoWasServedALittleTooMuch_paysForIt() {
        disk.runFor(5 * SECOND);
        outOfTurn(bronze, 10);
        long before = bytes(bronze);
        long beforeGold = bytes(gold);
        disk.runFor(5 * SECOND);
        assertThat(bytes(bronze) - before + 10 * MIB)
                .isCloseTo((bytes(gold) - beforeGold) / 3.0, within(0.02 * 5 * RATE));
    }
}
