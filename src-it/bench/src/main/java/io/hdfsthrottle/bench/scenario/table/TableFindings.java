package io.hdfsthrottle.bench.scenario.table;

import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.internal.chartpart.Chart;

/** Bars and charts of the tables' rows. */
final class TableFindings {

    private static final double LEAST_USED_PERCENT = 98;

    /** A neighbour that slows down no job is no contention. */
    private static final double LEAST_TIMES_UNCONTROLLED = 1.2;

    private static final double LEAST_RATE_PERCENT = 95;
    private static final double MOST_RATE_PERCENT = 105;

    private TableFindings() {}

    /** A median hides a repeat: the worst counts. */
    static List<Bar> bars(List<TableRow> rows) {
        List<Bar> bars = new ArrayList<>();
        for (TableRow row : rows) {
            String name = row.line().name();
            boolean hdfs = row.line().beside().isOfHdfs();
            if (row.controlled()) {
                row.line()
                        .mostTimesAlone()
                        .ifPresent(most -> bars.add(
                                Bar.atMost(name + ": times alone", Statistics.largest(row.timesAlone()), most)));
                if (hdfs) {
                    bars.add(Bar.atLeast(
                            name + ": of the disk used, percent",
                            Statistics.smallest(row.usedPercent()),
                            LEAST_USED_PERCENT));
                }
            } else if (hdfs) {
                bars.add(Bar.atLeast(
                        Validity.VALID + name + ", uncontrolled: times alone",
                        Statistics.smallest(row.timesAlone()),
                        LEAST_TIMES_UNCONTROLLED));
                bars.add(Bar.atLeast(
                        Validity.VALID + name + ", uncontrolled: of the disk used, least, percent",
                        Statistics.smallest(row.usedPercent()),
                        LEAST_RATE_PERCENT));
                bars.add(Bar.atMost(
                        Validity.VALID + name + ", uncontrolled: of the disk used, most, percent",
                        Statistics.largest(row.usedPercent()),
                        MOST_RATE_PERCENT));
            }
        }
        return bars;
    }

    static List<Chart<?, ?>> charts(List<TableRow> rows) {
        List<String> names =
                rows.stream().map(row -> row.line().name()).distinct().toList();
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (boolean controlled : new boolean[] {false, true}) {
            series.put(
                    controlled ? "controlled" : "uncontrolled",
                    rows.stream()
                            .filter(row -> row.controlled() == controlled)
                            .map(row -> Statistics.median(row.timesAlone()))
                            .toList());
        }
        return List.of(Charts.bars("Run time of Spark jobs", "times alone", names, series));
    }
}
