package io.hdfsthrottle.bench.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.bench.report.Timeline;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LimitFindingsTest {

    @Test
    void burst_countsAsFarAsItFillsTenSeconds() {
        List<Timeline.Sample> samples = new ArrayList<>();
        double bytes = 0;
        for (int i = 0; i <= 300; i++) {
            samples.add(new Timeline.Sample(i / 10.0, List.of((long) bytes)));
            bytes += (i >= 150 && i < 160 ? 200 : 100) / 10.0;
        }

        LimitFindings found = LimitFindings.of(100, 0, new Timeline(samples));

        assertThat(found.most()).isCloseTo(110, within(0.5));
        assertThat(found.bar().holds()).isFalse();
    }
}
