package io.hdfsthrottle.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TimelineTest {

    private static final Timeline STEADY = Samples.steady(0, 20, 100);

    @Test
    void rate_ofASteadyReaderIsItsRateOverAnyWindow() {
        assertThat(STEADY.rate(new Timeline.Window(Samples.at(3.217), Samples.at(9.05))))
                .isCloseTo(100, within(0.01));
    }

    @Test
    void bytesAt_betweenSamplesLiesOnTheLine() {
        assertThat(STEADY.bytesAt(Samples.at(1.55))).isCloseTo(155, within(0.01));
    }

    @Test
    void bytesAt_outsideIsTheNearestSample() {
        assertThat(STEADY.bytesAt(Samples.at(-5))).isEqualTo(0);
        assertThat(STEADY.bytesAt(Samples.at(99))).isEqualTo(2000);
    }

    @Test
    void whileAllRead_isCommonToAllWithoutBothEnds() {
        Timeline.Window window = Timeline.whileAllRead(List.of(STEADY, Samples.steady(2, 18, 50)));
        assertThat(window.from()).isEqualTo(Samples.at(7));
        assertThat(window.to()).isEqualTo(Samples.at(17));
    }

    @Test
    void whileAllRead_ofReadersThatHardlyMeetIsRefused() {
        assertThatThrownBy(() -> Timeline.whileAllRead(List.of(STEADY, Samples.steady(15, 20, 50))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("together");
    }

    @Test
    void read_leavesOutALineStillBeingWritten(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("timeline.jsonl");
        Files.writeString(file, "{\"atMillis\":1000,\"bytes\":5}\n{\"atMillis\":1100,\"by");
        assertThat(Timeline.read(file).bytes()).isEqualTo(Map.of(1000L, 5L));
    }
}
