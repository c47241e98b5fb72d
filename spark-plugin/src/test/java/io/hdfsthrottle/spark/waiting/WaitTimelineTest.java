package io.hdfsthrottle.spark.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class WaitTimelineTest {

    private static final long MEBIBYTE = 1 << 20;

    private final WaitTimeline timeline = new WaitTimeline(0);

    @Test
    void wait_isDividedAmongStagesByTheBytesThatTheyMovedThen() {
        timeline.ended(1, 0, 10_000, 30 * MEBIBYTE);
        timeline.ended(2, 0, 10_000, 10 * MEBIBYTE);
        timeline.sample(10_000, 4_000);
        timeline.ended(2, 10_000, 20_000, 7 * MEBIBYTE);
        timeline.sample(20_000, 4_500);

        assertThat(timeline.byStage()).isEqualTo(Map.of(1, 3_000L, 2, 1_500L));
        assertThat(timeline.unattributed()).isZero();
    }

    @Test
    void longTask_hasItsPartOfEachTimeAlthoughItEndsLater() {
        timeline.ended(1, 0, 10_000, 10 * MEBIBYTE);
        timeline.sample(10_000, 1_000);
        timeline.sample(20_000, 3_000);
        timeline.ended(2, 0, 20_000, 20 * MEBIBYTE);

        assertThat(timeline.byStage()).isEqualTo(Map.of(1, 500L, 2, 500L + 2_000L));
    }

    @Test
    void waitWithoutBytes_belongsToNoStage() {
        timeline.ended(1, 0, 5_000, 0);
        timeline.sample(10_000, 700);

        assertThat(timeline.byStage()).isEmpty();
        assertThat(timeline.unattributed()).isEqualTo(700);
    }

    @Test
    void taskThatEndsAtOnce_andClocksThatGoBack_doNoHarm() {
        timeline.ended(1, 5_000, 5_000, MEBIBYTE);
        timeline.sample(10_000, 10);
        timeline.ended(2, 12_000, 11_000, MEBIBYTE);
        timeline.sample(9_000, 5);
        timeline.sample(20_000, 30);

        assertThat(timeline.waited()).isEqualTo(30);
        assertThat(timeline.byStage()).containsEntry(1, 10L);
    }

    @Test
    void parts_addUpToTheWhole_whateverHappens() {
        long seed = Long.getLong("seed", 1);
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        long now = 0;
        long waited = 0;
        for (int step = 0; step < 3_000; step++) {
            now += random.nextInt(10_000);
            if (random.nextInt(4) == 0) {
                waited += random.nextInt(20_000);
                timeline.sample(now, waited);
            } else {
                long took = random.nextInt(100_000);
                timeline.ended(random.nextInt(2_000), now - took, now, random.nextInt(1 << 30));
            }
        }
        timeline.sample(now + 1, waited);

        assertThat(timeline.byStage().values())
                .as("seed %d", seed)
                .allSatisfy(part -> assertThat(part).isNotNegative())
                .hasSizeLessThanOrEqualTo(2_000);
        long parts =
                timeline.byStage().values().stream().mapToLong(Long::longValue).sum();
        assertThat(parts).as("seed %d", seed).isLessThanOrEqualTo(waited + 1_000);
        assertThat(parts + timeline.unattributed())
                .as("seed %d", seed)
                .isCloseTo(waited, Offset.offset(1_000L)); // half a millisecond of rounding a stage
    }
}
