package io.hdfsthrottle.bench.scenario.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.bench.load.spark.JobRun;
import io.hdfsthrottle.bench.load.spark.JobRun.DiskUse;
import io.hdfsthrottle.bench.load.spark.NeighbourLoad;
import io.hdfsthrottle.bench.load.spark.Workload;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.scenario.spark.TableRow.Line;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TableRowTest {

    private static final double DISK = 40e6;

    private static TableRow row(NeighbourLoad beside, boolean controlled, double... seconds) {
        List<JobRun> runs = Arrays.stream(seconds)
                .mapToObj(each -> new JobRun(each, 20e6, Double.NaN, new DiskUse(39.6e6, 99, 5, Double.NaN), 10e6))
                .toList();
        return new TableRow(new Line(Workload.WORD_COUNT, beside), controlled, runs, 10, DISK);
    }

    @Test
    void theWorstRepeat_counts() {
        List<Bar> bars = row(NeighbourLoad.HDFS_READER, true, 10, 10.4, 10.6).bars();

        assertThat(bars).extracting(Bar::holds).containsExactly(false, true);
        assertThat(bars.get(0).value()).isEqualTo(1.06);
        assertThat(bars.get(1).value()).isEqualTo(99);
    }

    @Test
    void neighbourThatSlowsNobodyDown_makesTheRunInvalid() {
        List<Bar> bars = row(NeighbourLoad.HDFS_READER, false, 10.5).bars();

        assertThat(bars).extracting(Bar::holds).containsExactly(false, true, true);
    }

    @Test
    void nothingIsPromised_besideAReaderThatKnowsNoHdfs() {
        assertThat(row(NeighbourLoad.FIO_READER, true, 30).bars()).isEmpty();
        assertThat(row(NeighbourLoad.FIO_READER, false, 30).bars()).isEmpty();
    }
}
