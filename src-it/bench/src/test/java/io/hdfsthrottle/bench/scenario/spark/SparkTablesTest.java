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

    private static List<Bar> bars(Kind beside, List<Run> runs, List<Run> without) {
        Outcome outcome = new Outcome();
        SparkTables.row(outcome, new Line(Workload.WORD_COUNT, beside), runs, without, runs(40));
        return outcome.bars();
    }

    private static List<Run> runs(double... seconds) {
        return Arrays.stream(seconds)
                .mapToObj(each -> new Run(each, 20, Double.NaN, 5, Double.NaN, 10, 99, 99))
                .toList();
    }

    @Test
    void theWorstRepeat_counts() {
        List<Bar> bars = bars(Kind.HDFS_READER, runs(40, 41, 42.4), runs(80));

        assertThat(bars).extracting(Bar::holds).containsExactly(true, false, true);
        assertThat(bars.get(1).value()).isEqualTo(1.06);
        assertThat(bars.get(2).value()).isEqualTo(99);
    }

    @Test
    void neighbourThatSlowsNobodyDown_makesTheRunInvalid() {
        assertThat(bars(Kind.HDFS_READER, runs(42), List.of()))
                .extracting(Bar::holds)
                .containsExactly(true, false, true, true);
    }

    @Test
    void noJobMayTakeLonger_besideWhomever() {
        List<Bar> bars = bars(Kind.FIO_READER, runs(84, 90, 85), runs(80, 81, 70));

        assertThat(bars).extracting(Bar::holds).containsExactly(false);
        assertThat(bars.get(0).value()).isEqualTo(1.0625);
    }

    @Test
    void shortJob_makesTheRunInvalid() {
        assertThat(bars(Kind.FIO_READER, runs(29), List.of()))
                .extracting(Bar::holds)
                .containsExactly(false);
    }
}
