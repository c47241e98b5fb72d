package io.hdfsthrottle.bench.scenario.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.spark.Neighbours.Kind;
import io.hdfsthrottle.bench.scenario.spark.SparkDisk.Run;
import io.hdfsthrottle.bench.scenario.spark.SparkTables.Line;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SparkTablesTest {

    private static List<Bar> bars(Kind beside, boolean controlled, double... seconds) {
        Outcome outcome = new Outcome();
        var unused =
                SparkTables.row(outcome, new Line(Workload.WORD_COUNT, beside), controlled, runs(seconds), runs(10));
        return outcome.bars();
    }

    private static List<Run> runs(double... seconds) {
        return Arrays.stream(seconds)
                .mapToObj(each -> new Run(each, 20, Double.NaN, 5, Double.NaN, 10, 99, 99))
                .toList();
    }

    @Test
    void theWorstRepeat_counts() {
        List<Bar> bars = bars(Kind.HDFS_READER, true, 10, 10.4, 10.6);

        assertThat(bars).extracting(Bar::holds).containsExactly(false, true);
        assertThat(bars.get(0).value()).isEqualTo(1.06);
        assertThat(bars.get(1).value()).isEqualTo(99);
    }

    @Test
    void neighbourThatSlowsNobodyDown_makesTheRunInvalid() {
        assertThat(bars(Kind.HDFS_READER, false, 10.5)).extracting(Bar::holds).containsExactly(false, true, true);
    }

    @Test
    void nothingIsPromised_besideAReaderThatKnowsNoHdfs() {
        assertThat(bars(Kind.FIO_READER, true, 30)).isEmpty();
        assertThat(bars(Kind.FIO_READER, false, 30)).isEmpty();
    }
}
